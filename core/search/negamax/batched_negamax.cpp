#include "search/negamax/batched_negamax.hpp"

#include <memory>

namespace hexcore {

BatchedNegamax::BatchedNegamax(const std::string& evaluation, double alpha, std::size_t table_mib,
                               int threads)
    : negamax_({table_mib, threads, true}, [this, evaluation, alpha](const Board& board) {
        return std::make_unique<BatchedEvaluator>(make_evaluator(evaluation, board), alpha,
                                                  broker_);
      }) {}

void BatchedNegamax::start(const Board& board, const Limits& limits,
                           const std::vector<Move>& excluded) {
  finish();
  error_.clear();
  report_ = {};
  stop_ = limits.stop;
  broker_.open();
  thread_ = std::jthread([this, position = Board(board), limits, excluded] {
    error_.guard([&] { report_ = negamax_.search(position, limits, excluded); });
    broker_.close();
  });
}

NegamaxReport BatchedNegamax::result() {
  if (thread_.joinable()) thread_.join();
  error_.rethrow();
  return report_;
}

void BatchedNegamax::finish() {
  if (!thread_.joinable()) return;
  stop_.stop();
  broker_.close();
  thread_.join();
}

}  // namespace hexcore
