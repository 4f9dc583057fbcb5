// Tree search with playouts: UCT with all-moves-as-first statistics and proven results.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "board/board.hpp"
#include "search/limits.hpp"
#include "search/tree.hpp"

namespace hexcore {

struct UctOptions {
  int threads = 1;
  std::size_t memory_mib = 256;
  std::uint64_t seed = 0;
  // Weight of the square-root term that sends visits to moves little tried; all moves as first
  // does that better, as matches between settings showed.
  float exploration = 0.0F;
  // All-moves-as-first weighs like this many visits for one observation, and at most for ever.
  float amaf_initial = 2.12F;
  float amaf_final = 400.0F;
  // Value of a move that nothing at all is known of.
  float first_play = 0.35F;
  // Visits after which a leaf gets its replies.
  int expand_after = 5;
  bool save_bridges = true;
};

struct UctMove {
  Move move;
  std::uint64_t visits;
  // For the side to move, like everything in a report; 0.5 before the first visit.
  double win_rate;
  Proven proven;
  std::vector<Move> line;
};

struct UctReport {
  // Cells that cannot matter are left out, and so is everything else where a reply is forced or a
  // result plain to see.
  std::vector<UctMove> moves;  // best first
  double win_probability = 0.5;
  Proven proven = Proven::unknown;
  // Of this search; the visits of a kept tree come on top.
  std::uint64_t simulations = 0;
  std::uint64_t kept_visits = 0;
  double seconds = 0;
  // Moves in the tree, and how many there can be.
  std::size_t tree_size = 0;
  std::size_t tree_capacity = 0;
};

class Uct {
 public:
  // Throws Error(player) for options out of range.
  explicit Uct(const UctOptions& options);

  // Searches until a limit or a proof, and keeps the tree for the moves that follow. Never
  // considers the swap. Throws Error(game_over), and Error(player) when already searching.
  UctReport search(const Board& board, const Limits& limits);
  // From any thread, also while a search runs. The first `lines` moves come with the play expected
  // after them.
  UctReport report(std::size_t lines = 1) const;
  // Forgets the tree.
  void clear();

  const UctOptions& options() const { return options_; }

 private:
  class Worker;

  void prepare(const Board& board, const Limits& limits);
  void work(std::size_t thread);
  void follow(const Board& board, const Limits& limits);
  Branch* walk(const Board& board);
  std::vector<Move> line_from(const Branch& branch) const;

  UctOptions options_;
  Tree tree_;
  alignas(kCacheLine) Stopper stopper_;
  // Held while the tree changes its root, and while a report reads it.
  mutable std::mutex root_mutex_;
  std::atomic<bool> searching_{false};
  std::shared_ptr<const Board> root_board_;
  std::uint64_t searches_ = 0;
  std::uint64_t kept_visits_ = 0;
  // Seconds of the last search, below 0 while it runs.
  std::atomic<double> took_{0};
};

}  // namespace hexcore
