#include "search/montecarlo/montecarlo.hpp"

#include <algorithm>
#include <string>

#include "board/rng.hpp"
#include "search/busy.hpp"
#include "search/montecarlo/playout.hpp"
#include "search/threads.hpp"

namespace hexcore {
namespace {

constexpr int kMostThreads = 256;
// Games of one candidate before the next one's turn, small enough to stop soon on a large board.
constexpr std::uint64_t kPiece = 64;

std::uint64_t half_points(const Tally& tally, Color color) {
  return tally.draws + 2 * (color == Color::black ? tally.black : tally.white);
}

bool better(const MonteCarloMove& one, const MonteCarloMove& two) {
  const bool first = one.playouts > 0, second = two.playouts > 0;
  return first != second ? first : one.win_rate > two.win_rate;
}

}  // namespace

MonteCarlo::MonteCarlo(std::uint64_t seed, int threads) : seed_(seed), threads_(threads) {
  if (threads < 1 || threads > kMostThreads)
    throw Error(ErrorKind::player, "threads are 1 to " + std::to_string(kMostThreads) + ", not " +
                                       std::to_string(threads));
}

MonteCarloReport MonteCarlo::search(const Board& board, const Limits& limits,
                                    std::optional<std::uint64_t> playouts) {
  if (board.over()) throw Error(ErrorKind::game_over, "the game is over: nothing to search");
  const Busy busy(searching_);
  prepare(board, limits);
  const std::uint64_t seed = mix(seed_ ^ mix(searches_++));
  if (!won_at_once_)
    run_threads(
        static_cast<std::size_t>(threads_), [&](std::size_t) { work(board, seed, playouts); },
        [this] { stopper_.end(); });
  took_ = stopper_.elapsed();
  return report();
}

void MonteCarlo::prepare(const Board& board, const Limits& limits) {
  const std::lock_guard lock(mutex_);
  stopper_.start(limits);
  took_ = -1;
  candidates_.clear();
  next_piece_ = 0;
  Board trial(board);
  for (const int move : board.legal_moves()) {
    if (move < 0) continue;
    trial.push(move);
    won_at_once_ = trial.winner() == board.turn();
    trial.pop();
    if (won_at_once_) candidates_.clear();
    candidates_.push_back(std::make_unique<Candidate>(move));
    if (won_at_once_) return;
  }
}

// Candidates take turns, a piece of games each, every piece with a random stream of its own.
void MonteCarlo::work(const Board& board, std::uint64_t seed,
                      std::optional<std::uint64_t> playouts) {
  while (!stopper_.stopped()) {
    const std::uint64_t piece = next_piece_++;
    const std::uint64_t before = piece / candidates_.size() * kPiece;
    if (playouts && before >= *playouts) return;
    const std::uint64_t games = playouts ? std::min(kPiece, *playouts - before) : kPiece;
    Candidate& candidate = *candidates_[piece % candidates_.size()];
    Board after(board);
    after.push(candidate.move);
    const Tally tally = random_playouts(after, games, mix(seed + piece), 1);
    candidate.half_points += half_points(tally, board.turn());
    candidate.playouts += games;
    stopper_.spend(games);
  }
}

MonteCarloReport MonteCarlo::report() const {
  const std::lock_guard lock(mutex_);
  MonteCarloReport report;
  for (const auto& candidate : candidates_) {
    const std::uint64_t games = candidate->playouts, points = candidate->half_points;
    const double share =
        games == 0 ? 0.5
                   : std::min(1.0, 0.5 * static_cast<double>(points) / static_cast<double>(games));
    report.moves.push_back({candidate->move, games, won_at_once_ ? 1.0 : share});
    report.playouts += games;
  }
  std::ranges::stable_sort(report.moves, better);
  report.seconds = took_ < 0 ? stopper_.elapsed() : took_.load();
  return report;
}

}  // namespace hexcore
