// One thread of a negamax search: its board, its evaluator, its killers and history.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/negamax/leaf_broker.hpp"
#include "search/negamax/negamax.hpp"

namespace hexcore {

class NegamaxWorker {
 public:
  NegamaxWorker(const Board& board, std::unique_ptr<Evaluator> evaluator, Table& table,
                BusyMoves& busy, Stopper& stopper, const std::vector<Move>& excluded, bool alone);

  // Searches the root to a depth within a window. False when cut short; then `best` is still the
  // best of the moves that were finished, and kPass if none was.
  bool search_root(int depth, int alpha, int beta);
  // Abandons the current search from another thread; the next one is not affected.
  void abandon() { abandoned_.store(true, std::memory_order_relaxed); }
  void ready() { abandoned_.store(false, std::memory_order_relaxed); }

  // The exact score of one root move.
  int score(Move move, int depth);
  bool cut_short() const { return stop_; }

  Move best() const { return best_; }
  int best_score() const { return best_score_; }
  std::vector<Move> pv() const;
  const std::vector<Move>& root_moves() const { return root_moves_; }
  void count_rest() { stopper_.spend(std::exchange(uncounted_, 0)); }

 private:
  struct Candidate {
    int rank;
    Move move;
  };
  static constexpr int kTimeCheck = 64;

  int search(int depth, int alpha, int beta, int ply);
  int search_moves(int depth, int alpha, int beta, int ply, std::vector<Candidate>& moves,
                   std::uint64_t key);
  int search_child(Move move, int depth, int alpha, int beta, int ply);
  // All children of a node at depth 1 at once, for an evaluator that wants them so.
  int search_batch(int ply, std::vector<Candidate>& moves, std::uint64_t key, int alpha, int beta);
  // Answers from the table, or nothing.
  bool probe(std::uint64_t key, int depth, int alpha, int beta, int ply, Move& hint, int& score);
  void remember(std::uint64_t key, int depth, int ply, int score, int alpha, int beta, Move move);
  // Scores what is decided without a search; fills `only` with the one move that does not lose.
  bool decided(int depth, int ply, int& score, Move& only);
  void rank_moves(Move hint, int ply, std::vector<Candidate>& moves);
  void reward(Move move, int depth, int ply);
  void keep_line(Move move, int ply);
  void push(Move move);
  void pop();
  bool out_of_time();

  Board board_;
  std::unique_ptr<Evaluator> evaluator_;
  Table& table_;
  BusyMoves& busy_;
  Stopper& stopper_;
  BatchedEvaluator* leaves_;
  bool alone_;
  bool stop_ = false;
  std::atomic<bool> abandoned_{false};
  std::uint64_t uncounted_ = 0;
  std::vector<Move> root_moves_;
  Move best_ = kPass;
  int best_score_ = 0;
  // Fewest stones with which a colour can threaten to win.
  std::array<int, 2> threat_stones_;
  std::vector<int> prior_;
  std::array<std::vector<int>, 2> history_;
  std::vector<std::array<Move, 2>> killers_;
  std::vector<std::vector<Candidate>> move_lists_;
  std::vector<std::vector<Move>> lines_;
};

}  // namespace hexcore
