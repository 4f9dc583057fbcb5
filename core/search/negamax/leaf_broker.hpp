// Leaves that the caller evaluates in batches: the search waits, and never calls out itself.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "evaluate/heuristic.hpp"

namespace hexcore {

// Positions to be scored, each for its side to move.
struct LeafBatch {
  std::vector<std::int8_t> stones;  // [count, cells]: 0 empty, 1 black, 2 white
  std::vector<std::int8_t> turns;   // [count]: 0 black, 1 white
  std::size_t count() const { return turns.size(); }
};

// The meeting point of the search's threads, which bring leaves, and one caller, who takes all
// that wait, scores them, and gives the scores back.
class LeafBroker {
 public:
  // For the search: blocks until the scores are there. Zeros once the broker is closed.
  std::vector<int> evaluate(const LeafBatch& leaves);

  // For the caller: blocks until leaves wait; an empty batch means that the search has ended.
  LeafBatch gather();
  // Scores in the order of the last batch.
  void scatter(std::span<const int> scores);

  void open();
  void close();

 private:
  struct Request {
    const LeafBatch* leaves;
    std::vector<int> scores;
    bool done = false;
  };

  std::mutex mutex_;
  std::condition_variable leaves_wait_, scores_wait_;
  std::vector<Request*> waiting_, taken_;
  bool closed_ = false;
};

// (1 - alpha) * an evaluation of ours + alpha * the score from outside.
class BatchedEvaluator : public Evaluator {
 public:
  BatchedEvaluator(std::unique_ptr<Evaluator> inner, double alpha, LeafBroker& broker)
      : inner_(std::move(inner)), alpha_(alpha), broker_(broker) {}

  int evaluate(const Board& board) override;
  void push(const Board& after, Move move, Color color) override {
    inner_->push(after, move, color);
  }
  void pop(const Board& restored) override { inner_->pop(restored); }

  // The scores of the positions after each move, each for the side to move there. The board is
  // given back as it was.
  std::vector<int> evaluate_children(Board& board, std::span<const Move> moves);

 private:
  int blend(int ours, int theirs) const;

  std::unique_ptr<Evaluator> inner_;
  double alpha_;
  LeafBroker& broker_;
};

}  // namespace hexcore
