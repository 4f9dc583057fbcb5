#include "search/negamax/worker.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace hexcore {
namespace {

// Shallower subtrees are not worth the bookkeeping of who searches what.
constexpr int kShareDepth = 2;
constexpr int kFirstPicks = 6;
constexpr int kHintRank = 1 << 30, kKillerRank = 1 << 28;
constexpr int kMostHistory = 1 << 24;

// Proven scores count plies from the root; the table counts them from its own position.
int to_table(int score, int ply) {
  if (score >= kProven) return score + ply;
  return score <= -kProven ? score - ply : score;
}
int from_table(int score, int ply) {
  if (score >= kProven) return score - ply;
  return score <= -kProven ? score + ply : score;
}

// Whether an entry may answer for a depth: as deep a search, or a proof, which holds at any depth
// in the direction in which it proves.
bool answers(const TableEntry& entry, int depth) {
  if (entry.depth >= depth) return true;
  if (!is_proven(entry.score)) return false;
  if (entry.bound == Bound::exact) return true;
  return entry.bound == (entry.score > 0 ? Bound::lower : Bound::upper);
}

std::vector<int> closeness_to_centre(const Grid& grid) {
  std::vector<int> found;
  for (int cell = 0; cell < grid.cells(); ++cell) {
    const int row = cell / grid.cols(), col = cell % grid.cols();
    found.push_back(grid.rows() + grid.cols() - std::abs(2 * row - grid.rows() + 1) -
                    std::abs(2 * col - grid.cols() + 1));
  }
  return found;
}

}  // namespace

NegamaxWorker::NegamaxWorker(const Board& board, std::unique_ptr<Evaluator> evaluator, Table& table,
                             BusyMoves& busy, Stopper& stopper, const std::vector<Move>& excluded,
                             bool alone)
    : board_(board),
      evaluator_(std::move(evaluator)),
      table_(table),
      busy_(busy),
      stopper_(stopper),
      leaves_(dynamic_cast<BatchedEvaluator*>(evaluator_.get())),
      alone_(alone),
      prior_(closeness_to_centre(board.grid())) {
  const Grid& grid = board.grid();
  const int across = grid.shape() == Shape::triangle ? grid.rows() : grid.cols();
  threat_stones_ = {grid.rows() - 1, across - 1};
  for (auto& history : history_) history.assign(static_cast<std::size_t>(grid.cells()), 0);
  const std::size_t plies = static_cast<std::size_t>(board.empty_cells()) + 2;
  killers_.assign(plies, {kPass, kPass});
  move_lists_.resize(plies);
  lines_.resize(plies);
  for (const Move move : board.legal_moves())
    if (move >= 0 && std::ranges::find(excluded, move) == excluded.end())
      root_moves_.push_back(move);
  std::ranges::stable_sort(root_moves_, std::greater{}, [&](Move move) { return prior_[move]; });
}

void NegamaxWorker::push(Move move) {
  const Color color = board_.turn();
  board_.push(move);
  evaluator_->push(board_, move, color);
}

void NegamaxWorker::pop() {
  board_.pop();
  evaluator_->pop(board_);
}

bool NegamaxWorker::out_of_time() {
  if (uncounted_ >= kTimeCheck) stopper_.spend(std::exchange(uncounted_, 0));
  if (stopper_.stopped() || abandoned_.load(std::memory_order_relaxed)) stop_ = true;
  return stop_;
}

bool NegamaxWorker::search_root(int depth, int alpha, int beta) {
  stop_ = false;
  best_ = kPass;
  best_score_ = -kInfinity;
  int low = alpha;
  std::vector<Move> waiting(root_moves_.rbegin(), root_moves_.rend()), deferred;
  const std::uint64_t key = board_.key();
  lines_[0].clear();
  while (!waiting.empty() || !deferred.empty()) {
    const bool second_pass = waiting.empty();
    std::vector<Move>& from = second_pass ? deferred : waiting;
    const Move move = from.back();
    from.pop_back();
    const std::uint64_t tag = BusyMoves::tag(key, move);
    const bool share = !alone_ && depth > kShareDepth && best_ != kPass;
    if (share && !second_pass && busy_.contains(tag)) {
      deferred.push_back(move);
      continue;
    }
    if (share) busy_.enter(tag);
    int score = 0;
    if (best_ == kPass) {
      score = search_child(move, depth, low, beta, 0);
    } else {
      score = search_child(move, depth, low, low + 1, 0);
      if (!stop_ && score > low && score < beta) score = search_child(move, depth, low, beta, 0);
    }
    if (share) busy_.leave(tag);
    if (stop_) return false;
    if (score > best_score_) {
      best_score_ = score;
      best_ = move;
      if (score > low) keep_line(move, 0);
      low = std::max(low, score);
      if (low >= beta) break;
    }
  }
  const auto first = std::ranges::find(root_moves_, best_);
  std::rotate(root_moves_.begin(), first, first + 1);
  remember(key, depth, 0, best_score_, alpha, beta, best_);
  return true;
}

int NegamaxWorker::score(Move move, int depth) {
  stop_ = false;
  return search_child(move, depth, -kInfinity, kInfinity, 0);
}

int NegamaxWorker::search_child(Move move, int depth, int alpha, int beta, int ply) {
  push(move);
  const int score = -search(depth - 1, -beta, -alpha, ply + 1);
  pop();
  return score;
}

int NegamaxWorker::search(int depth, int alpha, int beta, int ply) {
  lines_[ply].clear();
  if (board_.over()) {
    ++uncounted_;
    const auto winner = board_.winner();
    if (!winner) return 0;
    return *winner == board_.turn() ? kWin - ply : ply - kWin;
  }
  if (depth == 0) {
    ++uncounted_;
    return evaluator_->evaluate(board_);
  }
  const std::uint64_t key = board_.key();
  Move hint = kPass;
  int score = 0;
  if (probe(key, depth, alpha, beta, ply, hint, score)) return score;
  ++uncounted_;
  if (out_of_time()) return 0;
  Move only = kPass;
  if (decided(depth, ply, score, only)) return score;
  std::vector<Candidate>& moves = move_lists_[ply];
  moves.clear();
  if (depth == 1 && leaves_ != nullptr) return search_batch(ply, moves, key, alpha, beta);
  if (only != kPass)
    moves.push_back({0, only});
  else
    rank_moves(hint, ply, moves);
  return search_moves(depth, alpha, beta, ply, moves, key);
}

bool NegamaxWorker::probe(std::uint64_t key, int depth, int alpha, int beta, int ply, Move& hint,
                          int& score) {
  const auto entry = table_.find(key);
  if (!entry) return false;
  hint = entry->move;
  if (!answers(*entry, depth)) return false;
  score = from_table(entry->score, ply);
  return entry->bound == Bound::exact || (entry->bound == Bound::lower && score >= beta) ||
         (entry->bound == Bound::upper && score <= alpha);
}

void NegamaxWorker::remember(std::uint64_t key, int depth, int ply, int score, int alpha, int beta,
                             Move move) {
  const Bound bound = score <= alpha ? Bound::upper : score >= beta ? Bound::lower : Bound::exact;
  table_.store(key, {to_table(score, ply), depth, move, bound});
}

bool NegamaxWorker::decided(int depth, int ply, int& score, Move& only) {
  const Color me = board_.turn(), enemy = other(me);
  const auto can_threaten = [&](Color color) {
    return board_.stone_count(color) >= threat_stones_[static_cast<int>(color)];
  };
  if (can_threaten(me))
    for (int cell = 0; cell < board_.grid().cells(); ++cell)
      if (board_.at(cell) == Stone::none && board_.would_win(cell, me)) {
        score = kWin - ply - 1;
        lines_[ply].assign(1, cell);
        return true;
      }
  // One ply before the horizon an unanswered threat is not yet a loss.
  if (depth < 2 || !can_threaten(enemy)) return false;
  for (int cell = 0; cell < board_.grid().cells(); ++cell)
    if (board_.at(cell) == Stone::none && board_.would_win(cell, enemy)) {
      if (only != kPass) {
        score = ply + 2 - kWin;
        lines_[ply].assign(1, cell);
        return true;
      }
      only = cell;
    }
  return false;
}

void NegamaxWorker::rank_moves(Move hint, int ply, std::vector<Candidate>& moves) {
  const auto& history = history_[static_cast<int>(board_.turn())];
  const auto [first, second] = killers_[ply];
  for (int cell = 0; cell < board_.grid().cells(); ++cell) {
    if (board_.at(cell) != Stone::none) continue;
    int rank = history[cell] * 64 + prior_[cell];
    if (cell == hint)
      rank = kHintRank;
    else if (cell == first)
      rank = kKillerRank + 1;
    else if (cell == second)
      rank = kKillerRank;
    moves.push_back({rank, cell});
  }
}

int NegamaxWorker::search_moves(int depth, int alpha, int beta, int ply,
                                std::vector<Candidate>& moves, std::uint64_t key) {
  const auto better = [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; };
  const bool sharing = !alone_ && depth > kShareDepth;
  int best = -kInfinity, low = alpha;
  Move best_move = kPass;
  std::vector<Move> deferred;
  const std::size_t count = moves.size();
  for (std::size_t at = 0; at < count + deferred.size(); ++at) {
    if (at < kFirstPicks && at < count)
      std::iter_swap(
          moves.begin() + static_cast<std::ptrdiff_t>(at),
          std::min_element(moves.begin() + static_cast<std::ptrdiff_t>(at), moves.end(), better));
    else if (at == kFirstPicks && at < count)
      std::sort(moves.begin() + kFirstPicks, moves.end(), better);
    const Move move = at < count ? moves[at].move : deferred[at - count];
    const bool share = sharing && at > 0;
    const std::uint64_t tag = BusyMoves::tag(key, move);
    if (share && at < count && busy_.contains(tag)) {
      deferred.push_back(move);
      continue;
    }
    if (share) busy_.enter(tag);
    int score = 0;
    if (best_move == kPass) {
      score = search_child(move, depth, low, beta, ply);
    } else {
      score = search_child(move, depth, low, low + 1, ply);
      if (!stop_ && score > low && score < beta) score = search_child(move, depth, low, beta, ply);
    }
    if (share) busy_.leave(tag);
    if (stop_) return 0;
    if (score <= best) continue;
    best = score;
    best_move = move;
    if (score <= low) continue;
    low = score;
    keep_line(move, ply);
    if (low >= beta) {
      reward(move, depth, ply);
      break;
    }
  }
  remember(key, depth, ply, best, alpha, beta, best_move);
  return best;
}

int NegamaxWorker::search_batch(int ply, std::vector<Candidate>& moves, std::uint64_t key,
                                int alpha, int beta) {
  rank_moves(kPass, ply, moves);
  std::vector<Move> children;
  for (const Candidate& candidate : moves) children.push_back(candidate.move);
  const std::vector<int> scores = leaves_->evaluate_children(board_, children);
  uncounted_ += children.size();
  int best = -kInfinity;
  Move best_move = kPass;
  for (std::size_t at = 0; at < children.size(); ++at)
    if (-scores[at] > best) {
      best = -scores[at];
      best_move = children[at];
    }
  lines_[ply].assign(1, best_move);
  remember(key, 1, ply, best, alpha, beta, best_move);
  return best;
}

void NegamaxWorker::reward(Move move, int depth, int ply) {
  if (killers_[ply][0] != move) killers_[ply] = {move, killers_[ply][0]};
  auto& history = history_[static_cast<int>(board_.turn())];
  history[move] += depth * depth;
  if (history[move] * 64 >= kMostHistory)
    for (int& value : history) value /= 2;
}

void NegamaxWorker::keep_line(Move move, int ply) {
  auto& line = lines_[ply];
  line.assign(1, move);
  line.insert(line.end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

std::vector<Move> NegamaxWorker::pv() const { return lines_[0]; }

}  // namespace hexcore
