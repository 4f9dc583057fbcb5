// The core for JavaScript: translation only, like bindings/ for Python. The other side of it is the
// pages' engine/core.js; every function here is one that JavaScript calls.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "board/perft.hpp"
#include "evaluate/heuristic.hpp"
#include "net/network.hpp"
#include "search/montecarlo/montecarlo.hpp"
#include "search/negamax/negamax.hpp"
#include "search/net/canonical.hpp"
#include "search/net/mcts.hpp"
#include "search/uct/uct.hpp"
#include "solve/solver.hpp"

// The products of bytes in a module of their own, which the host has where the browser has relaxed
// SIMD: see relaxed/products.cpp.
extern "C" __attribute__((import_module("host"), import_name("multiply_bytes"))) void
host_multiply_bytes(const hexcore::net::ByteProduct* product);

#define EXPORT(name) __attribute__((export_name(#name))) extern "C"

using namespace hexcore;

namespace {

// A move of a search; core.js reads it in this order.
struct Row {
  double win_probability = 0.5, score = 0, visits = 0, prior = 0;
  std::int32_t move = kPass;
  std::int32_t proven = -1;  // 0 loss, 1 draw, 2 win of the side to move; -1 open
  std::int32_t line_at = 0, line_length = 0;
};

// What every search answers; core.js reads it in this order.
struct Report {
  double win_probability = 0.5, nodes = 0, seconds = 0;
  std::int32_t move = kPass, score = 0, depth = 0, proven = -1;
  std::int32_t full = 0;  // the tree has all the memory it may have
  std::int32_t count = 0;
  const Row* rows = nullptr;
  const std::int32_t* lines = nullptr;
};
Report latest;
std::vector<Row> rows;
std::vector<std::int32_t> lines;

void clear_report() {
  latest = {};
  rows.clear();
  lines.clear();
}

void add_row(Row row, const std::vector<Move>& line = {}) {
  row.line_at = static_cast<std::int32_t>(lines.size());
  row.line_length = static_cast<std::int32_t>(line.size());
  lines.insert(lines.end(), line.begin(), line.end());
  rows.push_back(row);
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
  std::vector<std::uint64_t> tickets;
  std::vector<std::uint8_t> views;
  std::vector<float> logits, wins;
};

// The loops of this module with the host's products of bytes.
const net::Kernels& relaxed_kernels() {
  static const net::Kernels kernels = [] {
    net::Kernels relaxed = *net::find_kernels();
    relaxed.name = "relaxed";
    relaxed.multiply_bytes = [](const net::ByteProduct& product) { host_multiply_bytes(&product); };
    return relaxed;
  }();
  return kernels;
}

}  // namespace

EXPORT(take) void* take(std::size_t size) { return std::aligned_alloc(64, (size + 63) / 64 * 64); }
EXPORT(give) void give(void* memory) { std::free(memory); }
EXPORT(report) const Report* report() {
  latest.count = static_cast<std::int32_t>(rows.size());
  latest.rows = rows.data();
  latest.lines = lines.data();
  return &latest;
}

EXPORT(board_new) Board* board_new(int rows, int cols, int swap) {
  return new Board(Grid::get(Shape::hex, rows, cols), static_cast<SwapRule>(swap));
}
// A position without moves: stones [rows, cols], 0 empty, 1 black, 2 white.
EXPORT(board_setup)
Board* board_setup(int rows, int cols, int swap, const std::uint8_t* stones, int turn,
                   int swap_used) {
  std::vector<int> of_color[2];
  for (int cell = 0; cell < rows * cols; ++cell)
    if (stones[cell] != 0) of_color[stones[cell] - 1].push_back(cell);
  return new Board(Board::setup(Grid::get(Shape::hex, rows, cols), static_cast<SwapRule>(swap),
                                of_color[0], of_color[1], static_cast<Color>(turn),
                                swap_used != 0));
}
EXPORT(board_free) void board_free(Board* board) { delete board; }
EXPORT(board_push) void board_push(Board* board, int move) { board->push(move); }
EXPORT(board_push_as) void board_push_as(Board* board, int move, int color) {
  board->push(move, static_cast<Color>(color));
}
EXPORT(board_pop) int board_pop(Board* board) { return board->pop(); }
EXPORT(board_turn) int board_turn(const Board* board) { return static_cast<int>(board->turn()); }
EXPORT(board_is_legal) int board_is_legal(const Board* board, int move) {
  return board->is_legal(move) ? 1 : 0;
}
EXPORT(board_is_over) int board_is_over(const Board* board) { return board->over() ? 1 : 0; }
EXPORT(board_swap_available) int board_swap_available(const Board* board) {
  return board->swap_available() ? 1 : 0;
}
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
// How many moves ago each stone of the view was placed.
EXPORT(board_ages) void board_ages(const Board* board, std::uint8_t* cells) {
  write_ages(*board, cells);
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
EXPORT(uct_clear) void uct_clear(Uct* uct) { uct->clear(); }
// The first `most` moves of the report have their lines.
EXPORT(uct_search)
void uct_search(Uct* uct, const Board* board, double seconds, double nodes, int most) {
  const double simulations =
      static_cast<double>(uct->search(*board, limits_of(seconds, nodes)).simulations);
  const UctReport found = uct->report(static_cast<std::size_t>(most));
  clear_report();
  latest.win_probability = found.win_probability;
  latest.nodes = simulations;
  latest.seconds = found.seconds;
  latest.proven = known(found.proven);
  if (!found.moves.empty()) latest.move = found.moves[0].move;
  for (const UctMove& each : found.moves)
    add_row({each.win_rate, each.win_rate, static_cast<double>(each.visits), 0, each.move,
             known(each.proven)},
            each.line);
}

// Random games after every move, the strongest first. Below 0, the position's own key is the seed.
EXPORT(rank_moves) void rank_moves(const Board* board, double seed, double playouts) {
  const std::uint64_t start = seed < 0 ? board->key() : static_cast<std::uint64_t>(seed);
  const auto found =
      MonteCarlo(start, 1).search(*board, Limits{}, static_cast<std::uint64_t>(playouts));
  clear_report();
  for (const MonteCarloMove& each : found.moves)
    add_row({each.win_rate, each.win_rate, static_cast<double>(each.playouts), 0, each.move});
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
  clear_report();
  latest.nodes = static_cast<double>(found.nodes);
  latest.seconds = found.seconds;
  latest.move = found.move;
  latest.score = found.score;
  latest.depth = found.depth;
  latest.proven = !found.proven ? -1 : found.score > 0 ? 2 : found.score < 0 ? 0 : 1;
  add_row({0.5, static_cast<double>(found.score), 0, 0, found.move}, found.pv);
}
EXPORT(negamax_clear) void negamax_clear(Negamaxer* negamax) { negamax->search.clear(); }
// Every move with its exact score at a depth, best first.
EXPORT(negamax_scores) void negamax_scores(Negamaxer* negamax, const Board* board, int depth) {
  clear_report();
  for (const ScoredMove& each : negamax->search.scores(*board, depth, Limits{}))
    add_row({0.5, static_cast<double>(each.score), 0, 0, each.move});
}

EXPORT(solver_new) Solver* solver_new(int memory_mib) {
  return new Solver(static_cast<std::size_t>(memory_mib));
}
EXPORT(solver_free) void solver_free(Solver* solver) { delete solver; }
// The line of the only move is the carrier of the winner's proof. While the result is unknown it is
// what the search looks at; at least `visits` positions must still be proven for a win of the side
// to move, and `score` for a loss.
EXPORT(solver_solve)
void solver_solve(Solver* solver, const Board* board, double seconds, double nodes) {
  const SolverReport found = solver->solve(*board, limits_of(seconds, nodes));
  clear_report();
  latest.nodes = static_cast<double>(found.nodes);
  latest.seconds = found.seconds;
  latest.move = found.move;
  latest.proven = static_cast<std::int32_t>(found.verdict) - 1;
  if (found.verdict != Verdict::unknown)
    return add_row({0.5, 0, 0, 0, found.move, latest.proven}, found.carrier);
  const SolverProgress far = solver->progress(*board);
  add_row({0.5, static_cast<double>(far.to_lose), static_cast<double>(far.to_win), 0, found.move},
          far.line);
}

// In 8 bits with the host's products if `relaxed`; with the same answers.
EXPORT(net_new)
net::Network* net_new(const std::uint8_t* file, std::size_t size, int int8, int relaxed) {
  return new net::Network(net::read_weights({file, size}),
                          int8 != 0 ? net::Precision::int8 : net::Precision::f32,
                          relaxed != 0 ? relaxed_kernels() : *net::find_kernels());
}
// Whether the host's products are those of this module, for runs of every length that is computed
// at once: browsers are not the same, and some have had these instructions wrong.
EXPORT(relaxed_works) int relaxed_works() {
  const net::Run runs[] = {{0, 1}, {1, 2}, {3, 3}, {6, 4}, {10, 5}, {15, 6}};
  constexpr int kCells = 21;
  constexpr std::ptrdiff_t kTaps[] = {0, net::kBlock};
  std::vector<std::uint8_t> inputs((kCells + 1) * net::kBlock);
  std::vector<std::int8_t> weights(std::size(kTaps) * net::kBlock * net::kBlock);
  std::uint32_t state = 1;
  const auto random = [&state] { return (state = state * 1664525 + 1013904223) >> 24; };
  for (auto& each : inputs) each = static_cast<std::uint8_t>(random() / 2);
  for (auto& each : weights) each = static_cast<std::int8_t>(std::max(random(), 1U) - 128);
  const auto sums = [&](const net::Kernels& kernels) {
    std::vector<std::int32_t> found(kCells * net::kBlock);
    kernels.multiply_bytes({inputs.data(), inputs.size(), 1, kTaps, std::size(kTaps),
                            weights.data(), found.data(), found.size(), 1, runs, std::size(runs)});
    return found;
  };
  return sums(relaxed_kernels()) == sums(*net::find_kernels()) ? 1 : 0;
}
EXPORT(net_free) void net_free(net::Network* network) { delete network; }
// What the file says about its network: JSON that ends with a zero.
EXPORT(net_facts) const char* net_facts(const net::Network* network) {
  return network->facts().c_str();
}
EXPORT(net_evaluate)
void net_evaluate(const net::Network* network, const std::uint8_t* views, int count, int rows,
                  int cols, float* logits, float* win_probabilities) {
  network->evaluate({views, count, rows, cols, logits, win_probabilities});
}
// The same for a network that predicts people's moves.
EXPORT(net_predict)
void net_predict(const net::Network* network, const std::uint8_t* views, const std::uint8_t* ages,
                 const float* contexts, int count, int rows, int cols, float* logits,
                 float* swap_logits, float* win_probabilities, float* resign_probabilities) {
  const net::PeopleBatch people{ages, contexts, swap_logits, resign_probabilities};
  network->evaluate({views, count, rows, cols, logits, win_probabilities, &people});
}

EXPORT(mcts_new) NetSearch* mcts_new(int memory_mib, int gumbel_visits, double seed) {
  MctsOptions options;
  options.memory_mib = static_cast<std::size_t>(memory_mib);
  options.gumbel_visits = gumbel_visits;
  options.tree.descent = gumbel_visits > 0 ? Descent::improved : Descent::puct;
  options.seed = static_cast<std::uint64_t>(seed);
  return new NetSearch{Mcts(options), {}, {}, {}, {}};
}
EXPORT(mcts_free) void mcts_free(NetSearch* mcts) { delete mcts; }
EXPORT(mcts_start) void mcts_start(NetSearch* mcts, const Board* board) {
  mcts->search.start(*board);
}
EXPORT(mcts_clear) void mcts_clear(NetSearch* mcts) { mcts->search.clear(); }
// Takes a batch of leaves, as many as there are; the root stops at `enough` visits. Their views,
// and where the answers go, are at the three places below; `mcts_scatter` takes the answers.
EXPORT(mcts_gather) int mcts_gather(NetSearch* mcts, int batch, double enough) {
  const auto row = static_cast<std::size_t>(mcts->search.cells());
  mcts->views.resize(row * static_cast<std::size_t>(batch));
  mcts->logits.resize(mcts->views.size());
  mcts->wins.resize(static_cast<std::size_t>(batch));
  mcts->tickets = mcts->search.gather(batch, row, mcts->views.data(),
                                      enough > 0 ? static_cast<std::uint64_t>(enough) : kNoEnd);
  return static_cast<int>(mcts->tickets.size());
}
EXPORT(mcts_views) const std::uint8_t* mcts_views(NetSearch* mcts) { return mcts->views.data(); }
EXPORT(mcts_logits) float* mcts_logits(NetSearch* mcts) { return mcts->logits.data(); }
EXPORT(mcts_wins) float* mcts_wins(NetSearch* mcts) { return mcts->wins.data(); }
// 0 when nothing is left to search.
EXPORT(mcts_scatter) int mcts_scatter(NetSearch* mcts, double enough) {
  if (!mcts->tickets.empty())
    mcts->search.scatter(mcts->tickets, static_cast<std::size_t>(mcts->search.cells()),
                         mcts->logits.data(), mcts->wins.data());
  const MctsReport found = mcts->search.report(0);
  const bool enough_visits = enough > 0 && static_cast<double>(found.visits) >= enough;
  return found.proven != Proven::unknown || found.full || enough_visits ? 0 : 1;
}
// All of it, evaluated here.
EXPORT(mcts_step)
int mcts_step(NetSearch* mcts, const net::Network* network, int batch, double enough) {
  const int count = mcts_gather(mcts, batch, enough);
  const int side = static_cast<int>(std::lround(std::sqrt(mcts->search.cells())));
  if (count > 0)
    network->evaluate(
        {mcts->views.data(), count, side, side, mcts->logits.data(), mcts->wins.data()});
  return mcts_scatter(mcts, enough);
}
// The first `most` moves have their lines.
EXPORT(mcts_report) void mcts_report(const NetSearch* mcts, int most) {
  const MctsReport found = mcts->search.report(static_cast<std::size_t>(most));
  clear_report();
  latest.win_probability = found.win_probability;
  latest.nodes = static_cast<double>(found.visits);
  latest.proven = known(found.proven);
  latest.full = found.full ? 1 : 0;
  if (!found.moves.empty()) latest.move = found.moves[0].move;
  for (const MctsMove& each : found.moves)
    add_row({each.win_probability, each.win_probability, static_cast<double>(each.visits),
             each.prior, each.move, known(each.proven)},
            each.line);
}
