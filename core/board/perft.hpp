// Counting move sequences, the oldest test of a rules engine.
#pragma once

#include <cstdint>

#include "board/board.hpp"

namespace hexcore {

// Sequences of `depth` legal moves, the swap among them and passes not; finished games end early
// and do not count.
std::uint64_t perft(Board board, int depth);

}  // namespace hexcore
