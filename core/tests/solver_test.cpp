#include "solve/solver.hpp"

#include <algorithm>
#include <string>

#include "doctest/doctest.h"
#include "random_boards.hpp"

using namespace hexcore;

namespace {

std::string map_of(Solver& solver, int rows, int cols) {
  std::string map;
  for (const auto& [move, verdict] : solver.moves(Board(Grid::get(Shape::hex, rows, cols)), {})) {
    map += verdict == Verdict::win ? 'B' : verdict == Verdict::loss ? '.' : '?';
    if (move % cols == cols - 1 && move + 1 < rows * cols) map += '/';
  }
  return map;
}

}  // namespace

TEST_CASE("the winning openings of small boards") {
  Solver solver(4);
  CHECK(map_of(solver, 1, 1) == "B");
  CHECK(map_of(solver, 2, 2) == ".B/B.");
  CHECK(map_of(solver, 3, 3) == "..B/BBB/B..");
  CHECK(map_of(solver, 4, 4) == "...B/..B./.B../B...");
  CHECK(map_of(solver, 5, 5) == "....B/.BBBB/.BBB./BBBB./B....");
}

TEST_CASE("verdicts and every move's are those of the exhaustive solver") {
  Rng rng(3);
  Solver solver(4);
  ExhaustiveSolver exhaustive(4);
  for (const auto& [rows, cols] : {std::pair{4, 4}, {3, 5}, {5, 4}, {1, 6}, {6, 2}})
    for (int round = 0; round < 25; ++round) {
      const Board board = random_position(Grid::get(Shape::hex, rows, cols), 0.03 * round, rng);
      if (board.over()) continue;
      const SolverReport report = solver.solve(board, {});
      CHECK(report.verdict == exhaustive.solve(board, {}).verdict);
      const auto moves = solver.moves(board, {});
      const auto truth = exhaustive.moves(board, {});
      for (std::size_t at = 0; at < moves.size(); ++at) {
        CHECK(moves[at].verdict == truth[at].verdict);
        if (moves[at].move == report.move) CHECK(moves[at].verdict == Verdict::win);
      }
      CHECK((report.move >= 0) == (report.verdict == Verdict::win));
    }
}

TEST_CASE("the winner needs the carrier only") {
  Rng rng(4);
  Solver solver(4);
  ExhaustiveSolver exhaustive(4);
  int smaller = 0;
  for (int round = 0; round < 60; ++round) {
    const auto grid = Grid::get(Shape::hex, 4 + round % 2, 4);
    const Board board = random_position(grid, 0.01 * round, rng);
    if (board.over()) continue;
    const SolverReport report = solver.solve(board, {});
    const bool black_wins = (report.verdict == Verdict::win) == (board.turn() == Color::black);
    std::vector<int> black, white;
    for (int cell = 0; cell < grid->cells(); ++cell) {
      if (board.at(cell) != Stone::none)
        (board.at(cell) == Stone::black ? black : white).push_back(cell);
      else if (!std::ranges::binary_search(report.carrier, cell))
        (black_wins ? white : black).push_back(cell), ++smaller;
    }
    const Board worst = Board::setup(grid, SwapRule::none, black, white, board.turn(), true);
    CHECK(exhaustive.solve(worst, {}).verdict == report.verdict);
  }
  CHECK(smaller > 100);
}

TEST_CASE("a cut search does not guess, and continues when asked again") {
  Solver solver(4);
  const Board board(Grid::get(Shape::hex, 6, 6));
  int rounds = 0;
  SolverReport report;
  do {
    report = solver.solve(board, {{}, 5, {}, {}});
    ++rounds;
  } while (report.verdict == Verdict::unknown && rounds < 1000);
  CHECK(report.verdict == Verdict::win);
  CHECK(rounds > 1);
}

TEST_CASE("a solver that is stopped before it starts knows nothing") {
  Solver solver(1);
  const Limits stopped;
  stopped.stop.stop();
  const Board board(Grid::get(Shape::hex, 4, 4));
  CHECK(solver.solve(board, stopped).verdict == Verdict::unknown);
  CHECK(solver.solve(board, {}).verdict == Verdict::win);
}

TEST_CASE("other shapes are solved exhaustively") {
  CHECK(Solver(1).solve(Board(Grid::get(Shape::square, 2, 2)), {}).verdict == Verdict::draw);
}
