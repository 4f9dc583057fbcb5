#include "search/uct/chains.hpp"

#include <algorithm>
#include <bit>

namespace hexcore {

Chains::Chains(const Grid& grid)
    : grid_(grid),
      patterns_(Patterns::get(grid)),
      parent_(static_cast<std::size_t>(grid.nodes())),
      taken_(parent_.size()) {}

bool Chains::join(const Marks& marks, Color color, std::vector<std::int16_t>& carrier) {
  carrier.clear();
  std::fill(taken_.begin(), taken_.end(), false);
  join_stones(marks, color);
  for (int cell = 0; cell < grid_.cells(); ++cell) {
    if (marks[cell] != kNothing) continue;
    for (auto bits = patterns_.saves(marks, cell, color); bits != 0 && !taken_[cell];
         bits &= bits - 1) {
      const int partner = patterns_.watched(cell, std::countr_zero(bits));
      if (partner > cell && !taken_[partner]) join_bridge(marks, color, cell, partner, carrier);
    }
  }
  const int edge = color == Color::black ? kTop : kLeft;
  return find(grid_.edge_node(edge)) == find(grid_.edge_node(edge + 1));
}

void Chains::join_stones(const Marks& marks, Color color) {
  for (int node = 0; node < grid_.nodes(); ++node) parent_[node] = static_cast<std::int16_t>(node);
  const Mark stone = mark_of(color);
  for (int cell = 0; cell < grid_.cells(); ++cell) {
    if (marks[cell] != stone) continue;
    for (const int node : grid_.links(cell))
      if (marks[node] == stone && (node < cell || node >= grid_.cells()))
        parent_[find(node)] = static_cast<std::int16_t>(find(cell));
  }
}

// Joins what touches both cells, unless it is joined already.
void Chains::join_bridge(const Marks& marks, Color color, int one, int two,
                         std::vector<std::int16_t>& carrier) {
  const Mark stone = mark_of(color);
  const auto others = grid_.links(two);
  int first = -1;
  bool joined = false;
  for (const int node : grid_.links(one)) {
    if (marks[node] != stone || std::ranges::find(others, node) == others.end()) continue;
    const int group = find(node);
    if (first >= 0 && group != first) {
      parent_[group] = static_cast<std::int16_t>(first);
      joined = true;
    } else {
      first = group;
    }
  }
  if (!joined) return;
  taken_[one] = taken_[two] = true;
  carrier.push_back(static_cast<std::int16_t>(one));
  carrier.push_back(static_cast<std::int16_t>(two));
}

}  // namespace hexcore
