// Many games of a network against itself, side by side, one leaf of each in every batch.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "selfplay/counts.hpp"
#include "selfplay/game.hpp"
#include "selfplay/options.hpp"
#include "selfplay/samples.hpp"
#include "selfplay/workers.hpp"

namespace hexcore {

// The same options, but for the threads, and the same answers give the same games and samples. One
// call at a time; `gather` and `scatter` take turns, and anything else throws Error(player).
class SelfPlay {
 public:
  // Throws Error(player) for options out of range.
  explicit SelfPlay(const SelfPlayOptions& options);

  const SelfPlayOptions& options() const { return options_; }
  int cells() const { return options_.size * options_.size; }

  // Brings every game to its next leaf: views [games, cells].
  void gather(std::uint8_t* views);
  // Answers to all of them: logits [games, cells] and win probabilities [games] of the side to
  // move.
  void scatter(const float* logits, const float* win_probabilities);
  // `scatter` and then `gather`, game by game: one round of the threads instead of two.
  void advance(const float* logits, const float* win_probabilities, std::uint8_t* views);

  // All games as bytes, each at the beginning of the search for its present move; these games go
  // back there too, so that saved and loaded games continue alike. Waiting leaves are
  // forgotten, and `gather` comes next, whatever came before.
  std::vector<std::uint8_t> save();
  // Continues saved games, with their counts and the samples not drained yet; `gather`
  // comes next. Throws Error(player), and changes nothing, if the bytes are not whole or any option
  // but the number of threads was another.
  void load(std::span<const std::uint8_t> bytes);

  // What finished games have left since the last call, game by game.
  Samples drain();
  SelfPlayCounts counts() const;

 private:
  void take_turn(bool gathering);
  void require_whole() const;
  // Calls work(i) for each game on the threads. If that fails, the games are of no use any more.
  void for_each_game(const std::function<void(int)>& work);
  void gather_one(int at, std::uint8_t* views);
  void scatter_one(int at, const float* logits, const float* win_probabilities);

  SelfPlayOptions options_;
  std::vector<std::unique_ptr<Game>> games_;
  Workers workers_;
  std::atomic<bool> running_{false};
  // Leaves are out and wait for answers.
  bool waiting_ = false;
  // A call failed halfway, for lack of memory for instance.
  bool broken_ = false;
};

}  // namespace hexcore
