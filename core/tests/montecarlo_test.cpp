#include "search/montecarlo/montecarlo.hpp"

#include <chrono>
#include <thread>

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("every cell gets its playouts, and threads do not change the result") {
  Board board(Grid::get(Shape::hex, 5, 5), SwapRule::pieces);
  board.push(0);
  const auto one = MonteCarlo(7, 1).search(board, {}, 100);
  const auto three = MonteCarlo(7, 3).search(board, {}, 100);
  REQUIRE(one.moves.size() == 24);
  CHECK(one.playouts == 2400);
  for (std::size_t at = 0; at < one.moves.size(); ++at) {
    CHECK(one.moves[at].playouts == 100);
    CHECK(one.moves[at].move >= 0);  // never the swap
    CHECK(one.moves[at].move == three.moves[at].move);
    CHECK(one.moves[at].win_rate == three.moves[at].win_rate);
  }
}

TEST_CASE("a cell that wins at once needs no playouts") {
  const Board board = Board::setup(Grid::get(Shape::hex, 3, 3), SwapRule::none, std::vector{1, 4},
                                   std::vector{6, 8}, Color::black, false);
  const auto report = MonteCarlo(1, 1).search(board, {}, 10);
  REQUIRE(report.moves.size() == 1);
  CHECK(report.moves[0].move == 7);
  CHECK(report.moves[0].win_rate == 1.0);
}

TEST_CASE("limits end it, evenly spread") {
  Limits limits;
  limits.nodes = 64 * 20;
  const auto report = MonteCarlo(1, 1).search(Board(Grid::get(Shape::hex, 4, 4)), limits, {});
  CHECK(report.playouts == 64 * 20);
  for (const auto& move : report.moves) CHECK((move.playouts == 64 || move.playouts == 128));
}

TEST_CASE("a search without end stops when told to") {
  MonteCarlo search(1, 2);
  const Limits limits;
  std::jthread stopping([&] {
    while (search.report().playouts == 0) std::this_thread::yield();
    limits.stop.stop();
  });
  const Board board(Grid::get(Shape::hex, 7, 7));
  CHECK(search.search(board, limits, {}).playouts > 0);
  stopping.join();
  const auto stopped = search.search(board, limits, {});
  CHECK(stopped.playouts == 0);
  CHECK(board.is_legal(stopped.moves.front().move));
  CHECK(search.search(board, {}, 10).playouts == 10 * 49);
}

TEST_CASE("a finished game and bad threads are errors") {
  Board board(Grid::get(Shape::hex, 1, 1));
  board.push(0);
  CHECK_THROWS_AS(MonteCarlo(1, 1).search(board, {}, 10), Error);
  CHECK_THROWS_AS(MonteCarlo(1, 0), Error);
  CHECK_THROWS_AS(MonteCarlo(1, 257), Error);
}
