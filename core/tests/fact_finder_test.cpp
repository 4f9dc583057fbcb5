#include "search/net/fact_finder.hpp"

#include "doctest/doctest.h"
#include "random_boards.hpp"
#include "solve/exhaustive.hpp"

using namespace hexcore;

TEST_CASE("facts agree with the exhaustive solver") {
  Rng rng(23);
  ExhaustiveSolver solver(1);
  FactFinder finder;
  int settled = 0, lost = 0, inferior = 0;
  for (int round = 0; round < 400; ++round) {
    const auto grid = Grid::get(Shape::hex, 4 + round % 2, 4);
    Board board = random_position(grid, 0.15 + 0.001 * round, rng);
    if (board.over()) continue;
    const bool wins = solver.solve(board, {}).verdict == Verdict::win;
    const PositionFacts facts = finder.find(board);
    const auto wins_with = [&](Move move) {
      board.push(move);
      const bool won = board.over() || solver.solve(board, {}).verdict == Verdict::loss;
      board.pop();
      return won;
    };
    if (facts.proven != Proven::unknown) {
      ++settled;
      CHECK(facts.proven == (wins ? Proven::win : Proven::loss));
      if (facts.move >= 0) CHECK(wins_with(facts.move));
      continue;
    }
    bool open_win = false;
    for (const Move move : board.legal_moves()) {
      const Fate fate = facts.fates[static_cast<std::size_t>(move)];
      lost += fate == Fate::lost;
      inferior += fate == Fate::inferior;
      if (fate == Fate::lost) CHECK_FALSE(wins_with(move));
      if (fate == Fate::open) open_win = open_win || wins_with(move);
    }
    CHECK(open_win == wins);
  }
  CHECK(settled > 100);
  CHECK(lost + inferior > 10);
}
