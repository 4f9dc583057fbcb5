#include "inferior/inferior.hpp"

#include <algorithm>

#include "inferior/local_patterns.hpp"

namespace hexcore {
namespace {

template <int Words>
std::shared_ptr<const Field<Words>> field_of(const Grid& grid) {
  if (grid.shape() != Shape::hex || grid.cells() > 64 * Words)
    throw Error(ErrorKind::size, "inferior cells are known on hex boards only");
  return Field<Words>::get(grid);
}

}  // namespace

template <int Words>
InferiorCells<Words>::InferiorCells(const Grid& grid)
    : field_(field_of<Words>(grid)),
      cut_off_(*field_),
      cols_(grid.cols()),
      stride_(grid.cols() + 4) {
  const int height = grid.rows() + 4;
  const auto places = static_cast<std::size_t>(height * stride_);
  for (int at = 0; at < kBall; ++at)
    offset_[at] = kBallSteps[at].row * stride_ + kBallSteps[at].col;
  cell_at_.assign(places, -1);
  codes_.assign(places, 0);
  state_.assign(places, kEmpty);
  waiting_.assign(places, 1);  // edges never wait
  for (int cell = 0; cell < grid.cells(); ++cell)
    cell_at_[padded(cell)] = static_cast<std::int16_t>(cell);
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < stride_; ++col) {
      const int place = row * stride_ + col;
      if (cell_at_[place] >= 0) continue;
      const bool beyond = row < 2 || row >= grid.rows() + 2;
      const Color color = beyond ? Color::black : Color::white;
      state_[place] = beyond ? kBlack : kWhite;
      for (int at = 1; at < kBall; ++at)
        if (const int near = place + offset_[at]; near >= 0 && near < height * stride_)
          codes_[near] |= ball_bit(opposite(at), color);
    }
  empty_codes_ = codes_;
  empty_state_ = state_;
  queue_.reserve(places);
}

template <int Words>
void InferiorCells<Words>::put(int place, std::uint8_t stones) {
  state_[place] |= stones;
  for (int at = 1; at < kBall; ++at) {
    const int near = place + offset_[at];
    if ((stones & kBlack) != 0) codes_[near] |= ball_bit(opposite(at), Color::black);
    if ((stones & kWhite) != 0) codes_[near] |= ball_bit(opposite(at), Color::white);
  }
}

template <int Words>
void InferiorCells<Words>::queue(int place) {
  if (waiting_[place] != 0) return;
  waiting_[place] = 1;
  queue_.push_back(static_cast<std::int16_t>(place));
}

template <int Words>
void InferiorCells<Words>::fill_in(const Bits<Words>& black, const Bits<Words>& white,
                                   bool regions) {
  std::ranges::copy(empty_codes_, codes_.begin());
  std::ranges::copy(empty_state_, state_.begin());
  stones_ = {black, white};
  empty_ = field_->all.minus(black | white);
  dead_ = {};
  captured_ = {};
  queue_.clear();
  black.for_each([&](int cell) { put(padded(cell), kBlack); });
  white.for_each([&](int cell) { put(padded(cell), kWhite); });
  empty_.for_each([&](int cell) {
    const int place = padded(cell);
    waiting_[place] = 1;
    queue_.push_back(static_cast<std::int16_t>(place));
  });
  settle();
  while (regions && kill_regions()) settle();
}

template <int Words>
void InferiorCells<Words>::save(Filled& filled) const {
  filled.codes = codes_;
  filled.state = state_;
  filled.stones = {this->filled(Color::black), this->filled(Color::white)};
  dead_.for_each([&](int cell) {
    const int place = padded(cell);
    filled.state[place] = kBlack;
    for (int at = 1; at < kBall; ++at)
      filled.codes[place + offset_[at]] &= ~ball_bit(opposite(at), Color::white);
  });
}

template <int Words>
void InferiorCells<Words>::load(const Filled& filled) {
  std::ranges::copy(filled.codes, codes_.begin());
  std::ranges::copy(filled.state, state_.begin());
  stones_ = filled.stones;
  empty_ = field_->all.minus(stones_[0] | stones_[1]);
  dead_ = {};
  captured_ = {};
}

// Patterns need stones, and dead cells have lost a colour since: farther away nothing new appears.
template <int Words>
void InferiorCells<Words>::place(const Filled& filled, int cell, Color color) {
  load(filled);
  stones_[static_cast<std::size_t>(color)].set(cell);
  empty_ = empty_.minus(Bits<Words>::of(cell));
  put(padded(cell), color == Color::black ? kBlack : kWhite);
  for (int at = 1; at < kBall; ++at) queue(padded(cell) + offset_[at]);
  settle();
}

template <int Words>
void InferiorCells<Words>::settle() {
  while (!queue_.empty()) {
    const int place = queue_.back();
    queue_.pop_back();
    waiting_[place] = 0;
    examine(place);
  }
}

template <int Words>
void InferiorCells<Words>::examine(int place) {
  if (state_[place] != kEmpty) return;
  const LocalPatterns& patterns = LocalPatterns::get();
  const BallCode code = codes_[place];
  if (patterns.dead[ring_of(code)]) return die(place);
  patterns.captured_views.match(code, [&](const PatternView& view) {
    capture(place, view);
    return true;
  });
}

template <int Words>
void InferiorCells<Words>::die(int place) {
  dead_.set(cell_at(place));
  put(place, kBoth);
  for (int at = 1; at < kBall; ++at) queue(place + offset_[at]);
}

// Whether a cell died that was open before.
template <int Words>
bool InferiorCells<Words>::kill_regions() {
  Bits<Words> found;
  for (const Color color : {Color::black, Color::white}) {
    const auto side = static_cast<std::size_t>(color);
    found |= cut_off_.find(stones_[side] | captured_[side], open(), color) & open();
  }
  found.for_each([&](int cell) { die(padded(cell)); });
  return found.any();
}

template <int Words>
void InferiorCells<Words>::capture(int place, const PatternView& view) {
  for (std::uint32_t left = view.subjects; left != 0; left &= left - 1) {
    const int taken = place + offset_[std::countr_zero(left)];
    captured_[view.color].set(cell_at(taken));
    put(taken, view.color == 0 ? kBlack : kWhite);
    for (int at = 1; at < kBall; ++at) queue(taken + offset_[at]);
  }
}

template <int Words>
Bits<Words> InferiorCells<Words>::cells_of(int place, std::uint32_t ball) const {
  Bits<Words> cells;
  for (; ball != 0; ball &= ball - 1) cells.set(cell_at(place + offset_[std::countr_zero(ball)]));
  return cells;
}

template <int Words>
const std::vector<InferiorCell<Words>>& InferiorCells<Words>::inferior(Color mover) {
  inferior_.clear();
  pruned_ = {};
  const Bits<Words> cells = open();
  find_reversible(mover, cells);
  find_dominated(mover, cells);
  keep_one(cells);
  return inferior_;
}

template <int Words>
void InferiorCells<Words>::find_reversible(Color mover, const Bits<Words>& open) {
  const LocalPatterns& patterns = LocalPatterns::get();
  const auto enemy = static_cast<std::uint8_t>(other(mover));
  open.for_each([&](int cell) {
    const int place = padded(cell);
    patterns.reversible_views.match(codes_[place], [&](const PatternView& view) {
      if (view.color != enemy) return false;
      pruned_.set(cell);
      inferior_.push_back({cell, InferiorReason::reversible, cell_at(place + offset_[view.by]),
                           cells_of(place, view.carrier | 1U << view.by)});
      return true;
    });
  });
}

template <int Words>
void InferiorCells<Words>::find_dominated(Color mover, const Bits<Words>& open) {
  const LocalPatterns& patterns = LocalPatterns::get();
  open.for_each([&](int cell) {
    const int place = padded(cell);
    patterns.dominated_views.match(codes_[place], [&](const PatternView& view) {
      if (view.color != static_cast<std::uint8_t>(mover)) return false;
      const int by = cell_at(place + offset_[view.by]);
      if (pruned_.test(by)) return false;
      cells_of(place, view.subjects).minus(pruned_).for_each([&](int subject) {
        pruned_.set(subject);
        inferior_.push_back({subject, InferiorReason::dominated, by, {}});
      });
      return false;
    });
  });
}

// If every move is inferior, each is as good as the others.
template <int Words>
void InferiorCells<Words>::keep_one(const Bits<Words>& open) {
  if (open.minus(pruned_).any() || inferior_.empty()) return;
  inferior_.pop_back();
}

#define HEXCORE_MAKE(words) template class InferiorCells<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
