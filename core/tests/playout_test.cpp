#include "search/montecarlo/playout.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("threads do not change the result") {
  const Board board(Grid::get(Shape::hex, 6, 6));
  const Tally one = random_playouts(board, 10'000, 42, 1);
  const Tally four = random_playouts(board, 10'000, 42, 4);
  CHECK(one.black == four.black);
  CHECK(one.white == four.white);
  CHECK(one.black + one.white == 10'000);
  CHECK(one.draws == 0);
}

TEST_CASE("square boards draw as often as they should") {
  // A third of the full 3x3 boards has no chain.
  const Tally tally = random_playouts(Board(Grid::get(Shape::square, 3, 3)), 60'000, 1, 2);
  CHECK(tally.draws > 18'000);
  CHECK(tally.draws < 22'000);
}

TEST_CASE("a decided game stays decided") {
  Board board(Grid::get(Shape::hex, 1, 1));
  board.push(0);
  CHECK(random_playouts(board, 100, 0, 1).black == 100);
}
