// A chain of stones and bridges from edge to edge, which the opponent cannot stop.
//
// The chain leads over ends (groups and edges, see bridges.hpp), each joined to the next by a whole
// bridge of which two cells are set aside; no cell is set aside twice. The owner then wins even
// when the opponent moves first: whenever the opponent takes one cell of a pair, the owner takes
// the other. This holds on every shape.
//
// The search is exact: it looks at chains in the order of their length, and chooses the pairs by
// bipartite matching, so that ends with three or more cells in common give way to their neighbours.
// It ends without an answer after kMostSteps chains begun, which only boards full of overlapping
// bridges reach; what it finds is right in any case. Wins that need anything but pairs of common
// neighbours (edge templates, ladders, alternatives that share cells) are not seen.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "board/board.hpp"
#include "connect/bridges.hpp"

namespace hexcore {

struct BridgeWin {
  // Names of the ends in order, from the first edge of the colour (top or left) to the second;
  // the first edge alone when stones join the two already.
  std::vector<int> chain;
  // pairs[i] joins chain[i] and chain[i + 1].
  std::vector<std::array<int, 2>> pairs;

  // The cells of all pairs, in order.
  std::vector<int> carrier() const;
};

struct BridgeWinMove {
  Move move;
  BridgeWin win;
};

constexpr int kMostSteps = 2000;

std::optional<BridgeWin> bridge_win(const BridgeTracker& bridges, Color color);
std::optional<BridgeWin> bridge_win(const Board& board, Color color);

// A move after which the colour has a bridge_win, the one with the fewest bridges left: it makes
// the win, mends it after an intrusion, or plays it out. Nothing when there is none or when the
// edges are joined already. The tracker is given back as it was.
std::optional<BridgeWinMove> bridge_win_move(BridgeTracker& bridges, Color color);
std::optional<BridgeWinMove> bridge_win_move(const Board& board, Color color);

}  // namespace hexcore
