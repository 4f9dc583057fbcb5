#include "search/net/gumbel.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "doctest/doctest.h"
#include "table_net.hpp"

using namespace hexcore;

namespace {

// A search by halving on an empty board; the tree is left as it ends.
NetTree search(int size, int visits, int candidates, float noise, std::uint64_t seed,
               GumbelRoot& root) {
  NetTree tree(NetTreeOptions{.descent = Descent::improved});
  tree.reset(Board(Grid::get(Shape::hex, size, size)));
  visit_once(tree);
  root.start(visits, candidates, noise, seed);
  for (int at = 0; at < visits; ++at) visit_once(tree, root.next(tree));
  return tree;
}

std::map<std::uint32_t, int> histogram(const NetTree& tree) {
  std::map<std::uint32_t, int> counts;
  for (const NetTree::Edge& edge : tree.edges())
    if (edge.visits > 0) ++counts[edge.visits];
  return counts;
}

}  // namespace

TEST_CASE("half of the candidates leave after each round") {
  GumbelRoot root;
  // 32 visits, 4 rounds of 8: 16 tried once at first, which is more than a round has.
  CHECK(histogram(search(7, 32, 16, 0, 1, root)) ==
        std::map<std::uint32_t, int>{{1, 8}, {2, 4}, {4, 4}});
  CHECK(histogram(search(7, 16, 4, 0, 1, root)) == std::map<std::uint32_t, int>{{2, 2}, {6, 2}});
  CHECK(histogram(search(7, 5, 1, 0, 1, root)) == std::map<std::uint32_t, int>{{5, 1}});
  CHECK(histogram(search(7, 3, 8, 0, 1, root)) == std::map<std::uint32_t, int>{{1, 3}});
}

TEST_CASE("without noise the likeliest moves are the candidates and the best of them is played") {
  GumbelRoot root;
  const NetTree tree = search(6, 24, 8, 0, 3, root);
  std::vector<float> tried, untried;
  for (const NetTree::Edge& edge : tree.edges())
    (edge.visits > 0 ? tried : untried).push_back(edge.prior);
  CHECK(tried.size() == 8);
  CHECK(std::ranges::min(tried) >= std::ranges::max(untried));
  const auto best = tree.edges()[static_cast<std::size_t>(root.best(tree))];
  CHECK(best.visits == std::ranges::max(tree.edges(), {}, &NetTree::Edge::visits).visits);
}

TEST_CASE("one seed chooses alike, others differ") {
  const auto chosen = [](std::uint64_t seed) {
    GumbelRoot root;
    const NetTree tree = search(7, 16, 8, 1, seed, root);
    return root.best(tree);
  };
  CHECK(chosen(4) == chosen(4));
  std::vector<int> all;
  for (std::uint64_t seed = 0; seed < 20; ++seed) all.push_back(chosen(seed));
  std::ranges::sort(all);
  CHECK(std::unique(all.begin(), all.end()) - all.begin() > 3);
}

TEST_CASE("the improved policy adds up to one and prefers what visits have shown to be good") {
  GumbelRoot root;
  const NetTree tree = search(5, 64, 8, 0, 1, root);
  std::vector<float> shares, values;
  GumbelRoot::policy(tree, shares);
  tree.completed_values(values);
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0F) == doctest::Approx(1));
  const auto edges = tree.edges();
  for (std::size_t one = 0; one < edges.size(); ++one)
    for (std::size_t two = 0; two < edges.size(); ++two)
      if (edges[one].prior >= edges[two].prior && values[one] > values[two])
        CHECK(shares[one] >= shares[two]);
}

TEST_CASE("a certain win is played, and a certain loss left alone") {
  const auto grid = Grid::get(Shape::hex, 3, 3);
  // White threatens at both 4 and 5 in turn; Black wins with 7 or 6 at once.
  const Board board =
      Board::setup(grid, SwapRule::none, std::vector{1, 4}, std::vector{0, 3}, Color::black, false);
  NetTree tree{NetTreeOptions{.always_evaluate_root = true}};
  tree.reset(board);
  visit_once(tree);
  GumbelRoot root;
  root.start(4, 4, 1, 9);
  const Move move = tree.edges()[static_cast<std::size_t>(root.best(tree))].move;
  CHECK((move == 6 || move == 7));

  // White to move must block: every other move loses at once.
  const Board threatened =
      Board::setup(grid, SwapRule::none, std::vector{1, 4}, std::vector{0, 6}, Color::white, false);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    NetTree blocking{NetTreeOptions{.descent = Descent::improved}};
    blocking.reset(threatened);
    visit_once(blocking);
    root.start(32, 5, 1, seed);
    for (int at = 0; at < 32; ++at) visit_once(blocking, root.next(blocking));
    CHECK(blocking.edges()[static_cast<std::size_t>(root.best(blocking))].move == 7);
  }
}
