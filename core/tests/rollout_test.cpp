#include "search/uct/rollout.hpp"

#include <algorithm>

#include "doctest/doctest.h"
#include "search/montecarlo/playout.hpp"

using namespace hexcore;

TEST_CASE("without bridges a rollout wins as often as a random playout") {
  for (const auto& [shape, rows, cols] :
       {std::tuple{Shape::hex, 4, 4}, {Shape::square, 3, 3}, {Shape::triangle, 2, 4}}) {
    const Board board(Grid::get(shape, rows, cols));
    constexpr int games = 20'000;
    const Tally expected = random_playouts(board, games, 1, 1);
    Rollout rollout(board, false);
    Rng rng(2);
    int scores[3] = {};
    for (int game = 0; game < games; ++game) {
      rollout.reset();
      ++scores[static_cast<int>(rollout.finish(Color::black, -1, rng))];
    }
    CHECK(std::abs(scores[2] - static_cast<int>(expected.black)) < 600);
    CHECK(std::abs(scores[1] - static_cast<int>(expected.draws)) < 600);
  }
}

TEST_CASE("a bridge survives every rollout that saves bridges") {
  // Black's c1 and b3 reach both edges, with b2 and c2 between them; a1 and a3 are empty too.
  const Board board = Board::setup(Grid::get(Shape::hex, 3, 3), SwapRule::none, std::vector{2, 7},
                                   std::vector{1, 3, 8}, Color::white, false);
  Rng rng(1);
  for (const bool save : {true, false}) {
    Rollout rollout(board, save);
    int saved = 0;
    for (int game = 0; game < 100; ++game) {
      rollout.reset();
      saved += rollout.finish(Color::white, -1, rng) == Score::black_wins;
    }
    CHECK((saved == 100) == save);
  }
}

TEST_CASE("winning cells are those that end the game") {
  Rng rng(5);
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 4, 4},
                                          {Shape::hex, 1, 1},
                                          {Shape::offset, 3, 5},
                                          {Shape::square, 3, 4},
                                          {Shape::triangle, 2, 4}})
    for (int game = 0; game < 20; ++game) {
      Board board(Grid::get(shape, rows, cols));
      while (!board.over()) {
        Rollout rollout(board, true);
        for (const Color color : {Color::black, Color::white}) {
          std::vector<std::int16_t> found, expected;
          rollout.winning_cells(color, found);
          for (const int move : board.legal_moves()) {
            board.push(move, color);
            if (board.winner() == color) expected.push_back(static_cast<std::int16_t>(move));
            board.pop();
          }
          std::ranges::sort(found);
          CHECK(found == expected);
        }
        const auto moves = board.legal_moves();
        board.push(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
}

TEST_CASE("a way that is cut off is seen") {
  const Board board = Board::setup(Grid::get(Shape::square, 2, 2), SwapRule::none, std::vector{0},
                                   std::vector{2, 3}, Color::black, false);
  CHECK_FALSE(Rollout(board, true).can_join(Color::black));
}
