#include "search/negamax/negamax.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "search/negamax/worker.hpp"
#include "search/threads.hpp"

namespace hexcore {
namespace {

// Helpers start where an iteration takes longer than making a thread.
constexpr int kHelpersFromDepth = 3;
constexpr int kWindow = 400;

}  // namespace

Negamax::Negamax(const NegamaxSettings& settings, MakeEvaluator make_evaluator)
    : settings_(settings), make_evaluator_(std::move(make_evaluator)), table_(settings.table_mib) {}

Negamax::~Negamax() = default;

std::vector<std::unique_ptr<NegamaxWorker>> Negamax::make_workers(
    const Board& board, int count, const std::vector<Move>& excluded) {
  std::vector<std::unique_ptr<NegamaxWorker>> workers;
  for (int at = 0; at < count; ++at)
    workers.push_back(std::make_unique<NegamaxWorker>(board, make_evaluator_(board), table_, busy_,
                                                      stopper_, excluded, count == 1));
  return workers;
}

NegamaxReport Negamax::search(const Board& board, const Limits& limits,
                              const std::vector<Move>& excluded) {
  const Busy busy(running_);
  stopper_.start(limits);
  table_.new_search();
  busy_.clear();
  auto workers = make_workers(board, std::max(settings_.threads, 1), excluded);
  NegamaxReport report;
  if (workers[0]->root_moves().empty()) return report;
  report.move = workers[0]->root_moves().front();
  report.pv = {report.move};
  publish(report);
  const int deepest = std::min(limits.depth.value_or(board.empty_cells()), board.empty_cells());
  for (int depth = 1; depth <= deepest && !stopper_.stopped() && !report.proven; ++depth)
    deepen(workers, depth, report);
  for (const auto& worker : workers) worker->count_rest();
  report.nodes = stopper_.nodes();
  report.seconds = stopper_.elapsed();
  publish(report);
  return report;
}

void Negamax::deepen(std::vector<std::unique_ptr<NegamaxWorker>>& workers, int depth,
                     NegamaxReport& report) {
  NegamaxWorker& main = *workers[0];
  // The score jumps with the side that has the last move, so a narrow window only follows one
  // that was found at this parity; until then, and after any surprise, the window is full.
  const bool narrow = settings_.aspiration && depth > 3 && !is_proven(parity_[depth % 2]);
  int alpha = narrow ? parity_[depth % 2] - kWindow : -kInfinity;
  int beta = narrow ? parity_[depth % 2] + kWindow : kInfinity;
  while (true) {
    bool finished = false;
    for (const auto& worker : workers) worker->ready();
    const auto abandon = [&] {
      for (const auto& worker : workers) worker->abandon();
    };
    const auto work = [&](std::size_t at) {
      const bool whole = workers[at]->search_root(depth, alpha, beta);
      if (at > 0) return;
      finished = whole;
      abandon();
    };
    run_threads(depth >= kHelpersFromDepth ? workers.size() : 1, work, abandon);
    const int score = main.best_score();
    if (!finished) {
      if (main.best() != kPass && score > alpha) {
        report.move = main.best();
        report.pv = main.pv();
      }
      return;
    }
    if (score <= alpha && alpha > -kInfinity) {
      alpha = -kInfinity;
    } else if (score >= beta && beta < kInfinity) {
      beta = kInfinity;
    } else {
      report.move = main.best();
      report.score = parity_[depth % 2] = score;
      report.depth = depth;
      report.pv = main.pv();
      report.proven = is_proven(score);
      report.nodes = stopper_.nodes();
      report.seconds = stopper_.elapsed();
      publish(report);
      return;
    }
  }
}

std::vector<ScoredMove> Negamax::scores(const Board& board, int depth, const Limits& limits) {
  const Busy busy(running_);
  stopper_.start(limits);
  table_.new_search();
  auto workers = make_workers(board, 1, {});
  std::vector<ScoredMove> found;
  for (const Move move : workers[0]->root_moves()) {
    if (stopper_.stopped()) break;
    const int score = workers[0]->score(move, depth);
    if (workers[0]->cut_short()) break;
    found.push_back({move, score});
  }
  std::ranges::stable_sort(found, std::greater{}, &ScoredMove::score);
  return found;
}

NegamaxReport Negamax::latest() const {
  const std::lock_guard lock(report_mutex_);
  return latest_;
}

void Negamax::publish(const NegamaxReport& report) {
  const std::lock_guard lock(report_mutex_);
  latest_ = report;
}

}  // namespace hexcore
