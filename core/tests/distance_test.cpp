#include "evaluate/distance.hpp"

#include <algorithm>
#include <limits>

#include "doctest/doctest.h"
#include "random_boards.hpp"

using namespace hexcore;

namespace {

constexpr int kFar = 1'000'000;

// Bellman-Ford from an edge over all cells, the plain way.
std::vector<int> costs(const Board& board, Color color, int edge) {
  const Grid& grid = board.grid();
  const auto cost = [&](int cell) { return board.at(cell) == Stone::none ? 1 : 0; };
  std::vector<int> best(static_cast<std::size_t>(grid.cells()), kFar);
  for (bool changed = true; changed;) {
    changed = false;
    for (int cell = 0; cell < grid.cells(); ++cell) {
      if (board.at(cell) == stone_of(other(color))) continue;
      for (const int node : grid.links(cell)) {
        const int before = node < grid.cells() ? best[node] : node == edge ? 0 : kFar;
        if (before + cost(cell) < best[cell]) {
          best[cell] = before + cost(cell);
          changed = true;
        }
      }
    }
  }
  return best;
}

void check_distance(const Board& board, Color color) {
  const int first = board.grid().edge_node(color == Color::black ? kTop : kLeft);
  const auto ahead = costs(board, color, first), back = costs(board, color, first + 1);
  int least = kFar;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) != stone_of(other(color)))
      least = std::min(least, ahead[cell] + back[cell] - (board.at(cell) == Stone::none ? 1 : 0));
  std::vector<int> cells;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (least < kFar && board.at(cell) == Stone::none && ahead[cell] + back[cell] - 1 == least)
      cells.push_back(cell);
  const Distance found = distance(board, color);
  CHECK(found.value == (least < kFar ? least : kCutOff));
  CHECK(found.cells == cells);
}

}  // namespace

TEST_CASE("distances and shortest paths agree with a plain search") {
  Rng rng(2);
  for (const auto& grid : all_shapes())
    for (const double filled : {0.0, 0.2, 0.4, 0.6, 1.0}) {
      if (grid->cells() > 400 && filled > 0.4) continue;
      const Board board = random_position(grid, filled, rng);
      check_distance(board, Color::black);
      check_distance(board, Color::white);
    }
}

TEST_CASE("an empty board needs a stone in every row") {
  const Board board(Grid::get(Shape::hex, 11, 11));
  CHECK(distance(board, Color::black).value == 11);
  CHECK(distance(board, Color::white).value == 11);
  CHECK(two_distance(Board(Grid::get(Shape::hex, 1, 1)), Color::black).value == 1);
  CHECK(two_distance(Board(Grid::get(Shape::hex, 1, 3)), Color::white).value == kCutOff);
  CHECK(two_distance(Board(Grid::get(Shape::hex, 1, 3)), Color::black).value == 1);
}

TEST_CASE("a joined colour needs nothing and the other is cut off") {
  Board board(Grid::get(Shape::hex, 2, 2));
  for (const int move : {0, 1, 2}) board.push(move);
  CHECK(distance(board, Color::black).value == 0);
  CHECK(distance(board, Color::black).cells.empty());
  CHECK(distance(board, Color::white).value == kCutOff);
  CHECK(two_distance(board, Color::black).value == 0);
  CHECK(two_distance(board, Color::white).value == kCutOff);
}
