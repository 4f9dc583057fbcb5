// What a cell's surroundings tell at a glance: bridges to save, and cells that no longer matter.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/grid.hpp"

namespace hexcore {

// What lies on a node, one bit in one byte for each possibility, so that eight neighbours pack
// into one word by shifting and adding.
using Mark = std::uint32_t;
constexpr Mark kNothing = 0;
constexpr Mark kWall = 1U << 16;
constexpr Mark mark_of(Color color) { return color == Color::black ? 1U : 1U << 8; }

// A board in marks: the cells, the edges, and one wall where nothing can be.
using Marks = std::vector<Mark>;

class Patterns {
 public:
  // Worked out once for each board and kept.
  static const Patterns& get(const Grid& grid);

  explicit Patterns(const Grid& grid);

  int wall() const { return wall_; }

  // A bridge is two nodes of one colour that do not touch and have exactly two cells in common.
  // When an enemy stone on `cell` has taken one of them, the bits of the answers among
  // `watched(cell)`.
  std::uint32_t saves(const Marks& marks, int cell, Color own) const {
    const Watch& watch = watches_[cell];
    Mark seen = 0;
    for (int at = 0; at < width_; ++at) seen |= marks[watch.node[at]] << at;
    const std::uint32_t stones = seen >> (own == Color::black ? 0 : 8) & 0xff;
    const std::uint32_t taken = seen | seen >> 8 | seen >> 16;
    return answers_[watch.kind][stones] & ~taken;
  }
  int watched(int cell, int bit) const { return watches_[cell].node[bit]; }

  // Whether no stone on this empty cell can ever change who wins, as far as its neighbours show.
  bool dead(const Marks& marks, int cell) const;

 private:
  static constexpr int kWidest = 8;
  struct Watch {
    std::array<std::int16_t, kWidest> node{};
    std::uint8_t kind = 0;
  };
  // The neighbours in cyclic order, the last one repeated up to six; empty where neighbours in
  // that order do not touch each other (square and triangular cells).
  using Ring = std::array<std::int16_t, 6>;

  void watch_bridges(const Grid& grid, int cell);
  void order_ring(const Grid& grid, int cell);

  int wall_;
  int width_ = 1;
  std::vector<Watch> watches_;
  std::vector<std::array<std::uint8_t, 256>> answers_;
  std::vector<Ring> rings_;
  std::vector<bool> has_ring_;
};

}  // namespace hexcore
