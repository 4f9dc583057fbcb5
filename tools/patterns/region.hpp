// A set of empty cells with the cells around it, and what fillings of the set do to connections.
//
// The rim is every cell that touches the set. A stone outside set and rim never touches the set, so
// the set matters to a game only by which black rim cells it connects (on a full board, White is
// connected where Black is not). A filling of the set is at least as good for Black as another if
// it connects, for every filling of the rim, at least the same rim cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "inferior/ball.hpp"

namespace patterns {

using hexcore::BallStep;
using Cells = std::vector<BallStep>;
using Mask = std::uint64_t;  // a set of fillings of the set, each of them a number of k bits

inline bool less(const BallStep& a, const BallStep& b) {
  return a.row != b.row ? a.row < b.row : a.col < b.col;
}
inline bool touch(const BallStep& a, const BallStep& b) {
  return std::ranges::find(hexcore::kDirections, BallStep{b.row - a.row, b.col - a.col}) !=
         hexcore::kDirections.end();
}
inline bool contains(const Cells& cells, const BallStep& cell) {
  return std::ranges::find(cells, cell) != cells.end();
}
// Moved so that the first cell in reading order is the origin.
inline Cells normal(Cells cells) {
  std::ranges::sort(cells, less);
  const BallStep first = cells.front();
  for (BallStep& cell : cells) cell = {cell.row - first.row, cell.col - first.col};
  return cells;
}

struct Region {
  Cells set, rim;
  std::vector<std::uint32_t> links;  // of the set's cells, then of the rim's

  explicit Region(Cells cells) : set(std::move(cells)) {
    for (const BallStep& cell : set)
      for (const BallStep& step : hexcore::kDirections) {
        const BallStep near{cell.row + step.row, cell.col + step.col};
        if (!contains(set, near) && !contains(rim, near)) rim.push_back(near);
      }
    Cells all = set;
    all.insert(all.end(), rim.begin(), rim.end());
    for (const BallStep& one : all) {
      std::uint32_t near = 0;
      for (std::size_t at = 0; at < all.size(); ++at)
        if (touch(one, all[at])) near |= 1U << at;
      links.push_back(near);
    }
  }

  int size() const { return static_cast<int>(set.size()); }
  int around() const { return static_cast<int>(rim.size()); }

  // The black part that contains `seed`.
  std::uint32_t part(std::uint32_t seed, std::uint32_t black) const {
    for (std::uint32_t fresh = seed; fresh != 0;) {
      std::uint32_t next = 0;
      for (; fresh != 0; fresh &= fresh - 1) next |= links[std::countr_zero(fresh)];
      fresh = next & black & ~seed;
      seed |= fresh;
    }
    return seed;
  }
  std::uint32_t black_cells(std::uint32_t filling, std::uint32_t rim_filling) const {
    return filling | rim_filling << size();
  }
  // Number of parts that reach the rim.
  int parts(std::uint32_t filling, std::uint32_t rim_filling) const {
    const std::uint32_t black = black_cells(filling, rim_filling);
    int count = 0;
    for (std::uint32_t left = rim_filling << size(); left != 0; ++count)
      left &= ~part(left & (~left + 1), black);
    return count;
  }
  // Whether `more` connects all that `less` connects.
  bool at_least(std::uint32_t more, std::uint32_t less, std::uint32_t rim_filling) const {
    const std::uint32_t above = black_cells(more, rim_filling);
    const std::uint32_t below = black_cells(less, rim_filling);
    const std::uint32_t rim_bits = rim_filling << size();
    for (std::uint32_t left = rim_bits; left != 0;) {
      const std::uint32_t seed = left & (~left + 1);
      const std::uint32_t small = part(seed, below) & rim_bits;
      if ((small & ~part(seed, above)) != 0) return false;
      left &= ~small;
    }
    return true;
  }
};

// What is known of a rim: a number in base 3, digit 0 anything, 1 black, 2 white.
inline std::uint32_t power3(int exponent) {
  std::uint32_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

// table[rim] = intersection of base(filling) over all fillings of the rim that fit.
template <typename Base>
std::vector<Mask> over_rims(const Region& region, Base base) {
  const int around = region.around();
  std::vector<Mask> table(power3(around));
  for (std::uint32_t rim = table.size(); rim-- > 0;) {
    std::uint32_t filling = 0, left = rim, power = 1;
    bool open = false;
    for (int at = 0; at < around && !open; ++at, left /= 3) {
      open = left % 3 == 0;
      if (left % 3 == 1) filling |= 1U << at;
      if (!open) power *= 3;
    }
    table[rim] = open ? table[rim + power] & table[rim + 2 * power] : base(filling);
  }
  return table;
}

// The fillings that are as good for Black as the set all black, whatever the rim becomes.
inline std::vector<Mask> as_good_as_black(const Region& region) {
  const std::uint32_t all = (1U << region.size()) - 1;
  return over_rims(region, [&](std::uint32_t rim) {
    const int parts = region.parts(all, rim);
    Mask good = 0;
    for (std::uint32_t filling = 0; filling <= all; ++filling)
      if (region.parts(filling, rim) == parts) good |= Mask{1} << filling;
    return good;
  });
}

// The game inside the set: Black wants the final filling to be a good one.
class LocalGame {
 public:
  LocalGame(int size, Mask good) : all_((1U << size) - 1), good_(good) {}

  // White to move, stones of both colours on the board; a player who cannot move passes.
  bool black_wins(std::uint32_t black, std::uint32_t white) const {
    const std::uint32_t empty = all_ & ~(black | white);
    if (empty == 0) return (good_ >> black & 1) != 0;
    for (std::uint32_t left = empty; left != 0; left &= left - 1)
      if (!answers(black, white | (left & (~left + 1)))) return false;
    return true;
  }
  // Black to move.
  bool answers(std::uint32_t black, std::uint32_t white) const {
    return answer(black, white) != kNone;
  }
  // The cell that wins for Black; kNone if there is none, kPass on a full set that is good.
  static constexpr int kNone = -1, kPass = -2;
  int answer(std::uint32_t black, std::uint32_t white) const {
    const std::uint32_t empty = all_ & ~(black | white);
    if (empty == 0) return (good_ >> black & 1) != 0 ? kPass : kNone;
    for (std::uint32_t left = empty; left != 0; left &= left - 1)
      if (black_wins(black | (left & (~left + 1)), white)) return std::countr_zero(left);
    return kNone;
  }

 private:
  std::uint32_t all_;
  Mask good_;
};

}  // namespace patterns
