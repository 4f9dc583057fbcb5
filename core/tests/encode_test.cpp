#include "evaluate/encode.hpp"

#include <algorithm>
#include <vector>

#include "doctest/doctest.h"
#include "evaluate/distance.hpp"
#include "evaluate/heuristic.hpp"
#include "random_boards.hpp"

using namespace hexcore;

namespace {

struct Flat {
  std::vector<std::int8_t> stones, turns;

  explicit Flat(const std::vector<Board>& boards) {
    for (const Board& board : boards) {
      for (int cell = 0; cell < board.grid().cells(); ++cell)
        stones.push_back(static_cast<std::int8_t>(board.at(cell)));
      turns.push_back(static_cast<std::int8_t>(board.turn()));
    }
  }
};

std::vector<Board> some_boards(const std::shared_ptr<const Grid>& grid, Rng& rng) {
  std::vector<Board> boards;
  for (const double filled : {0.0, 0.2, 0.4, 0.6, 1.0})
    boards.push_back(random_position(grid, filled, rng));
  return boards;
}

}  // namespace

TEST_CASE("features of many positions are those of each board") {
  Rng rng(5);
  for (const auto& grid : all_shapes()) {
    const std::vector<Board> boards = some_boards(grid, rng);
    const Flat flat(boards);
    const std::vector<float> found = encode_features({*grid, flat.stones, flat.turns});
    REQUIRE(found.size() == boards.size() * kFeatures);
    for (std::size_t at = 0; at < boards.size(); ++at) {
      const Features f = features(boards[at]);
      const std::vector<int> expected{f.distance_self,   f.distance_other, f.liberties_self,
                                      f.liberties_other, f.bridges_self,   f.bridges_other,
                                      f.centre};
      for (int number = 0; number < kFeatures; ++number)
        CHECK(found[at * kFeatures + static_cast<std::size_t>(number)] ==
              static_cast<float>(expected[static_cast<std::size_t>(number)]));
    }
  }
}

TEST_CASE("the shortest way through any node is the distance, and its cells are the shortest") {
  Rng rng(6);
  for (const auto& grid : all_shapes()) {
    const std::vector<Board> boards = some_boards(grid, rng);
    const Flat flat(boards);
    const std::vector<float> found = encode_nodes({*grid, flat.stones, flat.turns});
    const auto nodes = static_cast<std::size_t>(grid->nodes());
    REQUIRE(found.size() == boards.size() * nodes * kNodeFeatures);
    const int longer = std::max(grid->rows(), grid->cols());
    for (std::size_t at = 0; at < boards.size(); ++at)
      for (const Color color : {Color::black, Color::white}) {
        const Distance best = distance(boards[at], color);
        const auto way = [&](int node) {
          return found[(at * nodes + static_cast<std::size_t>(node)) * kNodeFeatures + 6 +
                       static_cast<std::size_t>(color)];
        };
        const float expected =
            best.value == kCutOff
                ? 2
                : std::min(static_cast<float>(best.value) / static_cast<float>(longer), 2.0F);
        CHECK(way(grid->edge_node(color == Color::black ? kTop : kRight)) == expected);
        CHECK(way(grid->edge_node(color == Color::black ? kLeft : kBottom)) == 2);
        for (const int cell : best.cells) CHECK(way(cell) == expected);
      }
  }
}
