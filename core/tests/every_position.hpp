// The slow truth: who wins every position of a small hex board, whatever stones lie on it.
#pragma once

#include <cstdint>
#include <vector>

#include "board/grid.hpp"
#include "evaluate/bits.hpp"

namespace hexcore {

class EveryPosition {
 public:
  EveryPosition(int rows, int cols) : grid_(*Grid::get(Shape::hex, rows, cols)) {
    for (int cell = 0; cell <= grid_.cells(); ++cell)
      power_.push_back(cell == 0 ? 1 : 3 * power_.back());
    winners_.resize(power_.back());
    for (std::uint32_t number = power_.back(); number-- > 0;) winners_[number] = solve(number);
  }

  const Grid& grid() const { return grid_; }
  std::uint32_t count() const { return power_.back(); }

  // Cell i is the digit of 3^i: 0 empty, 1 black, 2 white.
  std::uint32_t number(const Bits<1>& black, const Bits<1>& white) const {
    std::uint32_t sum = 0;
    black.for_each([&](int cell) { sum += power_[cell]; });
    white.for_each([&](int cell) { sum += 2 * power_[cell]; });
    return sum;
  }
  Bits<1> stones(std::uint32_t number, Color color) const {
    Bits<1> found;
    for (int cell = 0; cell < grid_.cells(); ++cell, number /= 3)
      if (number % 3 == 1U + static_cast<std::uint32_t>(color)) found.set(cell);
    return found;
  }
  bool black_wins(std::uint32_t number, Color mover) const {
    return (winners_[number] >> static_cast<int>(mover) & 1) != 0;
  }
  bool wins(std::uint32_t number, Color color, Color mover) const {
    return black_wins(number, mover) == (color == Color::black);
  }
  // Whether the stone of this colour wins for it.
  bool wins_with(std::uint32_t number, int cell, Color color) const {
    return wins(number + power_[cell] * (1U + static_cast<std::uint32_t>(color)), color,
                other(color));
  }

 private:
  std::uint8_t solve(std::uint32_t number) const {
    bool any_black = false, all_white = true, full = true;
    std::uint32_t left = number;
    for (int cell = 0; cell < grid_.cells(); ++cell, left /= 3) {
      if (left % 3 != 0) continue;
      full = false;
      any_black = any_black || black_wins(number + power_[cell], Color::white);
      all_white = all_white && black_wins(number + 2 * power_[cell], Color::black);
    }
    if (full) return joined(stones(number, Color::black)) ? 3 : 0;
    return static_cast<std::uint8_t>((any_black ? 1 : 0) | (all_white ? 2 : 0));
  }
  bool joined(const Bits<1>& black) const {
    const Field<1>& field = *field_;
    Bits<1> reached = field.edge[kTop] & black;
    for (;;) {
      const Bits<1> next = reached | (field.spread(reached) & black);
      if (next == reached) return (reached & field.edge[kBottom]).any();
      reached = next;
    }
  }

  const Grid& grid_;
  std::shared_ptr<const Field<1>> field_ = Field<1>::get(grid_);
  std::vector<std::uint32_t> power_;
  std::vector<std::uint8_t> winners_;  // bit of a mover: Black wins
};

}  // namespace hexcore
