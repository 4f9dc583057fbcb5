// How games of self-play are played.
#pragma once

#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

namespace hexcore {

struct SelfPlayOptions {
  int size = 11;
  int games = 512;
  int threads = 1;
  std::uint64_t seed = 0;
  int visits = 32;
  int quick_visits = 8;
  float full_share = 0.5F;
  int candidates = 16;
  bool puct = false;
  int warm_moves = 10;
  float noise_share = 0.25F;
  // The sum over all moves, as in KataGo, so that each move's own is 10 / (legal moves): about as
  // many moves get a noticeable share of the noise on any board and at any stage. One number per
  // move would spread it thinly on large boards and concentrate it on small ones.
  float noise_alpha = 10.0F;
  float random_first = 0.55F;
  float random_several = 0.1F;
  float drawn_several = 0;
  int most_random = 6;
  float decided = 0.02F;
  float decided_share = 0.25F;
  float resign = 0;
  int resign_moves = 3;
  float resign_check = 0.1F;
};

// One row of the table below. Values from `lowest` to `highest` are accepted.
template <typename T>
struct SelfPlayOption {
  const char* name;
  T SelfPlayOptions::* member;
  std::type_identity_t<T> lowest, highest;
  const char* help;
};

// Every option, once. The checks, the saved games, the binding, the settings file and the command
// line are all made from this table. Its order is part of the format of saved games: add new rows
// at the end.
inline constexpr std::tuple kSelfPlayOptions{
    SelfPlayOption{"size", &SelfPlayOptions::size, 2, 32, "Side of the board."},
    SelfPlayOption{"games", &SelfPlayOptions::games, 1, 1'000'000, "Games side by side."},
    SelfPlayOption{"threads", &SelfPlayOptions::threads, 1, 256,
                   "Threads that play; the games do not depend on it."},
    SelfPlayOption{"seed", &SelfPlayOptions::seed, 0, std::numeric_limits<std::uint64_t>::max(),
                   "The same seed plays the same games."},
    SelfPlayOption{"visits", &SelfPlayOptions::visits, 1, 1'000'000,
                   "Visits per move searched in full; only such moves become samples."},
    SelfPlayOption{"quick_visits", &SelfPlayOptions::quick_visits, 1, 1'000'000,
                   "Visits per move played quickly."},
    SelfPlayOption{"full_share", &SelfPlayOptions::full_share, 0, 1,
                   "Share of the moves that are searched in full."},
    SelfPlayOption{"candidates", &SelfPlayOptions::candidates, 1, 1024,
                   "Moves that Gumbel AlphaZero's halving begins with at the root."},
    SelfPlayOption{"puct", &SelfPlayOptions::puct, false, true,
                   "Search as AlphaZero did: PUCT with noise on the root's priors, moves drawn by "
                   "visits, and visits as the policy to learn."},
    SelfPlayOption{"warm_moves", &SelfPlayOptions::warm_moves, 0, 1024,
                   "With puct: stones at the start of a game that are drawn by visits."},
    SelfPlayOption{"noise_share", &SelfPlayOptions::noise_share, 0, 1,
                   "With puct: share of noise in the root's priors, in full searches only."},
    SelfPlayOption{"noise_alpha", &SelfPlayOptions::noise_alpha, 1e-3F, 1e6F,
                   "With puct: alpha of the noise, summed over all moves."},
    SelfPlayOption{"random_first", &SelfPlayOptions::random_first, 0, 1,
                   "Share of games that begin with one random stone, as under the swap rule."},
    SelfPlayOption{"random_several", &SelfPlayOptions::random_several, 0, 1,
                   "Share of games that begin with several random stones."},
    SelfPlayOption{"drawn_several", &SelfPlayOptions::drawn_several, 0, 1,
                   "Share of games that begin with stones drawn from the network's policy."},
    SelfPlayOption{"most_random", &SelfPlayOptions::most_random, 2, 1024,
                   "Largest number of stones that such a game begins with."},
    SelfPlayOption{"decided", &SelfPlayOptions::decided, 0, 1,
                   "A game is decided once the win probability is this close to 0 or 1."},
    SelfPlayOption{"decided_share", &SelfPlayOptions::decided_share, 0, 1,
                   "Share of full searches that is kept in a decided game."},
    SelfPlayOption{"resign", &SelfPlayOptions::resign, 0, 0.5F,
                   "A side resigns below this win probability; 0: never."},
    SelfPlayOption{"resign_moves", &SelfPlayOptions::resign_moves, 1, 1024,
                   "Moves of its own in a row that a side must be below `resign`."},
    SelfPlayOption{"resign_check", &SelfPlayOptions::resign_check, 0, 1,
                   "Share of games without resignation, to count how often it would be wrong."},
};

// Calls see(option) for each row of the table.
template <typename See>
void for_each_option(const See& see) {
  std::apply([&](const auto&... options) { (see(options), ...); }, kSelfPlayOptions);
}

// Returns the options; throws Error(player) for values out of range.
SelfPlayOptions checked(const SelfPlayOptions& options);

}  // namespace hexcore
