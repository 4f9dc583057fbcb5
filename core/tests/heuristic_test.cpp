#include "evaluate/heuristic.hpp"

#include <algorithm>

#include "doctest/doctest.h"
#include "evaluate/distance.hpp"
#include "evaluate/shape.hpp"
#include "random_boards.hpp"

using namespace hexcore;

namespace {

int reference(std::string_view name, const Board& board) {
  return make_evaluator(name, board)->evaluate(board);
}

// Walks at random with an evaluator in tow and compares it with a new one at every node.
void walk(Board& board, Evaluator& evaluator, std::string_view name, Rng& rng, int depth) {
  CHECK(evaluator.evaluate(board) == reference(name, board));
  if (!board.over()) CHECK(std::abs(evaluator.evaluate(board)) < kScoreBound);
  if (depth == 0 || board.over()) return;
  for (int child = 0; child < 3; ++child) {
    const Move move = rng.below(12) == 0 ? kPass : random_move(board, rng);
    const Color color = board.turn();
    board.push(move);
    evaluator.push(board, move, color);
    walk(board, evaluator, name, rng, depth - 1);
    board.pop();
    evaluator.pop(board);
  }
}

}  // namespace

TEST_CASE("every evaluator keeps in step with pushes and pops") {
  Rng rng(3);
  for (const std::string_view name : evaluator_names())
    for (const auto& grid : all_shapes()) {
      if (grid->cells() > 450) continue;
      for (const double filled : {0.0, 0.3, 0.5}) {
        Board board = random_position(grid, filled, rng);
        if (board.over()) continue;
        const auto evaluator = make_evaluator(name, board);
        walk(board, *evaluator, name, rng, 3);
      }
    }
}

TEST_CASE("a swap is followed too") {
  for (const SwapRule swap : {SwapRule::pieces, SwapRule::sides})
    for (const std::string_view name : evaluator_names()) {
      Board board(Grid::get(Shape::hex, 4, 4), swap);
      const auto evaluator = make_evaluator(name, board);
      for (const Move move : {1, kSwap, 6}) {
        const Color color = board.turn();
        board.push(move);
        evaluator->push(board, move, color);
        CHECK(evaluator->evaluate(board) == reference(name, board));
      }
      while (board.ply() > 0) {
        board.pop();
        evaluator->pop(board);
        CHECK(evaluator->evaluate(board) == reference(name, board));
      }
    }
}

TEST_CASE("the seed setting is the formula over features counted from scratch") {
  Rng rng(4);
  for (const auto& grid : all_shapes())
    for (const double filled : {0.0, 0.3, 0.6}) {
      const Board board = random_position(grid, filled, rng);
      if (board.over()) continue;
      const int longer = std::max(grid->rows(), grid->cols());
      const int score = hexproject_score(features(board), longer);
      CHECK(heuristic(board, "hexproject") == score);
      CHECK(reference("hexproject", board) == std::clamp(score, 1 - kScoreBound, kScoreBound - 1));
    }
}

TEST_CASE("the tracker's sums are those counted from scratch") {
  Rng rng(5);
  for (const auto& grid : all_shapes())
    with_words(grid->cells(), [&](auto words) {
      const Board board = random_position(grid, 0.45, rng);
      const auto state = Tracker<words>(board).state();
      for (const Color color : {Color::black, Color::white}) {
        CHECK(state.liberties[static_cast<int>(color)] == liberties(board, color));
        CHECK(state.bridges[static_cast<int>(color)] == bridge_score(board, color));
      }
      CHECK(state.centre == centre_score(board, Color::black));
    });
}

TEST_CASE("a won game is worth more than any other, a drawn one nothing") {
  Board board(Grid::get(Shape::hex, 1, 1));
  board.push(0);
  Board drawn(Grid::get(Shape::square, 2, 2));
  for (const int move : {0, 1, 3, 2}) drawn.push(move);
  REQUIRE(drawn.termination() == Termination::full_board);
  for (const std::string_view name : evaluator_names()) {
    CHECK(heuristic(board, name) == -kWonScore);
    CHECK(heuristic(drawn, name) == 0);
  }
}

TEST_CASE("an unknown evaluation is refused with the names that exist") {
  const Board board(Grid::get(Shape::hex, 3, 3));
  CHECK_THROWS_WITH_AS(make_evaluator("sead", board),
                       "unknown evaluation 'sead': choose one of hexproject, hexmate, resistance, "
                       "distance",
                       Error);
}
