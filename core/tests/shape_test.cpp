#include "evaluate/shape.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("liberties, bridges and the centre of a small position") {
  // Black on b1, a3 and b3, White on c2; b1 and a3 share nothing, b2 touches b1, a3 and b3.
  Board board(Grid::get(Shape::hex, 3, 3));
  board.push(board.grid().cell(0, 1), Color::black);
  board.push(board.grid().cell(2, 0), Color::black);
  board.push(board.grid().cell(2, 1), Color::black);
  board.push(board.grid().cell(1, 2), Color::white);
  CHECK(liberties(board, Color::black) == 8);
  CHECK(liberties(board, Color::white) == 3);
  CHECK(bridge_score(board, Color::black) == 3);
  CHECK(bridge_score(board, Color::white) == 0);
  CHECK(centre_score(board, Color::black) == 2 + 1 + 2 - 2);
  CHECK(centre_score(board, Color::white) == -3);
}

TEST_CASE("weights of the centre round halves away from zero") {
  const auto grid = Grid::get(Shape::hex, 2, 3);
  CHECK(centre_weights(*grid) == std::vector{2, 3, 2, 2, 3, 2});
}
