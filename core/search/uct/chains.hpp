// Wins that need no search: stones and bridges from edge to edge.
#pragma once

#include <cstdint>
#include <vector>

#include "board/grid.hpp"
#include "search/uct/patterns.hpp"

namespace hexcore {

// Room to work in; one for each thread.
class Chains {
 public:
  explicit Chains(const Grid& grid);

  // Whether stones and bridges that share no cell join this colour's edges, so that it wins
  // whichever side moves. Bridges are taken as they come, so a yes is certain and a no is not.
  // `carrier` gets the cells of the bridges.
  bool join(const Marks& marks, Color color, std::vector<std::int16_t>& carrier);

 private:
  void join_stones(const Marks& marks, Color color);
  void join_bridge(const Marks& marks, Color color, int one, int two,
                   std::vector<std::int16_t>& carrier);
  int find(int node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  const Grid& grid_;
  const Patterns& patterns_;
  std::vector<std::int16_t> parent_;
  std::vector<bool> taken_;
};

}  // namespace hexcore
