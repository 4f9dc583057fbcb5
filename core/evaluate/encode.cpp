#include "evaluate/encode.hpp"

#include <algorithm>
#include <array>

#include "evaluate/bits.hpp"
#include "evaluate/distance.hpp"
#include "evaluate/shape.hpp"

namespace hexcore {
namespace {

constexpr float kNoWay = 2;
constexpr std::array kColors{Color::black, Color::white};

template <int Words>
struct Stones {
  const Field<Words>& field;
  std::array<Bits<Words>, 2> of;
  Bits<Words> empty;

  Stones(const Field<Words>& on, std::span<const std::int8_t> stones) : field(on) {
    for (std::size_t cell = 0; cell < stones.size(); ++cell)
      if (stones[cell] != 0) of[stones[cell] - 1].set(static_cast<int>(cell));
    empty = field.all.minus(of[0] | of[1]);
  }
  Side<Words> side(Color color) const { return {field, color, of[static_cast<int>(color)], empty}; }
};

template <int Words>
void encode_sums(const Stones<Words>& stones, const std::vector<int>& weights, int longer, int self,
                 float* out) {
  std::array<int, 2> liberties{}, bridges{};
  int centre = 0;
  stones.empty.for_each([&](int cell) {
    for (int side = 0; side < 2; ++side) {
      const int around = (stones.field.near[cell] & stones.of[side]).count();
      liberties[side] += around;
      bridges[side] += std::max(around - 1, 0);
    }
  });
  stones.of[self].for_each([&](int cell) { centre += weights[cell]; });
  stones.of[1 - self].for_each([&](int cell) { centre -= weights[cell]; });
  for (int at = 0; at < 2; ++at) {
    const int side = at == 0 ? self : 1 - self;
    const int steps = distance_of(stones.side(kColors[side]));
    out[at] = static_cast<float>(steps == kCutOff ? longer * longer : steps);
    out[2 + at] = static_cast<float>(liberties[side]);
    out[4 + at] = static_cast<float>(bridges[side]);
  }
  out[6] = static_cast<float>(centre);
}

// Fewest stones to reach each cell from an edge, the cell's own included; kCutOff where it cannot.
template <int Words>
void reach(const Side<Words>& side, const Bits<Words>& start, std::vector<int>& costs) {
  std::ranges::fill(costs, kCutOff);
  const Bits<Words> open = side.own | side.empty;
  Bits<Words> seen = start & open;
  Bits<Words> frontier = seen & side.own;
  Bits<Words> next = seen & side.empty;
  for (int cost = 0; frontier.any() || next.any(); ++cost) {
    while (frontier.any()) {
      frontier.for_each([&](int cell) { costs[cell] = cost; });
      const Bits<Words> found = (side.field.spread(frontier) & open).minus(seen);
      seen |= found;
      next |= found & side.empty;
      frontier = found & side.own;
    }
    frontier = next;
    next = {};
  }
}

// What is the same in every position: edges beside a node, and links.
std::vector<float> blank_nodes(const Grid& grid) {
  std::vector<float> nodes(static_cast<std::size_t>(grid.nodes()) * kNodeFeatures, 0.0F);
  for (int cell = 0; cell < grid.cells(); ++cell) {
    float* node = &nodes[static_cast<std::size_t>(cell) * kNodeFeatures];
    for (const int link : grid.links(cell))
      if (link >= grid.cells()) node[edge_owner(link - grid.cells()) == Color::black ? 3 : 4] = 1;
    node[5] = static_cast<float>(grid.links(cell).size()) / 6;
  }
  for (int edge = 0; edge < kEdges; ++edge) {
    float* node = &nodes[static_cast<std::size_t>(grid.edge_node(edge)) * kNodeFeatures];
    const int owner = static_cast<int>(edge_owner(edge));
    node[owner] = node[3 + owner] = 1;
    node[5] = static_cast<float>(grid.edge_cells(edge).size()) / 6;
    node[7 - owner] = kNoWay;
  }
  return nodes;
}

template <int Words>
void encode_graph(const Grid& grid, const Stones<Words>& stones, int turn,
                  std::array<std::vector<int>, 2>& costs, float* nodes) {
  const auto longer = static_cast<float>(std::max(grid.rows(), grid.cols()));
  const auto node = [&](int at) { return nodes + static_cast<std::ptrdiff_t>(at) * kNodeFeatures; };
  for (int owner = 0; owner < 2; ++owner) {
    const Color color = kColors[owner];
    const Side<Words> side = stones.side(color);
    reach(side, stones.field.source(color), costs[0]);
    reach(side, stones.field.goal(color), costs[1]);
    float shortest = kNoWay;
    for (int cell = 0; cell < grid.cells(); ++cell) {
      const bool own = side.own.test(cell);
      const bool joined = costs[0][cell] != kCutOff && costs[1][cell] != kCutOff;
      const int stones_needed = costs[0][cell] + costs[1][cell] - (own ? 0 : 1);
      const float way =
          joined ? std::min(static_cast<float>(stones_needed) / longer, kNoWay) : kNoWay;
      node(cell)[owner] = own ? 1 : 0;
      node(cell)[6 + owner] = way;
      shortest = std::min(shortest, way);
    }
    for (int edge = 0; edge < kEdges; ++edge)
      if (edge_owner(edge) == color) node(grid.edge_node(edge))[6 + owner] = shortest;
  }
  stones.empty.for_each([&](int cell) { node(cell)[2] = 1; });
  for (int at = 0; at < grid.nodes(); ++at) node(at)[8 + turn] = 1;
}

}  // namespace

std::vector<float> encode_features(const Positions& positions) {
  const Grid& grid = positions.grid;
  const auto cells = static_cast<std::size_t>(grid.cells());
  std::vector<float> out(positions.turns.size() * kFeatures);
  const std::vector<int> weights = centre_weights(grid);
  with_words(grid.cells(), [&](auto words) {
    const auto field = Field<words>::get(grid);
    for (std::size_t at = 0; at < positions.turns.size(); ++at) {
      const Stones<words> stones(*field, positions.stones.subspan(at * cells, cells));
      encode_sums(stones, weights, std::max(grid.rows(), grid.cols()), positions.turns[at],
                  &out[at * kFeatures]);
    }
  });
  return out;
}

std::vector<float> encode_nodes(const Positions& positions) {
  const Grid& grid = positions.grid;
  const auto cells = static_cast<std::size_t>(grid.cells());
  const std::vector<float> blank = blank_nodes(grid);
  std::vector<float> out(positions.turns.size() * blank.size());
  std::array<std::vector<int>, 2> costs{std::vector<int>(cells), std::vector<int>(cells)};
  with_words(grid.cells(), [&](auto words) {
    const auto field = Field<words>::get(grid);
    for (std::size_t at = 0; at < positions.turns.size(); ++at) {
      float* nodes = &out[at * blank.size()];
      std::ranges::copy(blank, nodes);
      const Stones<words> stones(*field, positions.stones.subspan(at * cells, cells));
      encode_graph(grid, stones, positions.turns[at], costs, nodes);
    }
  });
  return out;
}

}  // namespace hexcore
