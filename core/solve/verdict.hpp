// What a solver answers.
#pragma once

#include <cstdint>
#include <vector>

#include "board/types.hpp"

namespace hexcore {

// For the side to move.
enum class Verdict : std::uint8_t { unknown, loss, draw, win };

struct SolvedMove {
  Move move;
  Verdict verdict;
};

struct SolverReport {
  Verdict verdict = Verdict::unknown;
  Move move = kPass;  // one that keeps the verdict; kPass while unknown or if any move does
  std::uint64_t nodes = 0;
  double seconds = 0;
  // Empty cells with which the winner wins even if every other empty cell were the opponent's.
  // Hex shape only.
  std::vector<int> carrier{};
};

}  // namespace hexcore
