// Positions as the numbers that value models read, many at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"

namespace hexcore {

constexpr int kFeatures = 7;
constexpr int kNodeFeatures = 10;

// Positions on one grid, as `LeafBatch` has them.
struct Positions {
  const Grid& grid;
  std::span<const std::int8_t> stones;  // [count, cells]: 0 empty, 1 black, 2 white
  std::span<const std::int8_t> turns;   // [count]: 0 black, 1 white
};

// The numbers of `Features`, in their order: [count, kFeatures].
std::vector<float> encode_features(const Positions& positions);

// Every node of every position, the cells and then the four edges: [count, nodes, kNodeFeatures].
// A node is Black's, White's, empty; beside an edge of Black's, of White's; links / 6; the stones
// Black, then White, needs for a way from edge to edge through it, over the longer side, at most 2
// and 2 where there is none; Black to move, White to move. An edge counts as a stone of its owner.
std::vector<float> encode_nodes(const Positions& positions);

}  // namespace hexcore
