// A few threads that wait for work, so that short loops can be shared at little cost.
#pragma once

#include <atomic>
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "search/threads.hpp"

namespace hexcore {

class Workers {
 public:
  // The calling thread works too.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return static_cast<int>(threads_.size()) + 1; }
  // Calls work(i) for each i below count, and returns when all are done. When a call throws, calls
  // that have not begun are left out, and the first exception is thrown here.
  void for_each(int count, const std::function<void(int)>& work);

 private:
  static constexpr int kPortion = 8;

  void serve();
  void take_portions();

  std::barrier<> begin_, end_;
  const std::function<void(int)>* work_ = nullptr;
  int total_ = 0;
  std::atomic<int> next_{0};
  FirstError error_;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace hexcore
