// The patterns that tools/patterns/find.cpp found and proved, and what follows from them.
//
// All are about the side that plays Black's part; the other colour has the same with the colours
// exchanged. The rim of a set of cells is every cell that touches it.
//
//   captured    The cells 'x' may be filled with black stones. Whatever White plays there, Black
//   can
//               answer among these cells so that in the end, for every filling of the rim, the same
//               rim cells are connected as if the cells were all black. A set of one cell is dead:
//               its colour never matters, and it may be filled with either.
//   reversible  A white stone on 'x' has the black answer 'y', after which White might as well have
//               passed: the cells 'x', 'y' and 'e' then count as black in the same sense.
//   dominated   A black stone on 'y' is at least as good for Black as one on 'x'. Either exchanging
//               the two stones never loses a connection, or 'y' captures 'x'.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "inferior/view_table.hpp"

namespace hexcore {

struct LocalPatterns {
  static const LocalPatterns& get();

  std::vector<std::string> captured, reversible, dominated;
  std::bitset<kRings> dead;  // by the first ring
  ViewTable captured_views, reversible_views, dominated_views;

 private:
  LocalPatterns();
};

}  // namespace hexcore
