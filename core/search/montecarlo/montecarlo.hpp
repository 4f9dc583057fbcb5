// Flat Monte Carlo: the same number of random games after every move, and the best share wins.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "board/board.hpp"
#include "search/limits.hpp"

namespace hexcore {

struct MonteCarloMove {
  Move move;
  std::uint64_t playouts;
  // For the side to move, a draw counting half; 0.5 without playouts.
  double win_rate;
};

struct MonteCarloReport {
  std::vector<MonteCarloMove> moves;  // best first
  std::uint64_t playouts = 0;
  double seconds = 0;
};

class MonteCarlo {
 public:
  // Throws Error(player) unless threads are 1 to 256.
  MonteCarlo(std::uint64_t seed, int threads);

  // `playouts` games after each cell, or, without a number, as many as the limits allow; the
  // limits count games as nodes. A cell that wins at once is the only one in the report. The swap
  // is not considered. If only the number of playouts ends it, the result depends on the seed
  // and not on the number of threads. Throws Error(game_over).
  MonteCarloReport search(const Board& board, const Limits& limits,
                          std::optional<std::uint64_t> playouts);
  // From any thread, also while a search runs.
  MonteCarloReport report() const;

 private:
  struct Candidate {
    explicit Candidate(Move cell) : move(cell) {}
    Move move;
    std::atomic<std::uint64_t> playouts{0};
    std::atomic<std::uint64_t> half_points{0};
  };

  void prepare(const Board& board, const Limits& limits);
  void work(const Board& board, std::uint64_t seed, std::optional<std::uint64_t> playouts);

  std::uint64_t seed_;
  int threads_;
  std::uint64_t searches_ = 0;
  Stopper stopper_;
  std::atomic<bool> searching_{false};
  std::atomic<std::uint64_t> next_piece_{0};
  // Seconds of the last search, below 0 while it runs.
  std::atomic<double> took_{0};
  bool won_at_once_ = false;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Candidate>> candidates_;
};

}  // namespace hexcore
