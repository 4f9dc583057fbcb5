// Exact solution of small boards of any shape.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "search/busy.hpp"
#include "search/limits.hpp"
#include "solve/verdict.hpp"

namespace hexcore {

// Joining two edges is a game of maker and breaker: the maker joins or does not, and a stone never
// hurts its owner. A proof therefore needs only the cells it uses, its carrier; a player whose move
// was refuted must next play inside the carrier of the refutation, since the same refutation
// answers everything else. On boards with draws two such games are solved, one for each side.
class ExhaustiveSolver {
 public:
  explicit ExhaustiveSolver(std::size_t table_mib = 64);
  ~ExhaustiveSolver();

  // Unknown when cut by the limits. Swaps and passes are not considered.
  SolverReport solve(const Board& board, const Limits& limits);
  // The verdict of every move, in order of their numbers.
  std::vector<SolvedMove> moves(const Board& board, const Limits& limits);

  void clear();

 private:
  class Game;
  template <std::size_t Cells>
  class MakerBreaker;
  Game& game_for(const Board& board);
  Verdict verdict(Game& game, Board& board, Move& move);

  std::size_t table_mib_;
  Stopper stopper_;
  std::atomic<bool> running_{false};
  std::unique_ptr<Game> small_, large_;
};

}  // namespace hexcore
