// Work on several threads whose exceptions reach the caller.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace hexcore {

// The first exception that any of several threads throws. An exception that leaves a thread's own
// function would end the process.
class FirstError {
 public:
  // Calls work() and keeps what it throws; returns whether it threw nothing.
  template <typename Work>
  bool guard(Work&& work) noexcept {
    try {
      std::forward<Work>(work)();
      return true;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      return false;
    }
  }

  // Throws the exception on this thread and forgets it. Call it when the threads have ended.
  void rethrow() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }
  void clear() { error_ = nullptr; }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

// Calls work(0) on this thread and work(1) to work(count - 1) on their own threads, and returns
// when all have ended. When one throws, or a thread cannot be made, cancel() is called: it must
// make the others end soon. The first exception is then thrown here.
template <typename Work, typename Cancel>
void run_threads(std::size_t count, const Work& work, const Cancel& cancel) {
  FirstError error;
  const auto run = [&](std::size_t at) {
    if (!error.guard([&] { work(at); })) cancel();
  };
  {
    std::vector<std::jthread> helpers;
    const bool started = error.guard([&] {
      helpers.reserve(count);
      for (std::size_t at = 1; at < count; ++at) helpers.emplace_back(run, at);
    });
    started ? run(0) : cancel();
  }
  error.rethrow();
}

}  // namespace hexcore
