// A negamax whose leaves the caller evaluates; the search runs on its own thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "search/negamax/leaf_broker.hpp"
#include "search/negamax/negamax.hpp"
#include "search/threads.hpp"

namespace hexcore {

// One thread calls `start`, then `gather` and `scatter` in turn until a batch is empty, then
// `result`.
class BatchedNegamax {
 public:
  BatchedNegamax(const std::string& evaluation, double alpha, std::size_t table_mib, int threads);
  ~BatchedNegamax() { finish(); }
  BatchedNegamax(const BatchedNegamax&) = delete;
  BatchedNegamax& operator=(const BatchedNegamax&) = delete;

  // Begins a search; one that has no result yet is stopped first.
  void start(const Board& board, const Limits& limits, const std::vector<Move>& excluded);
  LeafBatch gather() { return broker_.gather(); }
  void scatter(std::span<const int> scores) { broker_.scatter(scores); }
  // Waits for the end of the search; throws what the search has thrown.
  NegamaxReport result();

  // From any thread.
  NegamaxReport latest() const { return negamax_.latest(); }
  void clear() { negamax_.clear(); }

 protected:
  // Stops a search that has no result yet, and waits for its end.
  void finish();

 private:
  LeafBroker broker_;
  Negamax negamax_;
  StopToken stop_;
  NegamaxReport report_;
  FirstError error_;
  std::jthread thread_;
};

}  // namespace hexcore
