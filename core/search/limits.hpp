// When a search must end: time, nodes, or somebody saying stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace hexcore {

struct Limits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
};

// Shared by the threads of one search and by whoever may stop it.
class Stopper {
 public:
  using Clock = std::chrono::steady_clock;

  // Begins a search: the clock starts here, and an earlier stop is forgotten.
  void start(const Limits& limits) {
    stopped_ = false;
    nodes_ = 0;
    most_nodes_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
    started_ = Clock::now();
    deadline_ = limits.seconds ? started_ + std::chrono::duration_cast<Clock::duration>(
                                                std::chrono::duration<double>(*limits.seconds))
                               : Clock::time_point::max();
  }

  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  // Counts nodes done since the last call, looks at the clock, and tells whether to end.
  bool spend(std::uint64_t nodes) {
    const std::uint64_t total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (total >= most_nodes_ || Clock::now() >= deadline_) stop();
    return stopped();
  }

 private:
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t most_nodes_ = 0;
  Clock::time_point started_;
  Clock::time_point deadline_;
};

}  // namespace hexcore
