// Random games to the end.
#pragma once

#include <cstdint>

#include "board/board.hpp"

namespace hexcore {

struct Tally {
  std::uint64_t black = 0;
  std::uint64_t white = 0;
  std::uint64_t draws = 0;
};

// `games` uniformly random continuations of the position, without swap or pass. The result
// depends on the seed, not on the number of threads.
Tally random_playouts(const Board& board, std::uint64_t games, std::uint64_t seed, int threads);

}  // namespace hexcore
