// Principal-variation search with iterative deepening, on any evaluation.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "board/board.hpp"
#include "evaluate/heuristic.hpp"
#include "search/busy.hpp"
#include "search/limits.hpp"
#include "search/negamax/busy_moves.hpp"
#include "search/negamax/table.hpp"

namespace hexcore {

// A win in n plies scores kWin - n for the winner, so that the quickest win and the longest
// defence are preferred. Evaluations stay below kScoreBound.
constexpr int kWin = kWonScore;
constexpr int kInfinity = kWin + 1;  // beyond every score
constexpr int kProven = kScoreBound;
constexpr bool is_proven(int score) { return score >= kProven || score <= -kProven; }

struct NegamaxSettings {
  std::size_t table_mib = 64;
  int threads = 1;
  bool aspiration = true;
};

struct NegamaxReport {
  Move move = kPass;
  int score = 0;
  int depth = 0;  // of the last finished iteration
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool proven = false;
  std::vector<Move> pv;
};

struct ScoredMove {
  Move move;
  int score;
};

class NegamaxWorker;

class Negamax {
 public:
  using MakeEvaluator = std::function<std::unique_ptr<Evaluator>(const Board&)>;

  Negamax(const NegamaxSettings& settings, MakeEvaluator make_evaluator);
  ~Negamax();

  // The best move of a position that is not over, within the limits; never a swap or a pass.
  // `excluded` moves are not considered at the root.
  NegamaxReport search(const Board& board, const Limits& limits,
                       const std::vector<Move>& excluded = {});
  // The exact score of every move at a depth, best first; cut short, of those that were done.
  std::vector<ScoredMove> scores(const Board& board, int depth, const Limits& limits);

  // What is known so far; from any thread, also while a search runs.
  NegamaxReport latest() const;

  void clear() { table_.clear(); }

 private:
  void deepen(std::vector<std::unique_ptr<NegamaxWorker>>& workers, int depth,
              NegamaxReport& report);
  void publish(const NegamaxReport& report);
  std::vector<std::unique_ptr<NegamaxWorker>> make_workers(const Board& board, int count,
                                                           const std::vector<Move>& excluded);

  NegamaxSettings settings_;
  MakeEvaluator make_evaluator_;
  Table table_;
  BusyMoves busy_;
  Stopper stopper_;
  std::atomic<bool> running_{false};
  mutable std::mutex report_mutex_;
  NegamaxReport latest_;
  std::array<int, 2> parity_{};  // the last score of an even and of an odd depth
};

}  // namespace hexcore
