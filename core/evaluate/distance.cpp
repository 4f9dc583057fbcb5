#include "evaluate/distance.hpp"

#include <algorithm>
#include <limits>

namespace hexcore {
namespace {

template <int Words>
std::vector<int> listed(const Bits<Words>& bits) {
  std::vector<int> cells;
  bits.for_each([&](int cell) { cells.push_back(cell); });
  return cells;
}

template <int Words>
Side<Words> side_of(const Field<Words>& field, const Board& board, Color color) {
  const Bits<Words> own = stones_of<Words>(board, color);
  return {field, color, own, field.all.minus(own | stones_of<Words>(board, other(color)))};
}

}  // namespace

// Every shortest path has exactly one empty cell at each distance from the source. So a forward
// search keeps the cells of each distance, and a backward search from the goal picks from them:
// a distance with a single cell left is a bottleneck.
template <int Words>
Ways<Words> ways_of(const Side<Words>& side, std::vector<Bits<Words>>& levels) {
  const Bits<Words> open = side.own | side.empty;
  const Bits<Words>& goal = side.field.goal(side.color);
  Bits<Words> seen = side.field.source(side.color) & open;
  Bits<Words> frontier = seen & side.own;
  Bits<Words> next = seen & side.empty;
  levels.clear();
  for (bool arrived = false; !arrived;) {
    while (frontier.any() && !arrived) {
      arrived = (frontier & goal).any();
      const Bits<Words> found = (side.field.spread(frontier) & open).minus(seen);
      seen |= found;
      next |= found & side.empty;
      frontier = found & side.own;
    }
    if (arrived) break;
    if (!next.any()) return {kCutOff, {}, {}};
    levels.push_back(next);
    frontier = next;
    next = {};
  }
  Ways<Words> ways{static_cast<int>(levels.size()), {}, {}};
  Bits<Words> left = side.own;  // own stones that the way back has not met
  Bits<Words> reached = goal;
  for (std::size_t at = levels.size(); at-- > 0;) {
    Bits<Words> stones = reached & left;
    while (stones.any()) {
      left = left.minus(stones);
      const Bits<Words> found = side.field.spread(stones);
      reached |= found;
      stones = found & left;
    }
    const Bits<Words> here = levels[at] & reached;
    ways.cells |= here;
    if (!here.without_first().any()) ways.bottleneck |= here;
    reached = side.field.spread(here);
  }
  return ways;
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define HEXCORE_MAKE(words) \
  template Ways<words> ways_of(const Side<words>&, std::vector<Bits<words>>&);
// NOLINTEND(bugprone-macro-parentheses)
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

template <int Words>
bool TwoDistance<Words>::gather(const Side<Words>& side) {
  const std::array<const Bits<Words>*, 2> edges{&field_.source(side.color),
                                                &field_.goal(side.color)};
  for (int at = 0; at < 2; ++at) at_edge_[at] = *edges[at] & side.empty;
  beside_ = {};
  for (Bits<Words> left = side.own; left.any();) {
    Bits<Words> group = Bits<Words>::of(left.first());
    Bits<Words> around = field_.spread(group);
    for (Bits<Words> more = (around & left).minus(group); more.any();
         more = (around & left).minus(group)) {
      group |= more;
      around |= field_.spread(more);
    }
    left = left.minus(group);
    const Bits<Words> liberties = around & side.empty;
    const bool first = (group & *edges[0]).any(), second = (group & *edges[1]).any();
    if (first && second) return false;
    if (first) at_edge_[0] |= liberties;
    if (second) at_edge_[1] |= liberties;
    liberties.minus(beside_).for_each([&](int cell) { near_[cell] = field_.near[cell]; });
    liberties.for_each([&](int cell) { near_[cell] |= liberties; });
    beside_ |= liberties;
  }
  return true;
}

// Visits the cells of each distance from those that touch an edge, until the callback says stop.
template <int Words>
template <typename Visit>
void TwoDistance<Words>::rise(const Bits<Words>& start, const Bits<Words>& empty,
                              Visit visit) const {
  Bits<Words> left = empty, once, twice;
  const auto add = [&](const Bits<Words>& neighbours) {
    twice |= once & neighbours;
    once |= neighbours;
  };
  int distance = 1;
  for (Bits<Words> now = start; now.any() && visit(now, distance); now = twice & left) {
    left = left.minus(now);
    field_.spread.each(now.minus(beside_), add);
    (now & beside_).for_each([&](int cell) { add(near_[cell]); });
    ++distance;
  }
}

template <int Words>
Potential<Words> TwoDistance<Words>::operator()(const Side<Words>& side) {
  if (!gather(side)) return {0, {}};
  levels_.clear();
  rise(at_edge_[0], side.empty, [&](const Bits<Words>& now, int) {
    levels_.push_back(now);
    return true;
  });
  constexpr int kFar = std::numeric_limits<int>::max();
  Potential<Words> best{kFar, {}};
  rise(at_edge_[1], side.empty, [&](const Bits<Words>& now, int distance) {
    const int most = static_cast<int>(levels_.size());
    for (int first = 1; first <= most && first + distance - 1 <= best.value; ++first) {
      const Bits<Words> both = now & levels_[first - 1];
      if (!both.any()) continue;
      if (first + distance - 1 < best.value) best = {first + distance - 1, {}};
      best.cells |= both;
      break;
    }
    return distance < best.value;
  });
  if (best.value == kFar) return {kCutOff, {}};
  return best;
}

#define HEXCORE_MAKE(words) template class TwoDistance<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

Distance two_distance(const Board& board, Color color) {
  return with_words(board.grid().cells(), [&](auto words) -> Distance {
    const auto field = Field<words>::get(board.grid());
    const auto potential = TwoDistance<words>(*field)(side_of(*field, board, color));
    return {potential.value, listed(potential.cells)};
  });
}

Distance distance(const Board& board, Color color) {
  return with_words(board.grid().cells(), [&](auto words) -> Distance {
    const auto field = Field<words>::get(board.grid());
    std::vector<Bits<words>> levels;
    const auto ways = ways_of(side_of(*field, board, color), levels);
    return {ways.distance, listed(ways.cells)};
  });
}

}  // namespace hexcore
