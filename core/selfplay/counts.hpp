// What was played so far.
#pragma once

#include <array>
#include <cstdint>

namespace hexcore {

struct SelfPlayCounts {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  // Leaves that were sent out, and those that an older answer served for.
  std::uint64_t leaves = 0;
  std::uint64_t recalled = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t resigned = 0;
  // Games without resignation in which a side would have resigned, and those of them that this
  // side won.
  std::uint64_t checked = 0;
  std::uint64_t false_resigns = 0;

  void add(const SelfPlayCounts& more) {
    for (const auto each : kAll) this->*each += more.*each;
  }

  static const std::array<std::uint64_t SelfPlayCounts::*, 8> kAll;
};

inline constexpr std::array<std::uint64_t SelfPlayCounts::*, 8> SelfPlayCounts::kAll{
    &SelfPlayCounts::games,    &SelfPlayCounts::moves,         &SelfPlayCounts::leaves,
    &SelfPlayCounts::recalled, &SelfPlayCounts::black_wins,    &SelfPlayCounts::resigned,
    &SelfPlayCounts::checked,  &SelfPlayCounts::false_resigns,
};

}  // namespace hexcore
