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

// How far a search is, and the line that it works on or, once solved, the principal variation.
struct SolverProgress {
  // The least number of positions still to be proven until the side to move is known to win, or to
  // lose. 0 when that is proven.
  std::uint32_t to_win = 1, to_lose = 1;
  std::vector<Move> line{};
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
