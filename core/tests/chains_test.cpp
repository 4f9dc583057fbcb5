#include "search/uct/chains.hpp"

#include <map>

#include "board/board.hpp"
#include "board/rng.hpp"
#include "doctest/doctest.h"
#include "search/uct/rollout.hpp"

using namespace hexcore;

namespace {

Board setup(Shape shape, int rows, int cols, const std::vector<int>& black,
            const std::vector<int>& white) {
  return Board::setup(Grid::get(shape, rows, cols), SwapRule::none, black, white, Color::white,
                      false);
}

bool joined(const Board& board, Color color, std::vector<std::int16_t>& carrier) {
  return Chains(board.grid()).join(Rollout(board, true).marks(), color, carrier);
}

// Whether this colour wins although the other one moves first, by looking at everything.
bool wins_second(Board& board, Color color, std::map<std::uint64_t, bool>& known) {
  if (board.over()) return board.winner() == color;
  const auto [found, is_new] = known.try_emplace(board.key(), false);
  if (!is_new) return found->second;
  const bool own_turn = board.turn() == color;
  bool wins = !own_turn;
  for (const int move : board.legal_moves()) {
    board.push(move);
    const bool then = wins_second(board, color, known);
    board.pop();
    if (then == own_turn) {
      wins = own_turn;
      break;
    }
  }
  return known[board.key()] = wins;
}

}  // namespace

TEST_CASE("a bridge to each edge is a win, a shared cell is not") {
  std::vector<std::int16_t> carrier;
  CHECK(joined(setup(Shape::hex, 3, 3, {4}, {}), Color::black, carrier));
  CHECK(carrier == std::vector<std::int16_t>{1, 2, 6, 7});
  CHECK_FALSE(joined(setup(Shape::hex, 3, 3, {4}, {1}), Color::black, carrier));
  CHECK_FALSE(joined(setup(Shape::hex, 4, 4, {5}, {}), Color::black, carrier));
  CHECK(joined(setup(Shape::hex, 4, 4, {6, 13}, {}), Color::black, carrier));
}

TEST_CASE("what is joined wins against every play") {
  Rng rng(9);
  int found = 0;
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 3, 3},
                                          {Shape::hex, 3, 4},
                                          {Shape::offset, 3, 3},
                                          {Shape::square, 3, 3},
                                          {Shape::triangle, 2, 4}})
    for (int trial = 0; trial < 60; ++trial) {
      std::vector<int> black, white;
      for (int cell = 0; cell < rows * cols; ++cell) {
        const auto choice = rng.below(5);
        if (choice == 0) black.push_back(cell);
        if (choice == 1) white.push_back(cell);
      }
      Board board = setup(shape, rows, cols, black, white);
      std::vector<std::int16_t> carrier;
      if (board.over() || !joined(board, Color::black, carrier)) continue;
      ++found;
      std::map<std::uint64_t, bool> known;
      CHECK(wins_second(board, Color::black, known));
    }
  CHECK(found > 15);
}
