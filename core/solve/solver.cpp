#include "solve/solver.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace hexcore {
namespace {

constexpr int kMostSolverThreads = 256;

}  // namespace

// A proof search on one size of board.
class Solver::Game {
 public:
  virtual ~Game() = default;
  virtual std::vector<SolverReport> solve(const std::vector<Board>& boards, Stopper& stopper) = 0;
  virtual SolverProgress progress(const Board& board) = 0;
  virtual void clear() = 0;
};

template <int Words>
class Solver::HexGame : public Solver::Game {
 public:
  HexGame(const Grid& grid, const ProofOptions& options) : search_(grid, options) {}

  std::vector<SolverReport> solve(const std::vector<Board>& boards, Stopper& stopper) override {
    const auto found = search_.solve(boards, stopper);
    std::vector<SolverReport> reports;
    for (std::size_t at = 0; at < boards.size(); ++at)
      reports.push_back(report_of(boards[at], found[at]));
    return reports;
  }
  SolverProgress progress(const Board& board) override { return search_.progress(board); }
  void clear() override { search_.clear(); }

 private:
  using Result = typename ProofSearch<Words>::Result;

  static SolverReport report_of(const Board& board, const Result& found) {
    SolverReport report;
    report.nodes = found.expanded;
    if (!found.numbers.solved()) return report;
    report.verdict = found.numbers.won() ? Verdict::win : Verdict::loss;
    found.carrier.for_each([&](int cell) { report.carrier.push_back(cell); });
    if (found.numbers.won()) report.move = found.move >= 0 ? found.move : any_move(board, report);
    return report;
  }
  // Captured cells have won already: a stone there comes closer, and elsewhere it does no harm.
  static Move any_move(const Board& board, const SolverReport& report) {
    const std::vector<int> moves = board.legal_moves();
    for (const Move move : moves)
      if (move >= 0 && board.would_win(move, board.turn())) return move;
    return report.carrier.empty() ? moves.front() : report.carrier.front();
  }

  ProofSearch<Words> search_;
};

Solver::Solver(std::size_t table_mib, std::shared_ptr<const net::Network> network, int threads)
    : table_mib_(table_mib),
      network_(std::move(network)),
      threads_(threads),
      exhaustive_(table_mib) {
  if (threads < 1 || threads > kMostSolverThreads)
    throw Error(ErrorKind::player, "threads must be between 1 and " +
                                       std::to_string(kMostSolverThreads) + " (got " +
                                       std::to_string(threads) + ")");
}
Solver::~Solver() = default;

void Solver::clear() {
  if (game_) game_->clear();
  exhaustive_.clear();
}

Solver::Game& Solver::game_for(const Grid& grid) {
  if (grid_ == &grid) return *game_;
  ProofOptions options{.table_mib = table_mib_, .threads = threads_};
  if (network_)
    options.network = [network = network_](const net::Batch& batch) { network->evaluate(batch); };
  game_ = with_words(grid.cells(), [&](auto words) -> std::unique_ptr<Game> {
    return std::make_unique<HexGame<words()>>(grid, options);
  });
  grid_ = &grid;
  return *game_;
}

// Positions that are over need no search.
std::vector<SolverReport> Solver::verdicts(const std::vector<Board>& boards) {
  std::vector<Board> open;
  for (const Board& board : boards)
    if (!board.over()) open.push_back(board);
  std::vector<SolverReport> found;
  if (!open.empty()) found = game_for(open.front().grid()).solve(open, stopper_);
  std::vector<SolverReport> reports;
  auto next = found.begin();
  for (const Board& board : boards) {
    if (!board.over()) {
      reports.push_back(std::move(*next++));
    } else {
      reports.emplace_back().verdict =
          board.winner() == board.turn() ? Verdict::win : Verdict::loss;
    }
    reports.back().seconds = stopper_.elapsed();
  }
  return reports;
}

SolverReport Solver::solve(const Board& board, const Limits& limits) {
  return std::move(solve_each({board}, limits).front());
}

std::vector<SolverReport> Solver::solve_each(const std::vector<Board>& boards,
                                             const Limits& limits) {
  if (boards.empty()) return {};
  for (const Board& board : boards)
    if (&board.grid() != &boards.front().grid())
      throw Error(ErrorKind::player, "only boards of one size and shape are solved together");
  if (boards.front().grid().shape() != Shape::hex) {
    std::vector<SolverReport> reports;
    for (const Board& board : boards) reports.push_back(exhaustive_.solve(board, limits));
    return reports;
  }
  const Busy busy(running_);
  stopper_.start(limits);
  return verdicts(boards);
}

SolverProgress Solver::progress(const Board& board) {
  const Busy busy(running_);
  if (board.over() || board.grid().shape() != Shape::hex) return {};
  return game_for(board.grid()).progress(board);
}

std::vector<SolvedMove> Solver::moves(const Board& start, const Limits& limits) {
  if (start.grid().shape() != Shape::hex) return exhaustive_.moves(start, limits);
  const Busy busy(running_);
  stopper_.start(limits);
  Board board(start);
  std::vector<SolvedMove> found;
  // A refutation answers every move outside its carrier as well.
  std::vector<bool> open(static_cast<std::size_t>(board.grid().cells()), true);
  for (const Move move : board.legal_moves()) {
    if (move < 0) continue;
    if (!open[static_cast<std::size_t>(move)]) {
      found.push_back({move, Verdict::loss});
      continue;
    }
    board.push(move);
    const SolverReport reply = std::move(verdicts({board}).front());
    board.pop();
    if (reply.verdict == Verdict::win)
      for (int cell = 0; cell < board.grid().cells(); ++cell)
        if (!std::ranges::binary_search(reply.carrier, cell))
          open[static_cast<std::size_t>(cell)] = false;
    found.push_back({move, reply.verdict == Verdict::unknown ? Verdict::unknown
                           : reply.verdict == Verdict::win   ? Verdict::loss
                                                             : Verdict::win});
  }
  return found;
}

}  // namespace hexcore
