#include "search/uct/uct.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "search/busy.hpp"
#include "search/threads.hpp"
#include "search/uct/chains.hpp"
#include "search/uct/rollout.hpp"

namespace hexcore {
namespace {

constexpr int kMostThreads = 256;
constexpr std::size_t kMostMemory = 1 << 16;
// About what it costs to keep one branch while the rest of the tree goes.
constexpr double kSecondsToKeep = 20e-9;

void require(bool good, const std::string& rule) {
  if (!good) throw Error(ErrorKind::player, rule);
}

UctOptions checked(const UctOptions& options) {
  require(options.threads >= 1 && options.threads <= kMostThreads,
          "threads are 1 to " + std::to_string(kMostThreads));
  require(options.memory_mib >= 1 && options.memory_mib <= kMostMemory,
          "memory is 1 to " + std::to_string(kMostMemory) + " MiB");
  require(options.exploration >= 0, "the weight of exploration is 0 or more");
  require(options.amaf_initial >= 0 && options.amaf_final > 0,
          "the weights of all-moves-as-first are 0 or more and more than 0");
  require(options.first_play >= 0, "the first-play value is 0 or more");
  require(options.expand_after >= 0, "a leaf is expanded after 0 or more visits");
  return options;
}

// 1 / sqrt(n + 1), which the selection needs for every move it looks at.
const std::array<float, 4096>& inverse_roots() {
  static const auto table = [] {
    std::array<float, 4096> roots{};
    for (std::size_t n = 0; n < roots.size(); ++n)
      roots[n] = 1.0F / std::sqrt(static_cast<float>(n + 1));
    return roots;
  }();
  return table;
}

float inverse_root(std::uint32_t n) {
  const auto& table = inverse_roots();
  return n < table.size() ? table[n] : 1.0F / std::sqrt(static_cast<float>(n) + 1.0F);
}

// All moves as first matter while little else is known. Later a sample of them will do, which also
// spares the threads the fight over the busiest part of the tree.
bool worth_crediting(std::uint32_t visits) { return visits <= 1500 || visits % 4 == 0; }

Score score_of(Proven proven, Color mover) {
  if (proven == Proven::draw) return Score::draw;
  return (proven == Proven::win) == (mover == Color::black) ? Score::black_wins : Score::white_wins;
}

double mean(const Tried& tried) {
  return tried.visits == 0 ? 0.5 : 0.5 * tried.half_points / tried.visits;
}

double sure_value(Proven proven, double otherwise) {
  if (proven == Proven::unknown) return otherwise;
  return 0.5 * (static_cast<int>(proven) - 1);
}

UctMove describe(const Branch& branch) {
  const Tried own = branch.own.load();
  const Proven proven = branch.proven();
  return {branch.move(), own.visits, sure_value(proven, mean(own)), proven, {}};
}

// A proven win first, a proven loss last, between them what was visited most; but a proven draw
// before a move that seems worse.
void best_first(std::vector<UctMove>& moves) {
  const auto rank = [](const UctMove& move) {
    return move.proven == Proven::win ? 2 : move.proven == Proven::loss ? 0 : 1;
  };
  std::ranges::stable_sort(moves, [&](const UctMove& one, const UctMove& two) {
    return rank(one) != rank(two) ? rank(one) > rank(two) : one.visits > two.visits;
  });
  const auto draw = std::ranges::find(moves, Proven::draw, &UctMove::proven);
  if (draw != moves.end() && moves.front().win_rate < 0.5)
    std::rotate(moves.begin(), draw, draw + 1);
}

}  // namespace

// One thread's walk through the shared tree, simulation by simulation. Made on its thread, so that
// the memory of two does not lie side by side.
class Uct::Worker {
 public:
  Worker(Uct& uct, std::uint64_t stream)
      : options_(uct.options_),
        tree_(uct.tree_),
        turn_(uct.root_board_->turn()),
        last_(uct.root_board_->ply() > 0 ? uct.root_board_->peek() : -1),
        rollout_(*uct.root_board_, options_.save_bridges),
        chains_(uct.root_board_->grid()),
        rng_(options_.seed, stream) {
    path_.reserve(static_cast<std::size_t>(rollout_.grid().cells()) + 1);
  }

  void simulate();
  bool expand_root() { return expand(tree_.root(), turn_); }

 private:
  struct Step {
    Branch* branch;
    // One of the replies is a proven draw.
    bool draw_in_hand;
  };

  // Gives a leaf its replies, and settles what a look at the position can settle. False when
  // another thread is at it or memory is full.
  bool expand(Branch& leaf, Color turn);
  Score descend();
  Branch* select(Step& step);
  void credit(Branch& branch, Color to_move, Score score);
  Proven choose_replies(Color turn);
  void living_cells();
  void prove_upwards();

  const UctOptions options_;
  Tree& tree_;
  Color turn_;
  int last_;
  Rollout rollout_;
  Chains chains_;
  Rng rng_;
  std::vector<Step> path_;
  std::vector<std::int16_t> moves_;
  std::vector<std::int16_t> threats_;
  bool played_out_ = false;
};

void Uct::Worker::simulate() {
  rollout_.reset();
  path_.assign(1, {&tree_.root(), false});
  tree_.root().own.add(1, 0);
  Score score = descend();
  for (std::size_t depth = path_.size(); depth-- > 0;) {
    const auto [branch, draw_in_hand] = path_[depth];
    const Color to_move = depth % 2 == 0 ? turn_ : other(turn_);
    if (played_out_ && worth_crediting(branch->own.load().visits)) credit(*branch, to_move, score);
    if (draw_in_hand && half_points(score, to_move) == 0) score = Score::draw;
    branch->own.add(0, half_points(score, other(to_move)));
  }
  if (!played_out_) prove_upwards();
}

// All moves as first: a reply shares in the result when its side took the cell at any time.
void Uct::Worker::credit(Branch& branch, Color to_move, Score score) {
  const Mark stone = mark_of(to_move);
  const std::uint64_t seen = Statistics::pack(1, half_points(score, to_move));
  for (Branch& reply : tree_.replies(branch))
    if (rollout_.marks()[reply.move()] == stone) reply.amaf.add_loosely(seen);
}

// Walks down to a leaf, visiting as it goes: until the result comes, a visit counts as a loss and
// keeps other threads away.
Score Uct::Worker::descend() {
  Color turn = turn_;
  int last = last_;
  for (;;) {
    Branch& branch = *path_.back().branch;
    if (const Proven proven = branch.proven(); proven != Proven::unknown) {
      played_out_ = false;
      return score_of(proven, other(turn));
    }
    const std::uint32_t replies = branch.replies.load(std::memory_order_acquire);
    const bool ripe = branch.own.load().visits > static_cast<std::uint32_t>(options_.expand_after);
    if (replies == Branch::kLeaf && ripe && !tree_.full() && expand(branch, turn)) continue;
    Branch* next = select(path_.back());
    if (next == nullptr) break;
    next->own.add(1, 0);
    path_.push_back({next, false});
    last = next->move();
    rollout_.place(last, turn);
    turn = other(turn);
  }
  played_out_ = true;
  return rollout_.finish(turn, last, rng_);
}

// The reply with the best prospects. Proven ones are looked at only when nothing is open, but a
// proven draw is remembered: the side that has it need not accept less.
Branch* Uct::Worker::select(Step& step) {
  const auto visits = static_cast<float>(step.branch->own.load().visits);
  const float explore = options_.exploration * std::sqrt(std::log(std::max(visits, 1.0F)));
  const float amaf_first = 1.0F / std::max(options_.amaf_initial, 1e-6F);
  const float amaf_later = 1.0F / options_.amaf_final;
  Branch* best = nullptr;
  float most = -4;
  for (Branch& reply : tree_.replies(*step.branch)) {
    const Proven proven = reply.proven();
    float value = static_cast<float>(proven) - 4;
    if (proven == Proven::unknown) {
      const Tried own = reply.own.load(), amaf = reply.amaf.load();
      // The mean of own results and of all moves as first, the latter weighing seen / scale
      // visits, with one division: this is where a search spends its time.
      const auto seen = static_cast<float>(amaf.visits);
      const float scale = amaf_first + amaf_later * seen;
      const float count = static_cast<float>(own.visits) * scale + seen;
      const float half_points =
          static_cast<float>(own.half_points) * scale + static_cast<float>(amaf.half_points);
      value = count > 0 ? 0.5F * half_points / count : options_.first_play;
      if (explore > 0) value += explore * inverse_root(own.visits);
    } else if (proven == Proven::draw) {
      step.draw_in_hand = true;
    } else if (proven == Proven::win) {
      return &reply;
    }
    if (value > most) {
      most = value;
      best = &reply;
    }
  }
  return best;
}

bool Uct::Worker::expand(Branch& leaf, Color turn) {
  std::uint32_t expected = Branch::kLeaf;
  if (!leaf.replies.compare_exchange_strong(expected, Branch::kExpanding,
                                            std::memory_order_acquire))
    return false;
  const Proven proven = choose_replies(turn);
  const std::uint32_t first = moves_.empty() ? Branch::kLeaf : tree_.allocate(moves_.size());
  if (first != Branch::kLeaf) {
    leaf.reply_count = static_cast<std::uint16_t>(moves_.size());
    for (std::size_t at = 0; at < moves_.size(); ++at)
      tree_.at(first + at).set(moves_[at], opposite(proven));
  }
  if (proven != Proven::unknown) leaf.prove(proven);
  leaf.replies.store(first, std::memory_order_release);
  return first != Branch::kLeaf || proven != Proven::unknown;
}

// Fills moves_ and returns what is settled for the player who has just moved.
Proven Uct::Worker::choose_replies(Color turn) {
  rollout_.winning_cells(turn, moves_);
  if (!moves_.empty()) return Proven::loss;
  rollout_.winning_cells(other(turn), threats_);
  if (!threats_.empty()) {
    moves_ = threats_;
    return threats_.size() > 1 ? Proven::win : Proven::unknown;
  }
  // A side with a whole chain of bridges closes or enters them one after another.
  if (chains_.join(rollout_.marks(), turn, moves_)) return Proven::loss;
  if (chains_.join(rollout_.marks(), other(turn), moves_)) return Proven::win;
  living_cells();
  const bool open =
      !rollout_.draws_possible() || rollout_.can_join(turn) || rollout_.can_join(other(turn));
  if (open && !moves_.empty()) return Proven::unknown;
  moves_.resize(std::min<std::size_t>(moves_.size(), 1));
  return Proven::draw;
}

// The empty cells without the dead ones: a stone there is a pass, which is never better than a
// move. When all are dead, all of them.
void Uct::Worker::living_cells() {
  const Marks& marks = rollout_.marks();
  moves_.clear();
  for (int cell = 0; cell < rollout_.grid().cells(); ++cell)
    if (marks[cell] == kNothing && !rollout_.patterns().dead(marks, cell))
      moves_.push_back(static_cast<std::int16_t>(cell));
  if (!moves_.empty()) return;
  for (int cell = 0; cell < rollout_.grid().cells(); ++cell)
    if (marks[cell] == kNothing) moves_.push_back(static_cast<std::int16_t>(cell));
}

// A branch with a winning reply is lost; one whose replies are all proven is worth the best of
// them.
void Uct::Worker::prove_upwards() {
  for (std::size_t depth = path_.size() - 1; depth > 0; --depth) {
    const Proven proven = path_[depth].branch->proven();
    Branch& above = *path_[depth - 1].branch;
    if (proven == Proven::unknown) return;
    Proven best = proven;
    if (proven != Proven::win)
      for (const Branch& reply : tree_.replies(above)) {
        if (reply.proven() == Proven::unknown) return;
        best = std::max(best, reply.proven());
      }
    above.prove(opposite(best));
  }
}

Uct::Uct(const UctOptions& options) : options_(checked(options)), tree_(options.memory_mib) {}

UctReport Uct::search(const Board& board, const Limits& limits) {
  if (board.over()) throw Error(ErrorKind::game_over, "the game is over: nothing to search");
  const Busy busy(searching_);
  prepare(board, limits);
  try {
    run_threads(
        static_cast<std::size_t>(options_.threads), [this](std::size_t thread) { work(thread); },
        [this] { stopper_.end(); });
  } catch (...) {  // a thread may have left a branch half expanded
    const std::lock_guard lock(root_mutex_);
    tree_.clear();
    root_board_.reset();
    throw;
  }
  ++searches_;
  took_ = stopper_.elapsed();
  return report();
}

void Uct::prepare(const Board& board, const Limits& limits) {
  const std::lock_guard lock(root_mutex_);
  stopper_.start(limits);
  took_ = -1;
  follow(board, limits);
  if (!tree_.replies(tree_.root()).empty()) return;
  tree_.root().prove(Proven::unknown);
  Worker(*this, 0).expand_root();
}

void Uct::work(std::size_t thread) {
  Worker worker(*this, searches_ * kMostThreads + thread);
  while (!stopper_.stopped() && tree_.root().proven() == Proven::unknown) {
    worker.simulate();
    stopper_.spend(1);
  }
}

void Uct::clear() {
  const Busy busy(searching_);
  const std::lock_guard lock(root_mutex_);
  tree_.clear();
  root_board_.reset();
}

// Makes the position the root: by the moves played since the last search where the tree has them.
void Uct::follow(const Board& board, const Limits& limits) {
  Branch* kept = root_board_ ? walk(board) : nullptr;
  if (kept == nullptr) {
    tree_.clear();
  } else if (kept != &tree_.root()) {
    // Tidying a large tree takes time that a short move does not have; it can wait.
    const double expanded = kept->own.load().visits / (options_.expand_after + 1.0);
    const double branches = std::min(static_cast<double>(tree_.used()),
                                     expanded * static_cast<double>(board.grid().cells()));
    const bool in_time = !limits.seconds || branches * kSecondsToKeep < 0.2 * *limits.seconds;
    in_time ? tree_.keep_only(*kept) : tree_.move_root(*kept);
  }
  kept_visits_ = tree_.root().own.load().visits;
  root_board_ = std::make_shared<const Board>(board);
}

Branch* Uct::walk(const Board& board) {
  const Board& old = *root_board_;
  if (&old.grid() != &board.grid()) return nullptr;
  std::vector<int> added;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (old.at(cell) != board.at(cell)) added.push_back(cell);
  const auto played = board.played();
  if (added.size() > played.size()) return nullptr;
  Branch* branch = &tree_.root();
  Color turn = old.turn();
  for (const auto& [move, color] : std::span(played).last(added.size())) {
    const bool fits = color == turn && move >= 0 && old.at(move) == Stone::none;
    branch = fits ? tree_.reply(*branch, move) : nullptr;
    if (branch == nullptr) return nullptr;
    turn = other(turn);
  }
  return turn == board.turn() ? branch : nullptr;
}

// Numbers are copied before they are compared: those in the tree change while a search runs.
UctReport Uct::report(std::size_t lines) const {
  const std::lock_guard lock(root_mutex_);
  const Branch& root = tree_.root();
  UctReport report;
  for (const Branch& reply : tree_.replies(root)) report.moves.push_back(describe(reply));
  best_first(report.moves);
  for (std::size_t at = 0; at < std::min(lines, report.moves.size()); ++at)
    report.moves[at].line = line_from(*tree_.reply(root, report.moves[at].move));
  report.proven = opposite(root.proven());
  report.win_probability =
      sure_value(report.proven, report.moves.empty() ? 0.5 : report.moves.front().win_rate);
  report.simulations = stopper_.nodes();
  report.kept_visits = kept_visits_;
  report.seconds = took_ < 0 ? stopper_.elapsed() : took_.load();
  report.tree_size = tree_.used();
  report.tree_capacity = tree_.capacity();
  return report;
}

// The best replies one after another, as far as they were looked at.
std::vector<Move> Uct::line_from(const Branch& branch) const {
  std::vector<Move> line;
  for (const Branch* at = &branch; at != nullptr;) {
    line.push_back(at->move());
    std::vector<UctMove> moves;
    for (const Branch& reply : tree_.replies(*at)) moves.push_back(describe(reply));
    best_first(moves);
    const bool known = !moves.empty() && (moves[0].visits > 0 || moves[0].proven == Proven::win);
    at = known ? tree_.reply(*at, moves[0].move) : nullptr;
  }
  return line;
}

}  // namespace hexcore
