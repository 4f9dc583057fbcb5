// Positions to learn from. Cells are views of the side to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "selfplay/bytes.hpp"

namespace hexcore {

// In `chains`: unknown, because the game was resigned.
constexpr std::int8_t kUnknownChain = 2;

struct Samples {
  int cells = 0;                      // in each view
  std::vector<std::uint8_t> views;    // [count, cells]
  std::vector<float> policies;        // [count, cells]
  std::vector<std::uint8_t> wins;     // [count]: whether the side to move won
  std::vector<std::int16_t> replies;  // [count]: the next move, -1 after the last
  // [count, cells]: 1 on an own winning chain, -1 on the enemy's, 0 elsewhere; kUnknownChain on all
  // cells if there is none.
  std::vector<std::int8_t> chains;
  std::vector<std::int16_t> plies;       // [count]
  std::vector<float> win_probabilities;  // [count]: according to the search
  std::size_t count() const { return wins.size(); }
  void append(const Samples& more);

  // All but `cells`, which the reader must know.
  void save(ByteWriter& bytes) const;
  static Samples load(ByteReader& bytes, int cells);
};

}  // namespace hexcore
