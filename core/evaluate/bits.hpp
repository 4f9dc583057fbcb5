// Sets of cells as bits, and the links of a board as shifts of such sets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include "board/board.hpp"

namespace hexcore {

template <int Words>
struct Bits {
  std::array<std::uint64_t, Words> word{};

  static constexpr Bits of(int cell) {
    Bits bits;
    bits.set(cell);
    return bits;
  }

  constexpr void set(int cell) { word[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  constexpr bool test(int cell) const { return (word[cell >> 6] >> (cell & 63) & 1) != 0; }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t part : word) all |= part;
    return all != 0;
  }
  constexpr int count() const {
    int total = 0;
    for (const std::uint64_t part : word) total += std::popcount(part);
    return total;
  }
  // The lowest cell; only for a set that is not empty.
  constexpr int first() const {
    int at = 0;
    while (word[at] == 0) ++at;
    return 64 * at + std::countr_zero(word[at]);
  }
  constexpr Bits without_first() const {
    Bits rest = *this;
    for (std::uint64_t& part : rest.word)
      if (part != 0) {
        part &= part - 1;
        break;
      }
    return rest;
  }

  constexpr Bits operator&(const Bits& with) const {
    Bits out;
    for (int at = 0; at < Words; ++at) out.word[at] = word[at] & with.word[at];
    return out;
  }
  constexpr Bits operator|(const Bits& with) const {
    Bits out;
    for (int at = 0; at < Words; ++at) out.word[at] = word[at] | with.word[at];
    return out;
  }
  constexpr Bits minus(const Bits& with) const {
    Bits out;
    for (int at = 0; at < Words; ++at) out.word[at] = word[at] & ~with.word[at];
    return out;
  }
  constexpr Bits& operator|=(const Bits& with) { return *this = *this | with; }
  constexpr Bits& operator&=(const Bits& with) { return *this = *this & with; }
  constexpr bool operator==(const Bits&) const = default;

  // Every cell moved to a higher (up) or lower (down) number, by 1 to 63.
  constexpr Bits up(int by) const {
    Bits out;
    out.word[0] = word[0] << by;
    for (int at = 1; at < Words; ++at) out.word[at] = word[at] << by | word[at - 1] >> (64 - by);
    return out;
  }
  constexpr Bits down(int by) const {
    Bits out;
    for (int at = 0; at + 1 < Words; ++at)
      out.word[at] = word[at] >> by | word[at + 1] << (64 - by);
    out.word[Words - 1] = word[Words - 1] >> by;
    return out;
  }

  template <typename Visit>
  void for_each(Visit visit) const {
    for (int at = 0; at < Words; ++at)
      for (std::uint64_t left = word[at]; left != 0; left &= left - 1)
        visit(64 * at + std::countr_zero(left));
  }
};

// The links between cells: those with the same difference of cell numbers are one shift and one
// mask of the cells it may arrive at.
template <int Words>
class Spread {
 public:
  explicit Spread(const Grid& grid) : hex_(grid.shape() == Shape::hex), cols_(grid.cols()) {
    for (int cell = 0; cell < grid.cells(); ++cell) {
      if (cell % cols_ != 0) not_first_col_.set(cell);
      if (cell % cols_ != cols_ - 1) not_last_col_.set(cell);
      for (const int node : grid.links(cell))
        if (node < grid.cells()) add(node - cell, node);
    }
  }

  // Calls `visit` with the neighbours in one direction after the other, so that a cell is met as
  // often as it has neighbours among the cells. What lies outside the board is left to mask.
  template <typename Visit>
  void each(const Bits<Words>& from, Visit visit) const {
    if (hex_) {
      const Bits<Words> right = (from & not_last_col_).up(1);
      const Bits<Words> left = (from & not_first_col_).down(1);
      visit(right);
      visit(left);
      visit(from.up(cols_));
      visit(from.down(cols_));
      visit(right.down(cols_));
      visit(left.up(cols_));
      return;
    }
    for (const Step& step : up_) visit(from.up(step.by) & step.arrivals);
    for (const Step& step : down_) visit(from.down(step.by) & step.arrivals);
  }

  // All neighbours of the cells, with or without the cells themselves. What lies outside the
  // board or is of no interest is left to the caller to mask.
  Bits<Words> operator()(const Bits<Words>& from) const {
    if (hex_) {
      const Bits<Words> right = from | (from & not_last_col_).up(1);
      const Bits<Words> left = from | (from & not_first_col_).down(1);
      return left | right | right.down(cols_) | left.up(cols_);
    }
    Bits<Words> out;
    for (const Step& step : up_) out |= from.up(step.by) & step.arrivals;
    for (const Step& step : down_) out |= from.down(step.by) & step.arrivals;
    return out;
  }

 private:
  struct Step {
    int by;
    Bits<Words> arrivals;
  };

  void add(int difference, int arrival) {
    std::vector<Step>& steps = difference > 0 ? up_ : down_;
    const int by = difference > 0 ? difference : -difference;
    for (Step& step : steps)
      if (step.by == by) return step.arrivals.set(arrival);
    steps.push_back({by, Bits<Words>::of(arrival)});
  }

  bool hex_;
  int cols_;
  Bits<Words> not_first_col_, not_last_col_;
  std::vector<Step> up_, down_;
};

// A grid in bits. Immutable, made once for each grid and shared.
template <int Words>
struct Field {
  explicit Field(const Grid& grid) : spread(grid), near(static_cast<std::size_t>(grid.cells())) {
    for (int cell = 0; cell < grid.cells(); ++cell) {
      all.set(cell);
      for (const int node : grid.links(cell))
        if (node < grid.cells()) near[cell].set(node);
    }
    for (int side = 0; side < kEdges; ++side)
      for (const int cell : grid.edge_cells(side)) edge[side].set(cell);
  }

  static std::shared_ptr<const Field> get(const Grid& grid) {
    static std::mutex mutex;
    static std::map<const Grid*, std::shared_ptr<const Field>> known;  // a grid lives for ever
    const std::lock_guard lock(mutex);
    auto& field = known[&grid];
    if (!field) field = std::make_shared<const Field>(grid);
    return field;
  }

  const Bits<Words>& source(Color color) const {
    return edge[color == Color::black ? kTop : kLeft];
  }
  const Bits<Words>& goal(Color color) const {
    return edge[color == Color::black ? kBottom : kRight];
  }

  Spread<Words> spread;
  Bits<Words> all;
  std::array<Bits<Words>, kEdges> edge;
  std::vector<Bits<Words>> near;  // the neighbours of each cell
};

template <int Words>
Bits<Words> stones_of(const Board& board, Color color) {
  Bits<Words> bits;
  const Stone stone = stone_of(color);
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) == stone) bits.set(cell);
  return bits;
}

// Calls `with` for each number of words that sets are compiled for. Sanitizers, which would take
// minutes for all of them, get the smallest and the largest.
#ifdef HEXMATE_FEW_SETS
#define HEXCORE_EACH_WORDS(with) with(1) with(16)
#else
#define HEXCORE_EACH_WORDS(with) with(1) with(2) with(4) with(8) with(16)
#endif

// Calls `work` with the number of words that a board of this many cells needs, as a constant.
template <typename Work>
decltype(auto) with_words(int cells, Work work) {
  if (cells <= 64) return work(std::integral_constant<int, 1>{});
#ifndef HEXMATE_FEW_SETS
  if (cells <= 128) return work(std::integral_constant<int, 2>{});
  if (cells <= 256) return work(std::integral_constant<int, 4>{});
  if (cells <= 512) return work(std::integral_constant<int, 8>{});
#endif
  return work(std::integral_constant<int, 16>{});
}

}  // namespace hexcore
