#include "board/perft.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("perft tells rows from columns") {
  const Board wide(Grid::get(Shape::hex, 2, 3)), tall(Grid::get(Shape::hex, 3, 2));
  CHECK(perft(wide, 4) == 240);
  CHECK(perft(tall, 4) == 360);
  CHECK(perft(wide, 6) == 144);
  CHECK(perft(tall, 0) == 1);
}

TEST_CASE("the swap is one more second move") {
  const Board board(Grid::get(Shape::hex, 11, 11), SwapRule::pieces);
  CHECK(perft(board, 2) == 14641);
}
