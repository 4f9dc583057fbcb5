// Exact solution of positions: proof-number search on boards of hexagons, exhaustive search on
// the other shapes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "search/busy.hpp"
#include "search/limits.hpp"
#include "solve/exhaustive.hpp"
#include "solve/proof_search.hpp"
#include "solve/verdict.hpp"

namespace hexcore {

class Solver {
 public:
  // The network orders the moves of the hex shape; any number of solvers may share it.
  // With several threads, the moves found and the work may differ from one run to the next.
  explicit Solver(std::size_t table_mib = 64, std::shared_ptr<const net::Network> network = {},
                  int threads = 1);
  ~Solver();

  // Unknown when cut by the limits; calling again continues where that search ended. Swaps and
  // passes are not considered. Boards of another size or shape start anew.
  SolverReport solve(const Board& board, const Limits& limits);
  // Several positions on boards of one size. On the hex shape each thread takes the next one, and
  // the limits are for all of them together; on other shapes for each.
  std::vector<SolverReport> solve_each(const std::vector<Board>& boards, const Limits& limits);
  // The verdict of every move, in order of their numbers.
  std::vector<SolvedMove> moves(const Board& board, const Limits& limits);

  // What is known of a position between two calls of solve; nothing on other shapes than hex.
  SolverProgress progress(const Board& board);

  void clear();

 private:
  class Game;
  template <int Words>
  class HexGame;

  Game& game_for(const Grid& grid);
  std::vector<SolverReport> verdicts(const std::vector<Board>& boards);

  std::size_t table_mib_;
  std::shared_ptr<const net::Network> network_;
  int threads_;
  Stopper stopper_;
  std::atomic<bool> running_{false};
  const Grid* grid_ = nullptr;  // of game_
  std::unique_ptr<Game> game_;
  ExhaustiveSolver exhaustive_;
};

}  // namespace hexcore
