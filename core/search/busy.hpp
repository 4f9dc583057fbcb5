// A search object does one search at a time.
#pragma once

#include <atomic>

#include "board/types.hpp"

namespace hexcore {

// Marks a search as running while it lives. Throws Error(player) when one runs already.
class Busy {
 public:
  explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true))
      throw Error(ErrorKind::player, "this search is running already; stop it first");
  }
  ~Busy() { flag_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool>& flag_;
};

}  // namespace hexcore
