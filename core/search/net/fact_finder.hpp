// What virtual connections and inferior cells tell of a position, for a tree search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "search/tree.hpp"

namespace hexcore {

// What is known of a move.
enum class Fate : std::uint8_t {
  open,
  lost,      // outside the must-play
  inferior,  // another move is at least as good
};

struct PositionFacts {
  // For the side to move.
  Proven proven = Proven::unknown;
  // How long the winning connection takes at most, if nobody plays elsewhere.
  int plies = 0;
  // One that wins, or -1: not known, or any move does.
  Move move = -1;
  // Of each cell, if nothing is proven. If a move wins, an open one does.
  std::vector<Fate> fates{};
};

// Looks at one position after another. One thread at a time.
class FactFinder {
 public:
  static constexpr int kLongestSide = 19;

  FactFinder();
  ~FactFinder();

  // The board must be of the hex shape and the game open. Knows nothing of boards with a longer
  // side.
  PositionFacts find(const Board& board);

 private:
  class Finder;
  template <int Words>
  class FinderOf;

  const Grid* grid_ = nullptr;  // of finder_
  std::unique_ptr<Finder> finder_;
};

}  // namespace hexcore
