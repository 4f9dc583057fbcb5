// When a search must end: time, nodes, depth, or a stop from outside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "search/stop_token.hpp"

namespace hexcore {

struct Limits {
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};
  std::optional<int> depth{};
  StopToken stop{};
};

// Tells the threads of one search when to end.
class Stopper {
 public:
  using Clock = std::chrono::steady_clock;

  // Begins a search: the clock starts here.
  void start(const Limits& limits) {
    stop_ = limits.stop;
    ended_ = false;
    nodes_ = 0;
    most_nodes_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
    started_ = Clock::now();
    deadline_ = limits.seconds ? started_ + std::chrono::duration_cast<Clock::duration>(
                                                std::chrono::duration<double>(*limits.seconds))
                               : Clock::time_point::max();
  }

  // Ends this search; its token stays as it is, since other searches may share it.
  void end() { ended_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return ended_.load(std::memory_order_relaxed) || stop_.stopped(); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  // Counts nodes done since the last call, checks the clock, and returns whether to end.
  bool spend(std::uint64_t nodes) {
    const std::uint64_t total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (total >= most_nodes_ || Clock::now() >= deadline_) end();
    return stopped();
  }

 private:
  StopToken stop_;
  std::atomic<bool> ended_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t most_nodes_ = 0;
  Clock::time_point started_;
  Clock::time_point deadline_;
};

}  // namespace hexcore
