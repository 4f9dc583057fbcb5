#include "search/net/mcts.hpp"

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

#include "doctest/doctest.h"
#include "table_net.hpp"

using namespace hexcore;

namespace {

Board hex(int rows, int cols) { return Board(Grid::get(Shape::hex, rows, cols)); }

bool same(const MctsReport& one, const MctsReport& two) {
  return std::ranges::equal(one.moves, two.moves, [](const MctsMove& a, const MctsMove& b) {
    return a.move == b.move && a.visits == b.visits && a.win_probability == b.win_probability;
  });
}

MctsReport searched(const Board& board, MctsOptions options, std::uint64_t visits, int batch = 1) {
  Mcts search(options);
  search.start(board);
  return think(search, visits, batch);
}

}  // namespace

TEST_CASE("visits add up, priors too, and the best comes first with its line") {
  for (const int batch : {1, 8}) {
    const MctsReport report = searched(hex(5, 7), {}, 300, batch);
    std::uint64_t visits = 0;
    float priors = 0;
    for (const MctsMove& move : report.moves) {
      visits += move.visits;
      priors += move.prior;
      CHECK(move.line.front() == move.move);
    }
    CHECK(report.visits == 300);
    CHECK(visits == report.visits);
    CHECK(priors == doctest::Approx(1));
    CHECK(report.moves.size() == 35);
    CHECK(report.moves.front().visits ==
          std::ranges::max(report.moves, {}, &MctsMove::visits).visits);
    CHECK(report.moves.front().line.size() > 1);
  }
}

TEST_CASE("the same options think alike") {
  CHECK(same(searched(hex(5, 5), {}, 200, 4), searched(hex(5, 5), {}, 200, 4)));
}

TEST_CASE("answers to leaves of an older position are dropped") {
  Mcts search({});
  search.start(hex(4, 4));
  std::vector<std::uint8_t> views(32);
  const auto late = search.gather(2, 16, views.data());
  CHECK(late.size() == 1);  // the root comes alone
  search.start(hex(4, 4));
  const std::vector<float> logits(32, 0.0F), win_probabilities(2, 0.9F);
  search.scatter(late, 16, logits.data(), win_probabilities.data());
  CHECK(search.report().evaluated == 0);
  const auto fresh = search.gather(2, 16, views.data());
  CHECK(fresh != late);
  search.scatter(fresh, 16, logits.data(), win_probabilities.data());
  search.scatter(fresh, 16, logits.data(), win_probabilities.data());
  CHECK(search.report().evaluated == 1);
  CHECK(search.report().raw_win_probability == 0.9F);
}

TEST_CASE("other orders of the same moves need no network") {
  const MctsReport with = searched(hex(3, 3), {.tree{.see_bridges = false}}, 400);
  const MctsReport without =
      searched(hex(3, 3), {.tree{.see_bridges = false}, .remembered = 0}, 400);
  CHECK(with.recalled > 0);
  CHECK(without.recalled == 0);
  CHECK(with.evaluated < without.evaluated);
  CHECK(same(with, without));
}

TEST_CASE("the tree is kept for the moves played since, and only for those") {
  Board board = hex(6, 6);
  Mcts search({});
  search.start(board);
  const MctsReport before = think(search, 600);
  board.push(before.moves.front().line[0]);
  board.push(before.moves.front().line[1]);
  search.start(board);
  const MctsReport after = search.report();
  CHECK(after.visits > 10);
  CHECK(after.visits < before.moves.front().visits);
  CHECK(after.evaluated == 0);
  search.start(board);
  CHECK(search.report().visits == after.visits);
  board.pop();
  search.start(board);
  CHECK(search.report().visits == 0);
  think(search, 50);
  board.push(kPass);
  search.start(board);
  CHECK(search.report().visits == 0);
  search.start(hex(5, 6));
  CHECK(think(search, 20).moves.size() == 30);
  search.clear();
  CHECK(search.report().moves.empty());
}

TEST_CASE("a certain result ends the search and tells the move") {
  const auto grid = Grid::get(Shape::hex, 5, 5);
  const Board board = Board::setup(grid, SwapRule::none, std::vector{2, 7, 12, 17},
                                   std::vector{0, 5, 10, 15}, Color::black, false);
  const MctsReport report = searched(board, {}, 1000);
  CHECK(report.proven == Proven::win);
  CHECK(report.win_probability == 1.0F);
  CHECK((report.moves.front().move == 21 || report.moves.front().move == 22));
  CHECK(report.evaluated == 1);
  const Board small = hex(3, 3);
  CHECK(searched(small, {}, 10'000).proven == Proven::win);
  CHECK(searched(hex(1, 1), {}, 1).moves.front().move == 0);
}

TEST_CASE("few visits are shared among candidates by halving") {
  MctsOptions options{.gumbel_visits = 16, .candidates = 4};
  options.tree.descent = Descent::improved;
  for (const int batch : {1, 2}) {
    Mcts search(options);
    Board board = hex(5, 5);
    search.start(board);
    const MctsReport report = think(search, 16, batch);
    CHECK(report.visits == 16);
    CHECK(std::ranges::count_if(report.moves, [](const MctsMove& m) { return m.visits > 0; }) == 4);
    board.push(report.moves.front().move);
    search.start(board);
    CHECK(search.report().visits == 0);
  }
}

TEST_CASE("a full tree hands out no more leaves") {
  const MctsReport report = searched(hex(19, 19), {.memory_mib = 1}, 100'000, 8);
  CHECK(report.full);
  CHECK(report.visits < 1000);
  CHECK_FALSE(searched(hex(5, 5), {.memory_mib = 1}, 10).full);
}

TEST_CASE("several threads share one search") {
  Mcts search({});
  search.start(hex(7, 7));
  {
    std::vector<std::jthread> threads;
    for (int at = 0; at < 3; ++at) threads.emplace_back([&] { think(search, 400, 4); });
  }
  const MctsReport report = search.report();
  CHECK(report.visits >= 400);
  std::uint64_t visits = 0;
  for (const MctsMove& move : report.moves) visits += move.visits;
  CHECK(visits == report.visits);
}

TEST_CASE("other shapes, finished games and bad options are errors") {
  Mcts search({});
  CHECK_THROWS_AS(search.start(Board(Grid::get(Shape::square, 4, 4))), Error);
  Board over = hex(1, 1);
  over.push(0);
  CHECK_THROWS_AS(search.start(over), Error);
  CHECK_THROWS_AS(Mcts({.gumbel_visits = -1}), Error);
  CHECK_THROWS_AS(Mcts({.candidates = 0}), Error);
  CHECK_THROWS_AS(Mcts({.memory_mib = 0}), Error);
}
