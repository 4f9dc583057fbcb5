#include "solve/exhaustive.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "board/rng.hpp"
#include "connect/bridge_win.hpp"
#include "evaluate/resistance.hpp"

namespace hexcore {

// One question of a position that is not over: does the side to move get its way?
class ExhaustiveSolver::Game {
 public:
  virtual ~Game() = default;
  // Nothing when cut by the limits. `move` is one that gets its way, kPass if none does.
  virtual std::optional<bool> ask(Board& board, Color maker, Stopper& stopper, Move& move) = 0;
  virtual void clear() = 0;
};

template <std::size_t Cells>
class ExhaustiveSolver::MakerBreaker : public ExhaustiveSolver::Game {
 public:
  explicit MakerBreaker(std::size_t mib)
      : size_(std::bit_floor(std::max<std::size_t>(mib, 1) * 1024 * 1024 / sizeof(Entry))) {
    clear();
  }

  std::optional<bool> ask(Board& board, Color maker, Stopper& stopper, Move& move) override {
    if (stopper.stopped()) return std::nullopt;
    board_ = &board;
    bridges_.emplace(BridgeTracker::of_position(board));
    circuit_.emplace(board.grid());
    maker_ = maker;
    stopper_ = &stopper;
    stop_ = false;
    const Answer answer = search();
    if (stop_) return std::nullopt;
    move = answer.move;
    return answer.mover_wins;
  }

  // Memory that the system zeroes when it is first touched: a short search pays for what it uses.
  void clear() override {
    table_.reset(static_cast<Entry*>(std::calloc(size_, sizeof(Entry))));
    if (!table_) throw std::bad_alloc();
  }

 private:
  using Carrier = std::bitset<Cells>;

  struct Answer {
    bool mover_wins = false;
    Move move = kPass;
    Carrier carrier;  // empty cells that the winner's strategy needs
  };
  struct Entry {
    std::uint64_t key = 0;
    Answer answer;
  };
  static_assert(std::is_trivially_copyable_v<Entry>);
  static constexpr std::uint64_t kTimeCheck = 64;

  Answer search() {
    const std::uint64_t key = board_->key() ^ mix(static_cast<std::uint64_t>(maker_) + 1);
    Entry& entry = table_[key & (size_ - 1)];
    if (entry.key == key) return entry.answer;
    if (++uncounted_ >= kTimeCheck) stopper_->spend(std::exchange(uncounted_, 0));
    stop_ = stop_ || stopper_->stopped();
    if (stop_) return {};
    const Answer answer = expand();
    if (!stop_) entry = {key, answer};
    return answer;
  }

  Answer expand() {
    const Color me = board_->turn();
    if (const auto theirs = bridge_win(*bridges_, other(me)))
      return {false, kPass, carrier_of(*theirs)};
    if (const auto ours = bridge_win_move(*bridges_, me))
      return won_by(ours->move, carrier_of(ours->win));
    const bool i_make = me == maker_;
    Carrier must_play, refutations;
    must_play.set();
    for (const Move move : ordered_moves()) {
      if (!must_play[move]) continue;
      if (board_->would_win(move, me)) return won_by(move, {});
      board_->push(move);
      bridges_->push(move, me);
      const std::optional<bool> made = decided();
      Answer reply;
      if (!made)
        reply = search();
      else
        reply.mover_wins = *made != i_make;
      board_->pop();
      bridges_->pop();
      if (stop_) return {};
      if (!reply.mover_wins) return won_by(move, reply.carrier);
      must_play &= reply.carrier;
      refutations |= reply.carrier;
    }
    return {false, kPass, refutations};
  }

  Answer won_by(Move move, Carrier carrier) const {
    carrier.set(static_cast<std::size_t>(move));
    return {true, move, carrier};
  }

  static Carrier carrier_of(const BridgeWin& win) {
    Carrier carrier;
    for (const int cell : win.carrier()) carrier.set(static_cast<std::size_t>(cell));
    return carrier;
  }

  // Whether the maker has joined; nothing while that is open.
  std::optional<bool> decided() const {
    if (const auto winner = board_->winner()) return *winner == maker_;
    if (board_->over()) return false;
    return std::nullopt;
  }

  // Where most current flows in both circuits, first: such cells matter most to both.
  std::vector<Move> ordered_moves() {
    const auto black = circuit_->solve(*board_, Color::black).currents;
    const auto white = circuit_->solve(*board_, Color::white).currents;
    std::vector<std::pair<double, Move>> ranked;
    for (int cell = 0; cell < board_->grid().cells(); ++cell)
      if (board_->at(cell) == Stone::none) {
        const double flow = black[cell] + white[cell];
        ranked.emplace_back(std::isfinite(flow) ? -flow : 0.0, cell);
      }
    std::ranges::sort(ranked);
    std::vector<Move> moves;
    for (const auto& [rank, move] : ranked) moves.push_back(move);
    return moves;
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::size_t size_;
  std::unique_ptr<Entry[], Free> table_;
  Board* board_ = nullptr;
  std::optional<BridgeTracker> bridges_;
  std::optional<Circuit> circuit_;
  Color maker_ = Color::black;
  Stopper* stopper_ = nullptr;
  bool stop_ = false;
  std::uint64_t uncounted_ = 0;
};

ExhaustiveSolver::ExhaustiveSolver(std::size_t table_mib) : table_mib_(table_mib) {}
ExhaustiveSolver::~ExhaustiveSolver() = default;

void ExhaustiveSolver::clear() {
  if (small_) small_->clear();
  if (large_) large_->clear();
}

ExhaustiveSolver::Game& ExhaustiveSolver::game_for(const Board& board) {
  if (board.grid().cells() <= 64) {
    if (!small_) small_ = std::make_unique<MakerBreaker<64>>(table_mib_);
    return *small_;
  }
  if (!large_) large_ = std::make_unique<MakerBreaker<1024>>(table_mib_);
  return *large_;
}

Verdict ExhaustiveSolver::verdict(Game& game, Board& board, Move& move) {
  if (board.over()) {
    const auto winner = board.winner();
    if (!winner) return Verdict::draw;
    return *winner == board.turn() ? Verdict::win : Verdict::loss;
  }
  const Color me = board.turn();
  const std::optional<bool> joins = game.ask(board, me, stopper_, move);
  if (!joins) return Verdict::unknown;
  if (*joins) return Verdict::win;
  if (board.grid().shape() == Shape::hex || board.grid().shape() == Shape::offset)
    return Verdict::loss;
  const std::optional<bool> holds = game.ask(board, other(me), stopper_, move);
  if (!holds) return Verdict::unknown;
  return *holds ? Verdict::draw : Verdict::loss;
}

SolverReport ExhaustiveSolver::solve(const Board& start, const Limits& limits) {
  const Busy busy(running_);
  stopper_.start(limits);
  Board board(start);
  SolverReport report;
  report.verdict = verdict(game_for(board), board, report.move);
  report.nodes = stopper_.nodes();
  report.seconds = stopper_.elapsed();
  return report;
}

std::vector<SolvedMove> ExhaustiveSolver::moves(const Board& start, const Limits& limits) {
  static constexpr std::array opposite{Verdict::unknown, Verdict::win, Verdict::draw,
                                       Verdict::loss};
  const Busy busy(running_);
  stopper_.start(limits);
  Board board(start);
  std::vector<SolvedMove> found;
  for (const Move move : board.legal_moves()) {
    if (move < 0) continue;
    board.push(move);
    Move reply = kPass;
    const Verdict theirs = verdict(game_for(board), board, reply);
    board.pop();
    found.push_back({move, opposite[static_cast<std::size_t>(theirs)]});
  }
  return found;
}

}  // namespace hexcore
