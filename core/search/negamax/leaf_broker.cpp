#include "search/negamax/leaf_broker.hpp"

#include <algorithm>
#include <cmath>

namespace hexcore {
namespace {

void add_position(const Board& board, LeafBatch& leaves) {
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    leaves.stones.push_back(static_cast<std::int8_t>(board.at(cell)));
  leaves.turns.push_back(static_cast<std::int8_t>(board.turn()));
}

}  // namespace

std::vector<int> LeafBroker::evaluate(const LeafBatch& leaves) {
  Request request{&leaves, std::vector<int>(leaves.count(), 0), false};
  std::unique_lock lock(mutex_);
  if (closed_) return request.scores;
  waiting_.push_back(&request);
  leaves_wait_.notify_one();
  scores_wait_.wait(lock, [&] { return request.done || closed_; });
  std::erase(waiting_, &request);
  std::erase(taken_, &request);
  return request.scores;
}

LeafBatch LeafBroker::gather() {
  std::unique_lock lock(mutex_);
  leaves_wait_.wait(lock, [&] { return !waiting_.empty() || closed_; });
  LeafBatch batch;
  if (closed_) return batch;
  taken_ = std::move(waiting_);
  waiting_.clear();
  for (const Request* request : taken_) {
    batch.stones.insert(batch.stones.end(), request->leaves->stones.begin(),
                        request->leaves->stones.end());
    batch.turns.insert(batch.turns.end(), request->leaves->turns.begin(),
                       request->leaves->turns.end());
  }
  return batch;
}

void LeafBroker::scatter(std::span<const int> scores) {
  const std::lock_guard lock(mutex_);
  std::size_t at = 0;
  for (Request* request : taken_) {
    for (int& score : request->scores) score = at < scores.size() ? scores[at++] : 0;
    request->done = true;
  }
  taken_.clear();
  scores_wait_.notify_all();
}

void LeafBroker::open() {
  const std::lock_guard lock(mutex_);
  closed_ = false;
}

void LeafBroker::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  leaves_wait_.notify_all();
  scores_wait_.notify_all();
}

int BatchedEvaluator::blend(int ours, int theirs) const {
  const double bound = kScoreBound - 1;
  const double score = (1 - alpha_) * ours + alpha_ * theirs;
  return static_cast<int>(std::lround(std::clamp(score, -bound, bound)));
}

int BatchedEvaluator::evaluate(const Board& board) {
  LeafBatch leaves;
  add_position(board, leaves);
  return blend(inner_->evaluate(board), broker_.evaluate(leaves)[0]);
}

std::vector<int> BatchedEvaluator::evaluate_children(Board& board, std::span<const Move> moves) {
  LeafBatch leaves;
  std::vector<int> ours(moves.size(), 0);
  std::vector<bool> over(moves.size(), false);
  for (std::size_t at = 0; at < moves.size(); ++at) {
    const Color color = board.turn();
    board.push(moves[at]);
    inner_->push(board, moves[at], color);
    over[at] = board.over();
    if (!over[at]) ours[at] = inner_->evaluate(board);
    add_position(board, leaves);
    board.pop();
    inner_->pop(board);
  }
  std::vector<int> scores = broker_.evaluate(leaves);
  for (std::size_t at = 0; at < moves.size(); ++at)
    scores[at] = over[at] ? 0 : blend(ours[at], scores[at]);  // over here means drawn
  return scores;
}

}  // namespace hexcore
