// What was played so far.
#pragma once

#include <cstdint>

namespace hexcore {

struct SelfPlayCounts {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t leaves = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t resigned = 0;
  // Games that would have been given up but were played to the end, and those of them that the
  // side won which would have given up.
  std::uint64_t checked = 0;
  std::uint64_t false_resigns = 0;

  void add(const SelfPlayCounts& more) {
    games += more.games;
    moves += more.moves;
    leaves += more.leaves;
    black_wins += more.black_wins;
    resigned += more.resigned;
    checked += more.checked;
    false_resigns += more.false_resigns;
  }
};

}  // namespace hexcore
