#include "search/net/canonical.hpp"

#include <algorithm>
#include <vector>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

std::vector<int> view_of(const Board& board) {
  const int count = CanonicalView::cells_of(board.grid());
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(count), 9);
  write_view(board, cells.data());
  return {cells.begin(), cells.end()};
}

}  // namespace

TEST_CASE("Black sees the board as it is, White reflected and with colours exchanged") {
  Board board(Grid::get(Shape::hex, 2, 3));
  board.push(2);
  board.push(3);
  CHECK(view_of(board) == std::vector{0, 0, 1,  //
                                      2, 0, 0,  //
                                      3, 3, 3});
  board.push(4);
  CHECK(view_of(board) == std::vector{0, 1, 3,  //
                                      0, 2, 3,  //
                                      2, 0, 3});
}

TEST_CASE("stones know how many moves ago they were placed") {
  Board board(Grid::get(Shape::hex, 2, 3));
  for (const Move move : {2, 3, kPass, 0}) board.push(move);
  CHECK(stone_ages(board) == std::vector<std::uint8_t>{1, 0, 4, 3, 0, 0});
  std::vector<std::uint8_t> view(9, 9);
  board.push(5);
  write_ages(board, view.data());
  CHECK(view == std::vector<std::uint8_t>{2, 4, 0,  //
                                          0, 0, 0,  //
                                          5, 1, 0});
  Board swapped(Grid::get(Shape::hex, 3, 3), SwapRule::pieces);
  for (const Move move : {Move{1}, kSwap, Move{8}}) swapped.push(move);
  CHECK(stone_ages(swapped) == std::vector<std::uint8_t>{0, 0, 0, 2, 0, 0, 0, 0, 1});
}

TEST_CASE("a position and its reflection with exchanged colours look alike") {
  const auto grid = Grid::get(Shape::hex, 4, 4);
  const std::vector black{1, 6, 11}, white{2, 8};
  std::vector<int> black_reflected, white_reflected;
  for (const int cell : black) black_reflected.push_back(cell % 4 * 4 + cell / 4);
  for (const int cell : white) white_reflected.push_back(cell % 4 * 4 + cell / 4);
  const Board one = Board::setup(grid, SwapRule::none, black, white, Color::black, false);
  const Board two =
      Board::setup(grid, SwapRule::none, white_reflected, black_reflected, Color::white, false);
  CHECK(view_of(one) == view_of(two));
}

TEST_CASE("every cell has a place of its own in the view") {
  const auto grid = Grid::get(Shape::hex, 3, 5);
  for (const Color mover : {Color::black, Color::white}) {
    const CanonicalView view(*grid, mover);
    std::vector<int> seen(25, 0);
    for (int cell = 0; cell < 15; ++cell) ++seen[static_cast<std::size_t>(view.index(cell))];
    CHECK(std::ranges::count(seen, 1) == 15);
  }
}
