// What was played so far.
#pragma once

#include <cstdint>

namespace hexcore {

struct SelfPlayCounts {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t leaves = 0;
  std::uint64_t black_wins = 0;

  void add(const SelfPlayCounts& more) {
    games += more.games;
    moves += more.moves;
    leaves += more.leaves;
    black_wins += more.black_wins;
  }
};

}  // namespace hexcore
