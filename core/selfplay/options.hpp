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
  // Moves that Gumbel AlphaZero's halving begins with at the root.
  int candidates = 16;
  // AlphaZero's way instead: PUCT with noise on the root's priors, moves drawn by their visits for
  // so many stones from the start of the game, then the most visited; visits are what is learnt.
  // Only searches in full have noise: the others are there to play well.
  bool puct = false;
  int warm_moves = 10;
  float noise_share = 0.25F;
  // The sum over all moves, as KataGo has it, so that each move's own is 10 / (legal moves): about
  // as many moves get a share of the noise worth having on any board and at any stage, where one
  // number for each move would spread it thinly on large boards and pile it up on small ones.
  float noise_alpha = 10.0F;
  // How many games begin with one random stone, as the swap rule would, and with several; and how
  // many with one or several that are drawn from the network's own policy. Nothing is learnt there.
  float random_first = 0.5F;
  float random_several = 0.1F;
  float drawn_several = 0;
  int most_random = 6;
  // Once the win probabilities are this close to certain, few moves are still searched in full.
  float decided = 0.02F;
  float decided_share = 0.25F;
  // A side whose win probability was below this at so many moves of its own in a row gives up; 0:
  // never. Some games are played on all the same, to count how often giving up would have been
  // wrong.
  float resign = 0;
  int resign_moves = 3;
  float resign_check = 0.1F;
};

// The same options; throws Error(player) for any out of range.
const SelfPlayOptions& checked(const SelfPlayOptions& options);

// Calls see(name, value) for each option that the games follow from: all but the threads.
template <typename See>
void for_each_option(const SelfPlayOptions& options, See&& see) {
  see("size", options.size);
  see("games", options.games);
  see("seed", options.seed);
  see("visits", options.visits);
  see("quick_visits", options.quick_visits);
  see("full_share", options.full_share);
  see("candidates", options.candidates);
  see("puct", options.puct);
  see("warm_moves", options.warm_moves);
  see("noise_share", options.noise_share);
  see("noise_alpha", options.noise_alpha);
  see("random_first", options.random_first);
  see("random_several", options.random_several);
  see("drawn_several", options.drawn_several);
  see("most_random", options.most_random);
  see("decided", options.decided);
  see("decided_share", options.decided_share);
  see("resign", options.resign);
  see("resign_moves", options.resign_moves);
  see("resign_check", options.resign_check);
}

}  // namespace hexcore
