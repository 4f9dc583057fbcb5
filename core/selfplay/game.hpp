// One game of a network against itself, and after it the next: it plays on from leaf to leaf.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.hpp"
#include "board/rng.hpp"
#include "search/net/evaluation_cache.hpp"
#include "search/net/gumbel.hpp"
#include "search/net/net_tree.hpp"
#include "search/net/puct_root.hpp"
#include "selfplay/bytes.hpp"
#include "selfplay/counts.hpp"
#include "selfplay/options.hpp"
#include "selfplay/resignation.hpp"
#include "selfplay/samples.hpp"

namespace hexcore {

class Game {
 public:
  // Everything follows from the options, which must outlive the game, its number and the answers.
  Game(const SelfPlayOptions& options, std::uint64_t number);

  // Plays on until a leaf needs the network; writes its view.
  void gather(std::uint8_t* view);
  void scatter(const float* logits, float win_probability);

  // Back to the beginning of the search for the present move, and on from there with the same
  // random numbers. A leaf that waits is forgotten.
  void rewind();
  // The game as it stands after `rewind`.
  void save(ByteWriter& bytes) const;
  // Throws Error(player) where the bytes do not make sense; then the game is not to be used.
  void load(ByteReader& bytes);

  const SelfPlayCounts& counts() const { return counts_; }
  void hand_over(Samples& samples);

 private:
  // A position to learn from, until the end of the game tells who won.
  struct Record {
    std::vector<std::uint8_t> view;
    std::vector<float> policy;
    int ply;
    Color mover;
    float win_probability;
  };

  float uniform() { return static_cast<float>(rng_.next() >> 40) * 0x1p-24F; }
  Board fresh() const { return Board(Grid::get(Shape::hex, options_.size, options_.size)); }
  void begin();
  void push_random(int stones);
  void begin_search();
  bool search_is_over() const;
  int next_edge();
  int best_edge();
  void finish_search();
  void draw_stone();
  void make_move();
  void record();
  void finish(Color winner);
  void add_samples(Color winner);
  void save_records(ByteWriter& bytes) const;
  void load_moves(ByteReader& bytes);
  Record load_record(ByteReader& bytes) const;
  void save_resignation(ByteWriter& bytes) const;
  void load_resignation(ByteReader& bytes);

  const SelfPlayOptions& options_;
  Rng rng_;
  // As it was when the search for the present move began.
  Rng rng_before_;
  Board board_;
  NetTree tree_;
  // Of this move's search and of what the last one's wanted.
  EvaluationCache evaluations_;
  GumbelRoot gumbel_;
  PuctRoot puct_;
  std::vector<Record> records_;
  Samples samples_;
  std::vector<float> shares_;
  SelfPlayCounts counts_;
  // Stones of the opening that the network's policy is still to place.
  int to_draw_ = 0;
  Resignation resignation_;
  float last_win_probability_ = 0.5F;
  int visits_ = 0;
  bool full_ = false;
};

}  // namespace hexcore
