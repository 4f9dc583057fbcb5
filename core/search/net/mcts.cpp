#include "search/net/mcts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "search/net/canonical.hpp"

namespace hexcore {

namespace {

// Visits that end where the network need not be asked, before a batch is sent as it is.
constexpr int kMostSettled = 256;

// What an evaluation takes beside its logits: its key and place in the table.
constexpr std::size_t kEntry = 80;

int rank(const NetTree::Edge& edge) {
  return edge.proven == Proven::win ? 2 : edge.closed() ? 0 : 1;
}

// Among moves with the same visits, the improved policy decides.
bool better(const NetTree::Edge& one, const NetTree::Edge& two, float sharpness) {
  if (rank(one) != rank(two)) return rank(one) > rank(two);
  if (one.visits != two.visits) return one.visits > two.visits;
  const auto score = [&](const NetTree::Edge& edge) {
    return std::log(edge.prior + kLeastPrior) + sharpness * edge.mean(0);
  };
  return score(one) > score(two);
}

}  // namespace

Mcts::Mcts(const MctsOptions& options)
    : options_(options),
      tree_(options.tree),
      rng_(options.seed),
      board_(Grid::get(Shape::hex, 1, 1)),
      memory_(options.remembered) {
  if (options.gumbel_visits < 0 || options.candidates < 1)
    throw Error(ErrorKind::player, "candidates are 1 or more, visits 0 or more");
  if (options.memory_mib < 1) throw Error(ErrorKind::player, "the memory is 1 MiB or more");
}

int Mcts::cells() const {
  const std::lock_guard lock(mutex_);
  return CanonicalView::cells_of(board_.grid());
}

void Mcts::require_row(std::size_t cells) const {
  const int wanted = CanonicalView::cells_of(board_.grid());
  if (cells != static_cast<std::size_t>(wanted))
    throw Error(ErrorKind::player, "the arrays have " + std::to_string(wanted) + " cells a row");
}

void Mcts::start(const Board& board) {
  if (board.grid().shape() != Shape::hex)
    throw Error(ErrorKind::size, "networks play on boards of the hex shape");
  if (board.over()) throw Error(ErrorKind::game_over, "the game is over");
  const std::lock_guard lock(mutex_);
  tree_.forget_waiting();
  keys_.clear();
  ++starts_;
  evaluated_ = recalled_ = 0;
  // Halving counts visits from nothing; earlier evaluations are still remembered.
  if (options_.gumbel_visits > 0 || !follow(board)) tree_.reset(board);
  board_ = board;
  memory_.limit_page(page());
  if (options_.gumbel_visits > 0)
    gumbel_.start(options_.gumbel_visits,
                  std::min({options_.candidates, options_.gumbel_visits, board.empty_cells()}), 0,
                  rng_.next());
}

// Keeps the part of the tree below the moves since the last start, if this position follows it.
bool Mcts::follow(const Board& board) {
  if (tree_.size() == 0 || &board.grid() != &board_.grid() || board.ply() < board_.ply())
    return false;
  std::vector<Move> since;
  Board past(board);
  while (past.ply() > board_.ply()) since.push_back(past.pop());
  std::ranges::reverse(since);
  const auto is_stone = [](Move move) { return move >= 0; };
  return past.key() == board_.key() && std::ranges::all_of(since, is_stone) && tree_.advance(since);
}

// Entries of one of the two pages.
std::size_t Mcts::page() const {
  const auto logits = static_cast<std::size_t>(CanonicalView::cells_of(board_.grid()));
  const std::size_t most = (options_.memory_mib << 20) / 8 / (kEntry + logits * sizeof(float));
  return std::min(options_.remembered, most);
}

bool Mcts::may_visit() const {
  if (tree_.size() == 0) return true;
  return tree_.proven() == Proven::unknown && !full();
}

std::vector<std::uint64_t> Mcts::gather(int most, std::size_t row, std::uint8_t* views,
                                        std::uint64_t enough) {
  const std::lock_guard lock(mutex_);
  require_row(row);
  std::vector<std::uint64_t> leaves;
  for (int idle = 0; static_cast<int>(leaves.size()) < most && idle < kMostSettled;) {
    if (!may_visit() || (tree_.evaluated() && tree_.visits() >= enough)) break;
    const bool halving = options_.gumbel_visits > 0 && tree_.evaluated();
    const auto visit = tree_.visit(views + leaves.size() * row, halving ? gumbel_.next(tree_) : -1);
    if (visit == NetTree::Visit::collision) break;
    if (visit == NetTree::Visit::settled) {
      ++idle;
      continue;
    }
    const std::uint32_t leaf = tree_.leaf();
    if (const NetEvaluation* known = memory_.find(tree_.leaf_key())) {
      ++recalled_;
      ++idle;
      tree_.evaluate(leaf, known->logits.data(), known->win_probability);
      continue;
    }
    leaves.push_back(starts_ << 32 | leaf);
    keys_[leaves.back()] = tree_.leaf_key();
    if (leaf == 0) break;  // nothing to choose from before the root is known
  }
  return leaves;
}

void Mcts::scatter(std::span<const std::uint64_t> tickets, std::size_t row, const float* logits,
                   const float* win_probabilities) {
  const std::lock_guard lock(mutex_);
  require_row(row);
  for (std::size_t at = 0; at < tickets.size(); ++at)
    evaluate(tickets[at], {logits + at * row, row}, win_probabilities[at]);
}

void Mcts::evaluate(std::uint64_t ticket, std::span<const float> logits, float win_probability) {
  const auto key = keys_.find(ticket);
  if (key == keys_.end()) return;
  memory_.keep(key->second, logits, win_probability);
  keys_.erase(key);
  ++evaluated_;
  tree_.evaluate(static_cast<std::uint32_t>(ticket), logits.data(), win_probability);
}

std::vector<std::size_t> Mcts::order() const {
  const auto edges = tree_.edges();
  std::vector<std::size_t> places(edges.size());
  const float sharp = tree_.sharpness();
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t one, std::size_t two) {
    const bool both_win = rank(edges[one]) == 2 && rank(edges[two]) == 2;
    const int first = tree_.plies(edges[one]), second = tree_.plies(edges[two]);
    return both_win && first != second ? first < second : better(edges[one], edges[two], sharp);
  });
  return places;
}

std::vector<Move> Mcts::line_from(const NetTree::Edge& edge) const {
  std::vector<Move> line{edge.move};
  for (auto replies = tree_.replies(edge); !replies.empty();) {
    const auto best = std::ranges::max_element(
        replies, [](const auto& one, const auto& two) { return better(two, one, 0); });
    if (best->visits == 0) break;
    line.push_back(best->move);
    replies = tree_.replies(*best);
  }
  return line;
}

MctsReport Mcts::report(std::size_t lines) const {
  const std::lock_guard lock(mutex_);
  MctsReport report;
  if (tree_.size() == 0) return report;
  report.win_probability = tree_.win_probability();
  report.raw_win_probability = tree_.raw_win_probability();
  report.proven = tree_.proven();
  report.visits = tree_.visits();
  report.evaluated = evaluated_;
  report.recalled = recalled_;
  report.tree_size = tree_.size();
  report.full = full();
  for (const std::size_t place : order()) {
    const NetTree::Edge& edge = tree_.edges()[place];
    const float win_probability = edge.proven == Proven::win ? 1.0F
                                  : edge.proven == Proven::loss
                                      ? 0.0F
                                      : edge.mean(report.raw_win_probability);
    MctsMove move{edge.move, edge.visits, edge.prior, win_probability, edge.proven, {}};
    if (report.moves.size() < lines) move.line = line_from(edge);
    report.moves.push_back(std::move(move));
  }
  return report;
}

void Mcts::clear() {
  const std::lock_guard lock(mutex_);
  tree_.reset(board_);
  memory_.clear();
  keys_.clear();
}

}  // namespace hexcore
