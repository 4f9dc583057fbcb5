#include "connect/bridge_win.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "board/names.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

namespace {

std::vector<int> cells(const Grid& grid, std::initializer_list<std::string_view> names) {
  std::vector<int> found;
  for (const auto name : names) {
    const auto [row, col] = parse_cell(name).value();
    found.push_back(grid.cell(row, col));
  }
  return found;
}

Board setup(int rows, int cols, std::initializer_list<std::string_view> black,
            std::initializer_list<std::string_view> white, Shape shape = Shape::hex) {
  const auto grid = Grid::get(shape, rows, cols);
  return Board::setup(grid, SwapRule::none, cells(*grid, black), cells(*grid, white), Color::white,
                      false);
}

}  // namespace

TEST_CASE("bridges from edge to edge win") {
  const Board board = setup(5, 5, {"d2", "c4"}, {"a1"});
  const auto win = bridge_win(board, Color::black);
  REQUIRE(win);
  const int top = board.grid().edge_node(kTop), bottom = board.grid().edge_node(kBottom);
  const auto stones = cells(board.grid(), {"d2", "c4"});
  CHECK(win->chain == std::vector{top, stones[0], stones[1], bottom});
  CHECK(win->pairs.size() == 3);
  CHECK(win->carrier() == [&] {
    auto carrier = cells(board.grid(), {"d1", "e1", "c3", "d3", "b5", "c5"});
    std::ranges::sort(carrier);
    return carrier;
  }());
  CHECK_FALSE(bridge_win(board, Color::white));
}

TEST_CASE("bridges that share a cell are no win") {
  // b2 reaches the top by b1, c1 and the bottom of 3x3 by a3, b3; without b3 nothing is left.
  CHECK(bridge_win(setup(3, 3, {"b2"}, {}), Color::black));
  CHECK_FALSE(bridge_win(setup(3, 3, {"b2"}, {"a3"}), Color::black));
  // On one row of two cells both edges share both cells; on 1x1 there is only one.
  CHECK(bridge_win(setup(1, 2, {}, {}), Color::black));
  CHECK_FALSE(bridge_win(setup(1, 1, {}, {}), Color::black));
}

TEST_CASE("joined edges are a chain without bridges, and no move is left to find") {
  const Board board = setup(2, 2, {"b1", "a2"}, {});
  const auto win = bridge_win(board, Color::black);
  REQUIRE(win);
  CHECK(win->chain == std::vector{board.grid().edge_node(kTop)});
  CHECK(win->pairs.empty());
  CHECK_FALSE(bridge_win_move(board, Color::black));
}

TEST_CASE("a move makes, mends and plays out the win") {
  const auto made = bridge_win_move(setup(3, 3, {}, {"a1"}), Color::black);
  REQUIRE(made);
  CHECK(made->win.pairs.size() == 2);
  const Board intruded = setup(3, 3, {"b2"}, {"b1"});
  CHECK_FALSE(bridge_win(intruded, Color::black));
  const auto mended = bridge_win_move(intruded, Color::black);
  REQUIRE(mended);
  CHECK(mended->move == cells(intruded.grid(), {"c1"})[0]);
  CHECK(mended->win.pairs.size() == 1);
  BridgeTracker tracker(setup(3, 3, {"b2", "c1"}, {"b1"}));
  const auto before = tracker.bridges(Color::black);
  const auto last = bridge_win_move(tracker, Color::black);
  REQUIRE(last);
  CHECK(last->win.pairs.empty());
  CHECK(tracker.bridges(Color::black) == before);
}
