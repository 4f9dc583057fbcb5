#include "search/net/puct_root.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "doctest/doctest.h"
#include "table_net.hpp"

using namespace hexcore;

namespace {

NetTree search(const Board& board, int visits, PuctRoot& root) {
  NetTree tree(NetTreeOptions{});
  tree.reset(board);
  visit_once(tree);
  for (int at = 0; at < visits; ++at) {
    root.prepare(tree);
    visit_once(tree);
  }
  return tree;
}

Board empty(int size) { return Board(Grid::get(Shape::hex, size, size)); }

std::vector<std::uint32_t> visits_of(const NetTree& tree) {
  std::vector<std::uint32_t> visits;
  for (const NetTree::Edge& edge : tree.edges()) visits.push_back(edge.visits);
  return visits;
}

}  // namespace

TEST_CASE("the policy is the visits, and the most visited move is played") {
  PuctRoot root;
  root.start(0, 10, false, 1);
  const NetTree tree = search(empty(5), 100, root);
  std::vector<float> shares;
  PuctRoot::policy(tree, shares);
  const auto visits = visits_of(tree);
  for (std::size_t at = 0; at < visits.size(); ++at)
    CHECK(shares[at] == doctest::Approx(static_cast<float>(visits[at]) / 100));
  CHECK(visits[static_cast<std::size_t>(root.best(tree))] == std::ranges::max(visits));
}

TEST_CASE("noise is added once, follows its seed, and changes the visits") {
  const auto visits = [](float share, std::uint64_t seed) {
    PuctRoot root;
    root.start(share, 10, false, seed);
    return visits_of(search(empty(5), 100, root));
  };
  CHECK(visits(0.25F, 1) == visits(0.25F, 1));
  CHECK(visits(0.25F, 1) != visits(0.25F, 2));
  CHECK(visits(0, 1) == visits(0, 2));
  CHECK(visits(0, 1) != visits(0.25F, 1));
  PuctRoot root;
  root.start(0.5F, 10, false, 1);
  NetTree tree = search(empty(4), 1, root);
  const float prior = tree.edges()[0].prior;
  root.prepare(tree);
  CHECK(tree.edges()[0].prior == prior);
}

TEST_CASE("moves are drawn by their visits while the game is young") {
  std::vector<int> counts(25);
  std::vector<float> shares;
  const int draws = 2000;
  for (int seed = 0; seed < draws; ++seed) {
    PuctRoot root;
    root.start(0, 10, true, static_cast<std::uint64_t>(seed));
    const NetTree tree = search(empty(5), 20, root);
    ++counts[static_cast<std::size_t>(root.best(tree))];
    PuctRoot::policy(tree, shares);
  }
  for (std::size_t at = 0; at < shares.size(); ++at)
    CHECK(std::abs(static_cast<float>(counts[at]) / draws - shares[at]) < 0.04F);
}

TEST_CASE("a certain win is played, a certain loss only where nothing else is left") {
  const auto grid = Grid::get(Shape::hex, 3, 3);
  const std::vector black{1, 4};
  // White to move must play 7, or Black joins 6 or 7 to the bottom.
  const Board threatened =
      Board::setup(grid, SwapRule::none, black, std::vector{0, 6}, Color::white, false);
  for (const int visits : {1, 2, 3, 30})
    for (const bool drawn : {false, true}) {
      PuctRoot root;
      root.start(0.25F, 10, drawn, 3);
      NetTree tree = search(threatened, visits, root);
      const auto chosen = tree.edges()[static_cast<std::size_t>(root.best(tree))];
      CHECK(chosen.proven != Proven::loss);
      if (visits == 30) CHECK(chosen.move == 7);
      std::vector<float> shares;
      PuctRoot::policy(tree, shares);
      CHECK(std::accumulate(shares.begin(), shares.end(), 0.0F) == doctest::Approx(1));
    }
  // Black holds both ends: whatever White does, the other joins.
  const Board lost =
      Board::setup(grid, SwapRule::none, black, std::vector{0, 3}, Color::white, false);
  PuctRoot root;
  root.start(0, 10, false, 1);
  NetTree tree = search(lost, 40, root);
  REQUIRE(tree.proven() == Proven::loss);
  const auto visits = visits_of(tree);
  CHECK(visits[static_cast<std::size_t>(root.best(tree))] == std::ranges::max(visits));
}

TEST_CASE("an index is drawn by its weight, whatever rounding leaves") {
  const std::vector<float> weights{0, 0.25F, 0, 0.75F, 0};
  CHECK(draw_by_weight(weights, 0) == 1);
  CHECK(draw_by_weight(weights, 0.2F) == 1);
  CHECK(draw_by_weight(weights, 0.25F) == 3);
  CHECK(draw_by_weight(weights, 1) == 3);
  CHECK(draw_by_weight({0.1F, 0.1F}, 0.9F) == 1);
}
