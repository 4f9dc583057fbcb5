#include "search/uct/patterns.hpp"

#include <bit>
#include <vector>

#include "board/board.hpp"
#include "doctest/doctest.h"
#include "search/uct/rollout.hpp"

using namespace hexcore;

namespace {

Rollout position(Shape shape, int rows, int cols, const std::vector<int>& black,
                 const std::vector<int>& white) {
  return Rollout(
      Board::setup(Grid::get(shape, rows, cols), SwapRule::none, black, white, Color::black, false),
      true);
}

std::vector<int> saves(const Rollout& rollout, int intruder, Color own) {
  std::vector<int> cells;
  for (auto bits = rollout.patterns().saves(rollout.marks(), intruder, own); bits != 0;
       bits &= bits - 1)
    cells.push_back(rollout.patterns().watched(intruder, std::countr_zero(bits)));
  return cells;
}

// The value of a cell by trying every filling of the board with both colours on it.
bool matters(const Board& board, int cell) {
  std::vector<int> open;
  for (int at = 0; at < board.grid().cells(); ++at)
    if (at != cell && board.at(at) == Stone::none) open.push_back(at);
  const auto winner = [&](std::uint32_t filling, Color inside) {
    std::vector<int> stones[2];
    for (int at = 0; at < board.grid().cells(); ++at)
      if (board.at(at) != Stone::none) stones[board.at(at) == Stone::black ? 0 : 1].push_back(at);
    for (std::size_t at = 0; at < open.size(); ++at) stones[filling >> at & 1].push_back(open[at]);
    stones[static_cast<int>(inside)].push_back(cell);
    return Board::setup(Grid::get(board.grid().shape(), board.grid().rows(), board.grid().cols()),
                        SwapRule::none, stones[0], stones[1], Color::black, false)
        .winner();
  };
  for (std::uint32_t filling = 0; filling < 1U << open.size(); ++filling)
    if (winner(filling, Color::black) != winner(filling, Color::white)) return true;
  return false;
}

}  // namespace

TEST_CASE("an entered bridge is saved in its other cell") {
  // Black's b1 and a3 with a2 and b2 between them.
  const Rollout hex = position(Shape::hex, 4, 4, {1, 8}, {4});
  CHECK(saves(hex, 4, Color::black) == std::vector{5});
  CHECK(saves(hex, 4, Color::white).empty());
  const Rollout closed = position(Shape::hex, 4, 4, {1, 8, 5}, {4});
  CHECK(saves(closed, 4, Color::black).empty());
}

TEST_CASE("a bridge to the edge is saved too") {
  const Rollout top = position(Shape::hex, 4, 4, {5}, {1});
  CHECK(saves(top, 1, Color::black) == std::vector{2});
  const Rollout left = position(Shape::hex, 4, 4, {4}, {5});
  CHECK(saves(left, 4, Color::white) == std::vector{8});
}

TEST_CASE("square boards have diagonal bridges, triangles none") {
  const Rollout square = position(Shape::square, 4, 4, {1, 4}, {0});
  CHECK(saves(square, 0, Color::black) == std::vector{5});
  const Rollout triangle = position(Shape::triangle, 3, 6, {0, 2, 8}, {3});
  CHECK(saves(triangle, 3, Color::black).empty());
}

TEST_CASE("a dead cell never decides a game") {
  Rng rng(3);
  int dead = 0;
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 3, 3},
                                          {Shape::hex, 1, 4},
                                          {Shape::hex, 4, 3},
                                          {Shape::offset, 3, 3},
                                          {Shape::offset, 4, 3},
                                          {Shape::square, 3, 3},
                                          {Shape::square, 1, 4},
                                          {Shape::triangle, 2, 4}})
    for (int trial = 0; trial < 40; ++trial) {
      std::vector<int> stones[2];
      for (int cell = 0; cell < rows * cols; ++cell)
        if (const auto choice = rng.below(5); choice < 4) stones[choice % 2].push_back(cell);
      const Board board = Board::setup(Grid::get(shape, rows, cols), SwapRule::none, stones[0],
                                       stones[1], Color::black, false);
      if (board.over()) continue;
      const Rollout rollout(board, true);
      for (int cell = 0; cell < rows * cols; ++cell) {
        if (board.at(cell) != Stone::none || !rollout.patterns().dead(rollout.marks(), cell))
          continue;
        ++dead;
        CHECK_FALSE(matters(board, cell));
      }
    }
  CHECK(dead > 20);
}
