#include "connect/bridges.hpp"

#include <string_view>
#include <vector>

#include "board/names.hpp"
#include "board/rng.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

namespace {

Board make(Shape shape, int rows, int cols, SwapRule swap = SwapRule::none) {
  return Board(Grid::get(shape, rows, cols), swap);
}

int cell(const Board& board, std::string_view name) {
  const auto [row, col] = parse_cell(name).value();
  return board.grid().cell(row, col);
}

std::vector<int> cells(const Board& board, std::initializer_list<std::string_view> names) {
  std::vector<int> found;
  for (const auto name : names) found.push_back(cell(board, name));
  return found;
}

bool same(const BridgeTracker& one, const BridgeTracker& two) {
  return one.bridges(Color::black) == two.bridges(Color::black) &&
         one.bridges(Color::white) == two.bridges(Color::white);
}

struct Sample {
  Shape shape;
  int rows, cols;
  SwapRule swap;
};

constexpr Sample kSamples[] = {
    {Shape::hex, 1, 4, SwapRule::sides},      {Shape::hex, 5, 5, SwapRule::pieces},
    {Shape::hex, 11, 11, SwapRule::none},     {Shape::hex, 32, 32, SwapRule::none},
    {Shape::offset, 4, 6, SwapRule::sides},   {Shape::square, 5, 5, SwapRule::pieces},
    {Shape::triangle, 4, 8, SwapRule::pieces}};

}  // namespace

TEST_CASE("a bridge is whole, then has one cell left, then is broken") {
  Board board = make(Shape::hex, 5, 5);
  BridgeTracker tracker(board);
  CHECK(tracker.bridges(Color::black).empty());
  tracker.push(cell(board, "c2"), Color::black);
  const int top = board.grid().edge_node(kTop);
  const Bridge whole{cell(board, "c2"), top, cells(board, {"c1", "d1"}), BridgeState::whole};
  CHECK(tracker.bridges(Color::black) == std::vector{whole});
  tracker.push(cell(board, "c1"), Color::white);
  const Bridge left{cell(board, "c2"), top, cells(board, {"d1"}), BridgeState::one_left};
  CHECK(tracker.bridges(Color::black) == std::vector{left});
  CHECK(tracker.last_cells(Color::black) == cells(board, {"d1"}));
  tracker.push(kPass, Color::black);
  CHECK(tracker.bridges(Color::black) == std::vector{left});
  tracker.push(cell(board, "d1"), Color::white);
  CHECK(tracker.bridges(Color::black).front().state == BridgeState::broken);
  for (int moves = 0; moves < 3; ++moves) tracker.pop();
  CHECK(tracker.bridges(Color::black) == std::vector{whole});
  tracker.push(cell(board, "d1"), Color::black);
  CHECK(tracker.bridges(Color::black).empty());
}

TEST_CASE("a single common cell that was never part of a bridge is none") {
  Board board = make(Shape::hex, 5, 5);
  BridgeTracker tracker(board);
  tracker.push(cell(board, "c1"), Color::white);
  tracker.push(cell(board, "c2"), Color::black);
  CHECK(tracker.bridges(Color::black).empty());
}

TEST_CASE("the edges of a narrow board are joined by a bridge") {
  const Board board = make(Shape::hex, 1, 3);
  const Bridge bridge{3 + kTop, 3 + kBottom, {0, 1, 2}, BridgeState::whole};
  CHECK(BridgeTracker(board).bridges(Color::black) == std::vector{bridge});
}

TEST_CASE("moves that cannot be played are refused and change nothing") {
  Board board = make(Shape::hex, 3, 3, SwapRule::pieces);
  BridgeTracker tracker(board);
  CHECK_THROWS_AS(tracker.pop(), Error);
  CHECK_THROWS_AS(tracker.push(9, Color::black), Error);
  CHECK_THROWS_AS(tracker.push(kSwap, Color::white), Error);
  tracker.push(4, Color::black);
  const auto before = tracker.bridges(Color::black);
  CHECK_THROWS_AS(tracker.push(4, Color::white), Error);
  CHECK(tracker.bridges(Color::black) == before);
  tracker.pop();
  CHECK(tracker.bridges(Color::black).empty());
}

TEST_CASE("following a game equals replaying it, forwards and backwards") {
  Rng rng(3);
  for (const auto& [shape, rows, cols, swap] : kSamples) {
    Board board = make(shape, rows, cols, swap);
    BridgeTracker followed(board);
    while (!board.over() && board.ply() < 90) {
      const auto legal = board.legal_moves();
      Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (board.swap_available() && rng.below(2) == 0) move = kSwap;
      if (rng.below(10) == 0) move = kPass;
      const bool out_of_turn = move >= 0 && rng.below(5) == 0;
      const Color color = out_of_turn ? other(board.turn()) : board.turn();
      board.push(move, color);
      followed.push(move, color);
      REQUIRE(same(followed, BridgeTracker(board)));
    }
    while (board.ply() > 0) {
      board.pop();
      followed.pop();
      REQUIRE(same(followed, BridgeTracker(board)));
    }
  }
}

TEST_CASE("a tracker of a position knows only whole bridges") {
  Board board = make(Shape::hex, 5, 5);
  for (const auto name : {"c2", "c1", "c4", "b5"}) board.push(cell(board, name));
  CHECK(BridgeTracker(board).bridges(Color::black).size() == 2);
  CHECK(BridgeTracker::of_position(board).bridges(Color::black).empty());
  const Board root =
      Board::setup(Grid::get(Shape::hex, 5, 5), SwapRule::none, cells(board, {"c2", "c4"}),
                   cells(board, {"c1", "b5"}), Color::black, false);
  CHECK(BridgeTracker(root).bridges(Color::black).empty());
}
