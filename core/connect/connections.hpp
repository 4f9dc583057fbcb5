// Virtual connections of both colours along a game, for boards of hexagons of any size.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/board.hpp"
#include "connect/connection_set.hpp"

namespace hexcore {

struct VirtualConnection {
  std::vector<int> carrier;  // in order
  Move key;                  // of a semi connection: where its owner plays; kPass for a full one
  bool operator==(const VirtualConnection&) const = default;
};

class Connections {
 public:
  static constexpr int kLongestSide = 19;

  // Throws Error(size) unless the board is of the hex shape and at most 19 x 19.
  explicit Connections(const Board& board, const ConnectionLimits& limits = {});
  ~Connections();

  // A stone of this colour on an empty cell. Throws Error for any other move.
  void push(Move move, Color color);
  // Takes back the last push. Throws Error(no_move) if there is none.
  Move pop();

  // The ends that an end has a full or semi connection to, in order. Ends are nodes of the grid: a
  // cell stands for its group and an edge for itself and the groups that touch it. Results name a
  // group by a cell in it.
  std::vector<int> partners(Color color, int node, bool semi) const;
  // The connections between two ends, the smallest carriers first.
  std::vector<VirtualConnection> between(Color color, int one, int two, bool semi) const;
  // Where this side must play to stop the opponent from getting a full connection between the
  // edges; nothing if the opponent has one, every empty cell if no semi connection is known.
  std::vector<int> must_play(Color mover) const;
  // The smallest connection between the edges. An edge-to-edge chain is one with no carrier.
  std::optional<VirtualConnection> win(Color color, bool semi) const;

 private:
  class Levels;
  template <int Words>
  class LevelsOf;
  std::unique_ptr<Levels> levels_;
};

}  // namespace hexcore
