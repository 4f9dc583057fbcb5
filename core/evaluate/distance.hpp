// How many stones a colour still needs to join its edges.
#pragma once

#include <vector>

#include "board/board.hpp"
#include "evaluate/bits.hpp"

namespace hexcore {

constexpr int kCutOff = -1;

struct Distance {
  int value;               // 0 when joined, kCutOff when it cannot be done
  std::vector<int> cells;  // the empty cells on some best way, in order
};

// Fewest stones still needed: an own stone costs nothing, an empty cell one, the first included.
// The cells are those on some shortest path.
Distance distance(const Board& board, Color color);

// Van Rijswijck's two-distance: the opponent is granted the best way on at every step.
// The neighbours of an empty cell are the other empty cells that touch it, or that touch an own
// group which it touches; enemy cells are absent. From an edge, an empty cell has distance 1 when
// it touches the edge or a group that touches the edge; else one more than the second smallest
// distance among its neighbours, and none when fewer than two of them have one.
// A cell's potential is the sum of its distances from both edges, less one because the cell is
// counted in both. The value is the smallest potential, the cells are those that have it; joined
// is 0, and no cell with a potential is cut off.
Distance two_distance(const Board& board, Color color);

// The searches below on sets of cells. `own` and `empty` do not overlap.
template <int Words>
struct Side {
  const Field<Words>& field;
  Color color;
  Bits<Words> own;
  Bits<Words> empty;
};

template <int Words>
int distance_of(const Side<Words>& side) {
  const Bits<Words> open = side.own | side.empty;
  const Bits<Words>& goal = side.field.goal(side.color);
  Bits<Words> seen = side.field.source(side.color) & open;
  Bits<Words> frontier = seen & side.own;
  Bits<Words> next = seen & side.empty;
  for (int cost = 0;; ++cost) {
    while (frontier.any()) {
      if ((frontier & goal).any()) return cost;
      const Bits<Words> found = (side.field.spread(frontier) & open).minus(seen);
      seen |= found;
      next |= found & side.empty;
      frontier = found & side.own;
    }
    if (!next.any()) return kCutOff;
    frontier = next;
    next = {};
  }
}

// The empty cells on shortest paths, step by step.
template <int Words>
struct Ways {
  int distance;
  Bits<Words> cells;       // on some shortest path
  Bits<Words> bottleneck;  // on all of them
};

// `levels` is scratch that may be kept from call to call.
template <int Words>
Ways<Words> ways_of(const Side<Words>& side, std::vector<Bits<Words>>& levels);

template <int Words>
struct Potential {
  int value;
  Bits<Words> cells;
};

// Two-distances; holds the scratch, so that one object serves many positions.
template <int Words>
class TwoDistance {
 public:
  explicit TwoDistance(const Field<Words>& field) : field_(field), near_(field.near.size()) {}

  Potential<Words> operator()(const Side<Words>& side);

 private:
  // Finds what touches groups and edges; false when a group joins both edges.
  bool gather(const Side<Words>& side);
  template <typename Visit>
  void rise(const Bits<Words>& start, const Bits<Words>& empty, Visit visit) const;

  const Field<Words>& field_;
  std::array<Bits<Words>, 2> at_edge_;
  Bits<Words> beside_;               // the empty cells that touch an own stone
  std::vector<Bits<Words>> near_;    // the neighbours of those
  std::vector<Bits<Words>> levels_;  // cells by distance from the first edge, from 1 on
};

}  // namespace hexcore
