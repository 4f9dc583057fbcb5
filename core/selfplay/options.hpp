// How games of self-play are played.
#pragma once

#include <cstdint>

namespace hexcore {

struct SelfPlayOptions {
  int size = 11;
  int games = 512;
  int threads = 1;
  std::uint64_t seed = 0;
  // Moves searched with all the visits are learnt from, the others are played quickly.
  int visits = 32;
  int quick_visits = 8;
  float full_share = 0.5F;
  int candidates = 16;
  // How many games begin with one random stone, as the swap rule would, and with several.
  float random_first = 0.5F;
  float random_several = 0.1F;
  int most_random = 6;
  // Once the chances are this close to certain, few moves are still searched in full.
  float decided = 0.02F;
  float decided_share = 0.25F;
};

// The same options; throws Error(player) for any out of range.
const SelfPlayOptions& checked(const SelfPlayOptions& options);

}  // namespace hexcore
