#include "search/uct/rollout.hpp"

#include <bit>

namespace hexcore {
namespace {

Marks marks_on(const Board& board) {
  Marks marks;
  for (int node = 0; node < board.grid().nodes(); ++node) {
    const Stone stone = board.at(node);
    marks.push_back(stone == Stone::none
                        ? kNothing
                        : mark_of(stone == Stone::black ? Color::black : Color::white));
  }
  marks.push_back(kWall);
  return marks;
}

constexpr int first_edge(Color color) { return color == Color::black ? kTop : kLeft; }

// One of the set bits, each with the same chance.
int pick_bit(std::uint32_t bits, Rng& rng) {
  if (std::has_single_bit(bits)) return std::countr_zero(bits);
  for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(bits))); skip > 0; --skip)
    bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace

Rollout::Rollout(const Board& start, bool save_bridges)
    : grid_(start.grid()),
      patterns_(Patterns::get(grid_)),
      save_bridges_(save_bridges),
      draws_possible_(grid_.shape() == Shape::square || grid_.shape() == Shape::triangle),
      start_(marks_on(start)),
      marks_(start_),
      stack_(start_.size()),
      seen_(start_.size(), 0) {
  for (int cell = 0; cell < grid_.cells(); ++cell)
    if (start_[cell] == kNothing) cells_.push_back(static_cast<std::int16_t>(cell));
}

Score Rollout::finish(Color turn, int last, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(cells_.size());
  // The order left by the game before is as good a start for shuffling as any.
  for (std::uint32_t at = 0; at < count;) {
    int cell = -1;
    if (save_bridges_ && last >= 0)
      if (const std::uint32_t saves = patterns_.saves(marks_, last, turn); saves != 0)
        cell = patterns_.watched(last, pick_bit(saves, rng));
    while (cell < 0 && at < count) {
      const std::uint32_t chosen = at + rng.below(count - at);
      const std::int16_t drawn = cells_[chosen];
      cells_[chosen] = cells_[at];
      cells_[at++] = drawn;
      if (marks_[drawn] == kNothing) cell = drawn;
    }
    if (cell < 0) break;
    marks_[cell] = mark_of(turn);
    turn = other(turn);
    last = cell;
  }
  return score();
}

// Marks what an edge reaches over nodes that pass; ends early, with true, at `goal`.
template <typename Passes>
bool Rollout::flood(int edge, int goal, Passes passes) {
  ++stamp_;
  seen_[grid_.edge_node(edge)] = stamp_;
  std::size_t height = 0;
  for (const std::int16_t cell : grid_.edge_cells(edge))
    if (passes(marks_[cell])) {
      seen_[cell] = stamp_;
      stack_[height++] = cell;
    }
  while (height > 0)
    for (const std::int16_t node : grid_.links(stack_[--height])) {
      if (!passes(marks_[node]) || seen_[node] == stamp_) continue;
      if (node == goal) return true;
      seen_[node] = stamp_;
      stack_[height++] = node;
    }
  return false;
}

Score Rollout::score() {
  const auto joins = [this](Color color) {
    const int edge = first_edge(color);
    return flood(edge, grid_.edge_node(edge + 1),
                 [own = mark_of(color)](Mark mark) { return mark == own; });
  };
  if (joins(Color::black)) return Score::black_wins;
  if (!draws_possible_ || joins(Color::white)) return Score::white_wins;
  return Score::draw;
}

bool Rollout::can_join(Color color) {
  const int edge = first_edge(color);
  return flood(edge, grid_.edge_node(edge + 1),
               [enemy = mark_of(other(color))](Mark mark) { return mark != enemy; });
}

void Rollout::winning_cells(Color color, std::vector<std::int16_t>& found) {
  found.clear();
  const auto own = [stone = mark_of(color)](Mark mark) { return mark == stone; };
  const int edge = first_edge(color);
  flood(edge, -1, own);
  const std::uint64_t near = stamp_;
  flood(edge + 1, -1, own);
  for (const std::int16_t cell : cells_) {
    if (marks_[cell] != kNothing) continue;
    bool touches_near = false, touches_far = false;
    for (const std::int16_t node : grid_.links(cell)) {
      touches_near |= seen_[node] == near;
      touches_far |= seen_[node] == stamp_;
    }
    if (touches_near && touches_far) found.push_back(cell);
  }
}

}  // namespace hexcore
