// Stand-ins for the parts of the standard library that need threads, which this target does not
// have. Included before every source of the core, so that the core is the same in both builds.
#pragma once

#include <mutex>
#include <utility>
#include <version>

#if !defined(_LIBCPP_HAS_THREADS) || !_LIBCPP_HAS_THREADS

namespace std {

class mutex {
 public:
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};

class condition_variable {
 public:
  void notify_one() {}
  void notify_all() {}
  template <typename Lock>
  void wait(Lock&) {}
  template <typename Lock, typename Condition>
  void wait(Lock&, Condition) {}
};

// Does its work at once, on the one thread there is.
class jthread {
 public:
  jthread() = default;
  template <typename Work, typename... Arguments>
  explicit jthread(Work&& work, Arguments&&... arguments) {
    std::forward<Work>(work)(std::forward<Arguments>(arguments)...);
  }
  void join() {}
  bool joinable() const { return false; }
};

}  // namespace std

#endif
