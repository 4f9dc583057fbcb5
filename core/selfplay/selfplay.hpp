// Many games of a network against itself, side by side, one leaf of each in every batch.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "board/rng.hpp"
#include "search/gumbel.hpp"
#include "search/net_tree.hpp"
#include "selfplay/workers.hpp"

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

// Positions to learn from. Cells are views of the side to move.
struct Samples {
  int cells = 0;                      // in each view
  std::vector<std::uint8_t> views;    // [count, cells]
  std::vector<float> policies;        // [count, cells]
  std::vector<std::uint8_t> wins;     // [count]: whether the side to move won
  std::vector<std::int16_t> replies;  // [count]: the next move, -1 after the last
  std::vector<std::int8_t> chains;  // [count, cells]: 1 on an own winning chain, -1 on the enemy's
  std::vector<std::int16_t> plies;  // [count]
  std::vector<float> chances;       // [count]: what the search thought
  std::size_t count() const { return wins.size(); }
  void append(const Samples& more);
};

struct SelfPlayCounts {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t leaves = 0;
  std::uint64_t black_wins = 0;
};

// The same options, but for the threads, and the same answers give the same games and samples. One
// call at a time; `gather` and `scatter` take turns, and anything else throws Error(player).
class SelfPlay {
 public:
  // Throws Error(player) for options out of range.
  explicit SelfPlay(const SelfPlayOptions& options);
  ~SelfPlay();

  const SelfPlayOptions& options() const { return options_; }
  int cells() const { return options_.size * options_.size; }

  // Brings every game to its next leaf: views [games, cells].
  void gather(std::uint8_t* views);
  // Answers to all of them: logits [games, cells] and chances [games] of the side to move.
  void scatter(const float* logits, const float* chances);
  // `scatter` and then `gather`, game by game: one round of the threads instead of two.
  void advance(const float* logits, const float* chances, std::uint8_t* views);

  // What finished games have left since the last call, game by game.
  Samples drain();
  SelfPlayCounts counts() const;

 private:
  class Game;

  void take_turn(bool gathering);
  void gather_one(int at, std::uint8_t* views);
  void scatter_one(int at, const float* logits, const float* chances);

  SelfPlayOptions options_;
  std::vector<std::unique_ptr<Game>> games_;
  Workers workers_;
  std::atomic<bool> running_{false};
  // Leaves are out and wait for answers.
  bool waiting_ = false;
};

}  // namespace hexcore
