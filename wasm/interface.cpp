// The core for JavaScript: translation only, like bindings/ for Python. wasm/engine.js is the other
// side of it; every function here is one that it calls.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "board/board.hpp"
#include "board/perft.hpp"
#include "evaluate/heuristic.hpp"
#include "net/network.hpp"
#include "search/negamax/negamax.hpp"
#include "search/net/canonical.hpp"
#include "search/net/mcts.hpp"
#include "search/uct/uct.hpp"
#include "solve/solver.hpp"

#define EXPORT(name) __attribute__((export_name(#name))) extern "C"

using namespace hexcore;

namespace {

constexpr int kMostLine = 64;

// What every search answers; engine.js reads it in this order.
struct Report {
  double win_probability = 0.5, nodes = 0, seconds = 0;
  std::int32_t move = kPass, score = 0, depth = 0;
  std::int32_t proven = -1;  // 0 loss, 1 draw, 2 win of the side to move; -1 open
  std::int32_t line_length = 0;
  std::int32_t line[kMostLine] = {};
};
Report latest;

void set_line(const std::vector<Move>& line) {
  latest.line_length = static_cast<std::int32_t>(std::min<std::size_t>(line.size(), kMostLine));
  std::copy_n(line.begin(), latest.line_length, latest.line);
}

std::int32_t known(Proven proven) {
  return proven == Proven::unknown ? -1 : static_cast<std::int32_t>(proven) - 1;
}

// Numbers that are not positive stand for no limit.
Limits limits_of(double seconds, double nodes, int depth = 0) {
  Limits limits;
  if (seconds > 0) limits.seconds = seconds;
  if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
  if (depth > 0) limits.depth = depth;
  return limits;
}

struct Negamaxer {
  std::string evaluator;
  Negamax search;
};

// A network search and the batch that it has in hand.
struct NetSearch {
  Mcts search;
  std::vector<std::uint8_t> views;
  std::vector<float> logits, wins;
};

}  // namespace

EXPORT(take) void* take(std::size_t size) { return std::aligned_alloc(64, (size + 63) / 64 * 64); }
EXPORT(give) void give(void* memory) { std::free(memory); }
EXPORT(report) const Report* report() { return &latest; }

EXPORT(board_new) Board* board_new(int rows, int cols, int swap) {
  return new Board(Grid::get(Shape::hex, rows, cols), static_cast<SwapRule>(swap));
}
EXPORT(board_free) void board_free(Board* board) { delete board; }
EXPORT(board_push) void board_push(Board* board, int move) { board->push(move); }
EXPORT(board_pop) int board_pop(Board* board) { return board->pop(); }
EXPORT(board_turn) int board_turn(const Board* board) { return static_cast<int>(board->turn()); }
EXPORT(board_is_legal) int board_is_legal(const Board* board, int move) {
  return board->is_legal(move) ? 1 : 0;
}
EXPORT(board_is_over) int board_is_over(const Board* board) { return board->over() ? 1 : 0; }
EXPORT(board_winner) int board_winner(const Board* board) {
  const auto winner = board->winner();
  return winner ? static_cast<int>(*winner) : -1;
}
EXPORT(board_perft) double board_perft(const Board* board, int depth) {
  return static_cast<double>(perft(*board, depth));
}
EXPORT(board_view) void board_view(const Board* board, std::uint8_t* cells) {
  write_view(*board, cells);
}
EXPORT(board_heuristic) int board_heuristic(const Board* board, const char* name, int length) {
  return heuristic(*board, {name, static_cast<std::size_t>(length)});
}

EXPORT(uct_new) Uct* uct_new(int memory_mib, double seed) {
  UctOptions options;
  options.memory_mib = static_cast<std::size_t>(memory_mib);
  options.seed = static_cast<std::uint64_t>(seed);
  return new Uct(options);
}
EXPORT(uct_free) void uct_free(Uct* uct) { delete uct; }
EXPORT(uct_search) void uct_search(Uct* uct, const Board* board, double seconds, double nodes) {
  const UctReport found = uct->search(*board, limits_of(seconds, nodes));
  latest = {};
  latest.win_probability = found.win_probability;
  latest.nodes = static_cast<double>(found.simulations);
  latest.seconds = found.seconds;
  latest.proven = known(found.proven);
  if (found.moves.empty()) return;
  latest.move = found.moves[0].move;
  set_line(found.moves[0].line);
}

EXPORT(negamax_new) Negamaxer* negamax_new(int memory_mib, const char* name, int length) {
  NegamaxSettings settings;
  settings.table_mib = static_cast<std::size_t>(memory_mib);
  const std::string evaluator(name, static_cast<std::size_t>(length));
  return new Negamaxer{evaluator, Negamax(settings, [evaluator](const Board& board) {
                         return make_evaluator(evaluator, board);
                       })};
}
EXPORT(negamax_free) void negamax_free(Negamaxer* negamax) { delete negamax; }
EXPORT(negamax_search)
void negamax_search(Negamaxer* negamax, const Board* board, double seconds, double nodes,
                    int depth) {
  const NegamaxReport found = negamax->search.search(*board, limits_of(seconds, nodes, depth));
  latest = {};
  latest.nodes = static_cast<double>(found.nodes);
  latest.seconds = found.seconds;
  latest.move = found.move;
  latest.score = found.score;
  latest.depth = found.depth;
  latest.proven = !found.proven ? -1 : found.score > 0 ? 2 : found.score < 0 ? 0 : 1;
  set_line(found.pv);
}

EXPORT(solver_new) Solver* solver_new(int memory_mib) {
  return new Solver(static_cast<std::size_t>(memory_mib));
}
EXPORT(solver_free) void solver_free(Solver* solver) { delete solver; }
EXPORT(solver_solve)
void solver_solve(Solver* solver, const Board* board, double seconds, double nodes) {
  const SolverReport found = solver->solve(*board, limits_of(seconds, nodes));
  latest = {};
  latest.nodes = static_cast<double>(found.nodes);
  latest.seconds = found.seconds;
  latest.move = found.move;
  latest.proven = static_cast<std::int32_t>(found.verdict) - 1;
}

EXPORT(net_new) net::Network* net_new(const std::uint8_t* file, std::size_t size, int int8) {
  return new net::Network(net::read_weights({file, size}),
                          int8 != 0 ? net::Precision::int8 : net::Precision::f32);
}
EXPORT(net_free) void net_free(net::Network* network) { delete network; }
EXPORT(net_evaluate)
void net_evaluate(const net::Network* network, const std::uint8_t* views, int count, int rows,
                  int cols, float* logits, float* win_probabilities) {
  network->evaluate({views, count, rows, cols, logits, win_probabilities});
}

EXPORT(mcts_new) NetSearch* mcts_new(int memory_mib, int gumbel_visits, double seed) {
  MctsOptions options;
  options.memory_mib = static_cast<std::size_t>(memory_mib);
  options.gumbel_visits = gumbel_visits;
  options.tree.descent = gumbel_visits > 0 ? Descent::improved : Descent::puct;
  options.seed = static_cast<std::uint64_t>(seed);
  return new NetSearch{Mcts(options), {}, {}, {}};
}
EXPORT(mcts_free) void mcts_free(NetSearch* mcts) { delete mcts; }
EXPORT(mcts_start) void mcts_start(NetSearch* mcts, const Board* board) {
  mcts->search.start(*board);
}
// One batch of leaves; 0 when nothing is left to search. The root stops at `enough` visits.
EXPORT(mcts_step)
int mcts_step(NetSearch* mcts, const net::Network* network, int batch, double enough) {
  const auto row = static_cast<std::size_t>(mcts->search.cells());
  const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(row))));
  mcts->views.resize(row * static_cast<std::size_t>(batch));
  mcts->logits.resize(mcts->views.size());
  mcts->wins.resize(static_cast<std::size_t>(batch));
  const auto tickets = mcts->search.gather(
      batch, row, mcts->views.data(), enough > 0 ? static_cast<std::uint64_t>(enough) : kNoEnd);
  if (!tickets.empty())
    network->evaluate({mcts->views.data(), static_cast<int>(tickets.size()), side, side,
                       mcts->logits.data(), mcts->wins.data()});
  mcts->search.scatter(tickets, row, mcts->logits.data(), mcts->wins.data());
  const MctsReport found = mcts->search.report(1);
  latest = {};
  latest.win_probability = found.win_probability;
  latest.nodes = static_cast<double>(found.visits);
  latest.proven = known(found.proven);
  if (!found.moves.empty()) {
    latest.move = found.moves[0].move;
    set_line(found.moves[0].line);
  }
  const bool enough_visits = enough > 0 && latest.nodes >= enough;
  return found.proven != Proven::unknown || found.full || enough_visits ? 0 : 1;
}
