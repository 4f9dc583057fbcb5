#include "board/board.hpp"

#include <initializer_list>

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

void play(Board& board, std::initializer_list<std::string_view> cells) {
  for (const auto name : cells) board.push(cell(board, name));
}

ErrorKind refusal(Board& board, Move move, Color color) {
  const std::uint64_t key = board.key();
  try {
    board.push(move, color);
  } catch (const Error& error) {
    CHECK(board.key() == key);
    return error.kind();
  }
  FAIL("the move was taken");
  return {};
}

}  // namespace

TEST_CASE("a chain from edge to edge wins at once") {
  Board board = make(Shape::hex, 3, 3);
  play(board, {"b2", "a1", "b1", "c1"});
  CHECK_FALSE(board.over());
  play(board, {"a3"});
  CHECK(board.termination() == Termination::connection);
  CHECK(board.winner() == Color::black);
  CHECK(board.winning_path() ==
        std::vector{cell(board, "b1"), cell(board, "b2"), cell(board, "a3")});
  CHECK(board.legal_count() == 0);
  CHECK(refusal(board, cell(board, "c3"), Color::white) == ErrorKind::game_over);
  board.pop();
  CHECK_FALSE(board.over());
  CHECK(board.winning_path().empty());
}

TEST_CASE("bad moves are refused and change nothing") {
  Board board = make(Shape::hex, 4, 3, SwapRule::sides);
  play(board, {"b2"});
  CHECK(refusal(board, cell(board, "b2"), Color::white) == ErrorKind::occupied);
  CHECK(refusal(board, 12, Color::white) == ErrorKind::off_board);
  CHECK(refusal(board, -3, Color::white) == ErrorKind::off_board);
  CHECK(refusal(board, kSwap, Color::black) == ErrorKind::swap);
  board.push(kPass);
  CHECK(refusal(board, kSwap, Color::white) == ErrorKind::swap);
}

TEST_CASE("swap-pieces mirrors the stone and gives it to White") {
  Board board = make(Shape::hex, 4, 4, SwapRule::pieces);
  play(board, {"b1"});
  CHECK(board.legal_count() == 16);
  const std::uint64_t before = board.key();
  board.push(kSwap);
  CHECK(board.at(cell(board, "b1")) == Stone::none);
  CHECK(board.at(cell(board, "a2")) == Stone::white);
  CHECK(board.turn() == Color::black);
  CHECK_FALSE(board.swap_available());
  board.pop();
  CHECK(board.at(cell(board, "b1")) == Stone::black);
  CHECK(board.key() == before);
}

TEST_CASE("swap-sides leaves the stone, and White moves again") {
  Board board = make(Shape::offset, 4, 3, SwapRule::sides);
  play(board, {"b1"});
  board.push(kSwap);
  CHECK(board.turn() == Color::white);
  CHECK(board.at(cell(board, "b1")) == Stone::black);
  CHECK(board.swap_used());
  CHECK_FALSE(board.is_legal(kSwap));
}

TEST_CASE("from a set-up stone too, the right to swap ends with the swap") {
  const auto start = [](bool swap_used) {
    return Board::setup(Grid::get(Shape::hex, 5, 5), SwapRule::sides, std::vector{6},
                        std::vector<int>{}, Color::white, swap_used);
  };
  Board board = start(false);
  CHECK(board.swap_available());
  board.push(kSwap);
  CHECK(board.turn() == Color::white);
  CHECK_FALSE(board.swap_available());
  CHECK(board.swap_used());
  CHECK(board.key() == start(true).key());
  CHECK(refusal(board, kSwap, Color::white) == ErrorKind::swap);
  board.pop();
  CHECK(board.swap_available());
}

TEST_CASE("swap-pieces needs a board that is its own mirror image") {
  CHECK_THROWS_AS(make(Shape::hex, 3, 4, SwapRule::pieces), Error);
  CHECK_THROWS_AS(make(Shape::offset, 4, 4, SwapRule::pieces), Error);
  CHECK_NOTHROW(make(Shape::triangle, 3, 6, SwapRule::pieces));
}

TEST_CASE("a full board without a chain is a draw") {
  Board board = make(Shape::square, 2, 2);
  play(board, {"a1", "b1", "b2", "a2"});
  CHECK(board.termination() == Termination::full_board);
  CHECK_FALSE(board.winner());
}

TEST_CASE("a resignation ends the game and can be taken back") {
  Board board = make(Shape::hex, 5, 5);
  play(board, {"a1", "b2"});
  board.end(Termination::resignation, Color::black);
  CHECK(board.winner() == Color::white);
  CHECK(refusal(board, 5, Color::black) == ErrorKind::game_over);
  board.reopen();
  CHECK_NOTHROW(board.push(5));
}

TEST_CASE("groups are stones that touch, with the edges they reach") {
  Board board = Board::setup(Grid::get(Shape::hex, 4, 4), SwapRule::none, std::vector{0, 4, 6},
                             std::vector{15}, Color::white, false);
  const auto black = board.groups(Color::black);
  REQUIRE(black.size() == 2);
  CHECK(black[0].cells == std::vector{0, 4});
  CHECK(black[0].edges == std::vector<int>{kTop});
  CHECK(black[1].edges.empty());
  CHECK(board.groups(Color::white)[0].edges == std::vector<int>{kRight});
}

TEST_CASE("pop restores every key on the way back of random games") {
  Rng rng(7);
  for (const auto& [shape, rows, cols, swap] : {std::tuple{Shape::hex, 5, 5, SwapRule::pieces},
                                                {Shape::hex, 3, 6, SwapRule::sides},
                                                {Shape::offset, 4, 5, SwapRule::none},
                                                {Shape::square, 4, 4, SwapRule::pieces},
                                                {Shape::triangle, 3, 6, SwapRule::pieces}})
    for (int game = 0; game < 50; ++game) {
      Board board = make(shape, rows, cols, swap);
      std::vector<std::uint64_t> keys{board.key()};
      while (!board.over()) {
        const auto moves = board.legal_moves();
        board.push(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        keys.push_back(board.key());
      }
      while (board.ply() > 0) {
        CHECK(board.key() == keys.back());
        keys.pop_back();
        board.pop();
      }
      CHECK(board.key() == keys.back());
      CHECK(board.empty_cells() == board.grid().cells());
    }
}
