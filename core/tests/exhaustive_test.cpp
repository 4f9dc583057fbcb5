#include "solve/exhaustive.hpp"

#include <algorithm>

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("the number of winning openings of small boards") {
  for (const auto& [size, expected] : {std::pair{1, 1}, {2, 2}, {3, 5}, {4, 4}}) {
    ExhaustiveSolver solver(1);
    const auto moves = solver.moves(Board(Grid::get(Shape::hex, size, size)), {});
    CHECK(std::ranges::count(moves, Verdict::win, &SolvedMove::verdict) == expected);
  }
}

TEST_CASE("square boards can be drawn") {
  CHECK(ExhaustiveSolver(1).solve(Board(Grid::get(Shape::square, 2, 2)), {}).verdict ==
        Verdict::draw);
}

TEST_CASE("a cut search does not guess") {
  ExhaustiveSolver solver(1);
  const Board board(Grid::get(Shape::hex, 9, 9));
  CHECK(solver.solve(board, {{}, 200, {}, {}}).verdict == Verdict::unknown);
}

TEST_CASE("a stop that comes first ends that search at once, and not the next") {
  ExhaustiveSolver solver(1);
  const Limits stopped;
  stopped.stop.stop();
  const Board board(Grid::get(Shape::hex, 4, 4));
  CHECK(solver.solve(board, stopped).verdict == Verdict::unknown);
  const auto moves = solver.moves(board, stopped);
  CHECK(std::ranges::count(moves, Verdict::unknown, &SolvedMove::verdict) == 16);
  CHECK(solver.solve(board, {}).verdict == Verdict::win);
}
