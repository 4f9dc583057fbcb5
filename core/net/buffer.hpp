// Memory that begins on a cache line, so that no vector lies in two.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace hexcore::net {

template <typename T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) { reserve(size); }

  // At least `size` numbers, all 0 when they are new. What was there is lost if it has to grow.
  void reserve(std::size_t size) {
    if (size <= size_) return;
    memory_.reset(new (std::align_val_t{kLine}) T[size]());
    size_ = size;
  }
  T* data() { return memory_.get(); }
  const T* data() const { return memory_.get(); }
  T& operator[](std::size_t at) { return memory_[at]; }
  const T& operator[](std::size_t at) const { return memory_[at]; }

 private:
  static constexpr std::size_t kLine = 64;
  struct Release {
    void operator()(T* memory) const { ::operator delete[](memory, std::align_val_t{kLine}); }
  };

  std::unique_ptr<T[], Release> memory_;
  std::size_t size_ = 0;
};

}  // namespace hexcore::net
