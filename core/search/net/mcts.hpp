// Tree search with a network outside: it hands out leaves in batches and takes evaluations back.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "board/board.hpp"
#include "board/rng.hpp"
#include "search/net/evaluation_cache.hpp"
#include "search/net/gumbel.hpp"
#include "search/net/net_tree.hpp"

namespace hexcore {

struct MctsOptions {
  NetTreeOptions tree{.see_bridges = true, .always_evaluate_root = true};
  // Visits per search, shared by halving the root's candidates as in Gumbel AlphaZero; 0: PUCT.
  int gumbel_visits = 0;
  int candidates = 16;
  std::uint64_t seed = 0;
  // Evaluations kept at least, by position, so that other orders of the same moves need none; fewer
  // where they would take more than a quarter of the memory.
  std::size_t remembered = 50'000;
  // A tree of this size hands out no more leaves.
  std::size_t memory_mib = 1024;
};

struct MctsMove {
  Move move;
  std::uint32_t visits;
  float prior;
  // For the side to move, like everything in a report.
  float win_probability;
  Proven proven;
  std::vector<Move> line;
};

struct MctsReport {
  std::vector<MctsMove> moves;  // best first
  float win_probability = 0.5F;
  // According to the network, without search.
  float raw_win_probability = 0.5F;
  Proven proven = Proven::unknown;
  std::uint64_t visits = 0;
  // Leaves that went to the network, and that were remembered, since `start`.
  std::uint64_t evaluated = 0;
  std::uint64_t recalled = 0;
  std::size_t tree_size = 0;
  // Whether the tree has all the memory it may have.
  bool full = false;
};

constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

// Every call may come from any thread.
class Mcts {
 public:
  // Throws Error(player) for options out of range.
  explicit Mcts(const MctsOptions& options);

  // Starts on a new position; the tree is kept where the position follows the last one.
  // Throws Error(size) on a board that is not of the hex shape, Error(game_over).
  void start(const Board& board);

  // Up to `most` leaves: views [n, cells] and a ticket for each. None when the result is certain,
  // the tree full, every candidate leaf is waiting already, or the root has `enough` visits.
  // Throws Error(player) where a row has not as many cells as a view of the board.
  std::vector<std::uint64_t> gather(int most, std::size_t row, std::uint8_t* views,
                                    std::uint64_t enough = kNoEnd);
  // The answers to leaves that were gathered since the last start; others are ignored.
  void scatter(std::span<const std::uint64_t> tickets, std::size_t row, const float* logits,
               const float* win_probabilities);

  MctsReport report(std::size_t lines = 1) const;
  void clear();
  // In a row of views or logits; see canonical.hpp.
  int cells() const;

 private:
  bool follow(const Board& board);
  std::size_t page() const;
  void require_row(std::size_t cells) const;
  bool full() const { return tree_.bytes() >= options_.memory_mib << 20; }
  bool may_visit() const;
  void evaluate(std::uint64_t ticket, std::span<const float> logits, float win_probability);
  std::vector<std::size_t> order() const;
  std::vector<Move> line_from(const NetTree::Edge& edge) const;

  MctsOptions options_;
  mutable std::mutex mutex_;
  NetTree tree_;
  GumbelRoot gumbel_;
  Rng rng_;
  Board board_;
  // Part of every ticket: late answers to leaves of an older start are dropped.
  std::uint64_t starts_ = 0;
  std::uint64_t evaluated_ = 0, recalled_ = 0;
  EvaluationCache memory_;
  std::unordered_map<std::uint64_t, std::uint64_t> keys_;  // of positions, by ticket
};

}  // namespace hexcore
