// Regions that no shortest connection passes: a rule that no local pattern sees.
//
// Take the graph of a colour: its groups and edges as one node each, and the empty cells. A way
// from edge to edge that has no shortcut cannot enter and leave a region through nodes that all
// touch each other. So if a clique separates a region from both edges, its empty cells are dead. A
// clique holds at most one group, since groups that touch are one group.
#pragma once

#include <vector>

#include "evaluate/bits.hpp"

namespace hexcore {

template <int Words>
class CutOff {
 public:
  explicit CutOff(const Field<Words>& field) : field_(field) {}

  // The cells, empty or with own stones, that are cut off for this colour. Cells in neither set
  // count as the opponent's.
  Bits<Words> find(const Bits<Words>& own, const Bits<Words>& empty, Color color);

 private:
  struct Group {
    Bits<Words> stones, liberties;
    bool source = false, goal = false;  // holds the first, the second edge of the colour
  };

  Group grow(Bits<Words> stones, bool source, bool goal) const;
  void find_groups();
  void behind_group(const Group& group);
  void behind_cells();
  void remove(const Bits<Words>& clique, bool source, bool goal);

  const Field<Words>& field_;
  Color color_{};
  Bits<Words> own_, empty_, passable_, found_;
  std::vector<Group> groups_;
};

}  // namespace hexcore
