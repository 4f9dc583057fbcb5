#include "search/uct/patterns.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace hexcore {
namespace {

bool linked(const Grid& grid, int one, int two) {
  if (one >= grid.cells()) std::swap(one, two);
  if (one >= grid.cells()) return false;
  const auto links = grid.links(one);
  return std::ranges::find(links, two) != links.end();
}

// The only other cell that touches both nodes beside `cell`; nothing when there are more or none.
std::optional<int> partner(const Grid& grid, int cell, int one, int two) {
  if (one >= grid.cells() && two >= grid.cells()) return std::nullopt;
  const int inner = one < grid.cells() ? one : two;
  const int outer = inner == one ? two : one;
  std::optional<int> found;
  for (const int node : grid.links(inner)) {
    if (node == cell || node >= grid.cells() || !linked(grid, node, outer)) continue;
    if (found) return std::nullopt;
    found = node;
  }
  return found;
}

bool neighbours_in_ring(const Grid& grid, int one, int two) {
  const bool edges = one >= grid.cells() && two >= grid.cells();
  // Two edges follow each other at a corner, where they belong to different players.
  if (edges) return edge_owner(one - grid.cells()) != edge_owner(two - grid.cells());
  return linked(grid, one, two);
}

bool close_ring(const Grid& grid, std::vector<std::int16_t>& ring, std::size_t at) {
  if (at == ring.size()) return neighbours_in_ring(grid, ring.back(), ring.front());
  for (std::size_t next = at; next < ring.size(); ++next) {
    std::swap(ring[at], ring[next]);
    if (neighbours_in_ring(grid, ring[at - 1], ring[at]) && close_ring(grid, ring, at + 1))
      return true;
    std::swap(ring[at], ring[next]);
  }
  return false;
}

// Whether the empty places of a ring can be filled so that each colour has two separate arcs:
// only then does the cell inside join or part anything.
bool alive(std::uint32_t black, std::uint32_t white) {
  for (std::uint32_t fill = 0; fill < 64; ++fill) {
    const std::uint32_t filled = (black | fill) & ~white & 63;
    const std::uint32_t turned = (filled >> 1 | filled << 5) & 63;
    if (std::popcount(filled ^ turned) > 2) return true;
  }
  return false;
}

const std::array<bool, 4096>& dead_rings() {
  static const auto table = [] {
    std::array<bool, 4096> dead{};
    for (std::uint32_t code = 0; code < dead.size(); ++code)
      dead[code] = !alive(code & 63, code >> 6);
    return dead;
  }();
  return table;
}

}  // namespace

const Patterns& Patterns::get(const Grid& grid) {
  static std::mutex mutex;
  static std::map<const Grid*, std::unique_ptr<const Patterns>> known;
  const std::lock_guard lock(mutex);
  auto& patterns = known[&grid];
  if (!patterns) patterns = std::make_unique<const Patterns>(grid);
  return *patterns;
}

Patterns::Patterns(const Grid& grid)
    : wall_(grid.nodes()),
      watches_(static_cast<std::size_t>(grid.cells())),
      rings_(watches_.size()),
      has_ring_(watches_.size(), false) {
  for (int cell = 0; cell < grid.cells(); ++cell) {
    watch_bridges(grid, cell);
    order_ring(grid, cell);
  }
}

void Patterns::watch_bridges(const Grid& grid, int cell) {
  Watch& watch = watches_[cell];
  watch.node.fill(static_cast<std::int16_t>(wall_));
  int count = 0;
  const auto bit = [&](int node) {
    const auto end = watch.node.begin() + count;
    const auto found = std::find(watch.node.begin(), end, node);
    if (found == end && count < kWidest) watch.node[count++] = static_cast<std::int16_t>(node);
    return static_cast<int>(found - watch.node.begin());
  };
  std::array<std::uint8_t, 256> answers{};
  const auto links = grid.links(cell);
  for (const int one : links)
    for (const int two : links) {
      if (one >= two || linked(grid, one, two)) continue;
      const auto other = partner(grid, cell, one, two);
      if (!other) continue;
      const int first = bit(one), second = bit(two), answer = bit(*other);
      if (std::max({first, second, answer}) >= kWidest) continue;
      const std::uint32_t both = 1U << first | 1U << second;
      for (std::uint32_t stones = 0; stones < 256; ++stones)
        if ((stones & both) == both) answers[stones] |= static_cast<std::uint8_t>(1U << answer);
    }
  width_ = std::max(width_, count);
  const auto kind = std::ranges::find(answers_, answers);
  watch.kind = static_cast<std::uint8_t>(kind - answers_.begin());
  if (kind == answers_.end()) answers_.push_back(answers);
}

void Patterns::order_ring(const Grid& grid, int cell) {
  const auto links = grid.links(cell);
  std::vector<std::int16_t> ring(links.begin(), links.end());
  if (ring.size() > rings_[cell].size() || !close_ring(grid, ring, 1)) return;
  ring.resize(rings_[cell].size(), ring.back());
  std::ranges::copy(ring, rings_[cell].begin());
  has_ring_[cell] = true;
}

bool Patterns::dead(const Marks& marks, int cell) const {
  if (!has_ring_[cell]) return false;
  Mark seen = 0;
  for (std::size_t at = 0; at < rings_[cell].size(); ++at) seen |= marks[rings_[cell][at]] << at;
  return dead_rings()[(seen & 63) | (seen >> 8 & 63) << 6];
}

}  // namespace hexcore
