// Ends one search from outside.
#pragma once

#include <atomic>
#include <memory>

namespace hexcore {

// Made before the search starts and handed to it, so that a stop counts whenever it comes. Copies
// are the same token. Any thread may use it.
class StopToken {
 public:
  StopToken() : stopped_(std::make_shared<std::atomic<bool>>(false)) {}

  void stop() const { stopped_->store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> stopped_;
};

}  // namespace hexcore
