// Numbers as bytes, the same on every machine, and back; what is short or damaged is an Error.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "board/types.hpp"

namespace hexcore {

template <typename T>
concept Number = std::integral<T> || std::same_as<T, float>;

class ByteWriter {
 public:
  template <Number T>
  void put(T number) {
    if constexpr (std::same_as<T, float>) {
      put(std::bit_cast<std::uint32_t>(number));
    } else {
      auto left = static_cast<std::uint64_t>(number);
      for (std::size_t at = 0; at < sizeof(T); ++at, left >>= 8)
        bytes_.push_back(static_cast<std::uint8_t>(left));
    }
  }
  template <Number T>
  void put_all(std::span<const T> numbers) {
    for (const T number : numbers) put(number);
  }

  // Everything so far, with a checksum at its end.
  std::vector<std::uint8_t> sealed() &&;

 private:
  std::vector<std::uint8_t> bytes_;
};

// Throws Error(player) wherever it reads.
class ByteReader {
 public:
  // The bytes must outlive the reader and end with their checksum.
  explicit ByteReader(std::span<const std::uint8_t> sealed);

  template <Number T>
  T take() {
    if constexpr (std::same_as<T, float>) {
      return std::bit_cast<float>(take<std::uint32_t>());
    } else {
      require(left_.size() >= sizeof(T));
      std::uint64_t number = 0;
      for (std::size_t at = 0; at < sizeof(T); ++at) number |= std::uint64_t{left_[at]} << (8 * at);
      left_ = left_.subspan(sizeof(T));
      return static_cast<T>(number);
    }
  }
  // An integer from 0 to `most`.
  template <std::integral T>
  int take_up_to(int most) {
    const auto number = static_cast<std::int64_t>(take<T>());
    require(number >= 0 && number <= most);
    return static_cast<int>(number);
  }
  template <Number T>
  std::vector<T> take_all(std::size_t count) {
    // Before the memory is asked for: a wrong count may be any number.
    require(count <= left_.size() / sizeof(T));
    std::vector<T> numbers(count);
    for (T& number : numbers) number = take<T>();
    return numbers;
  }
  // That nothing is left.
  void finish() const { require(left_.empty()); }
  // Throws unless what was read makes sense.
  static void require(bool sound);

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace hexcore
