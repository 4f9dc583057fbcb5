#include "board/zobrist.hpp"

#include <set>

#include "board/board.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("keys are those of every earlier version") {
  CHECK(zobrist::stone_key(0, 0, Color::black) == 13997307785308053338ULL);
  CHECK(zobrist::stone_key(10, 10, Color::white) == 14362465261072808356ULL);
  CHECK(zobrist::board_key(0, 11, 11) == 15833270646015110395ULL);
}

TEST_CASE("keys differ") {
  std::set<std::uint64_t> keys{zobrist::white_to_move_key(), zobrist::swap_key(SwapRule::pieces),
                               zobrist::swap_key(SwapRule::sides)};
  for (int row = 0; row < 32; ++row)
    for (int col = 0; col < 44; ++col)
      for (const Color color : {Color::black, Color::white})
        keys.insert(zobrist::stone_key(row, col, color));
  CHECK(keys.size() == 3 + 32 * 44 * 2);
}

TEST_CASE("the same stones in another order have the same key") {
  const auto grid = Grid::get(Shape::hex, 7, 7);
  Board one(grid), two(grid);
  for (const int cell : {1, 2, 3, 4}) one.push(cell);
  for (const int cell : {3, 4, 1, 2}) two.push(cell);
  CHECK(one.key() == two.key());
  two.push(kPass);
  CHECK(one.key() != two.key());
}
