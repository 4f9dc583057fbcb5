// What the six neighbours of a cell say about it: whether it is dead, and who can kill it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/grid.hpp"

namespace hexcore {

constexpr int kRing = 6;

// The neighbours of a cell in circular order, as one code: bit i for a black stone on neighbour i,
// bit 6 + i for a white one. Neighbours i and i + 1 touch each other, no others do. Beyond the
// border lies the stone of the edge's owner.
using RingCode = std::uint16_t;
constexpr int kRingCodes = 1 << (2 * kRing);

constexpr RingCode ring_bit(int at, Color color) {
  return static_cast<RingCode>(1 << (at + (color == Color::black ? 0 : kRing)));
}
// The cell, seen from its neighbour `at`.
constexpr int opposite_ring(int at) { return at < 3 ? at + 3 : at - 3; }

// A cell is dead when no choice of colours for the empty cells makes its own colour matter. A
// stone of `color` on neighbour i kills the cell for both sides if bit i of killers[color] is set.
// Deadness stays when stones are added.
struct RingFacts {
  bool dead = false;
  std::array<std::uint8_t, 2> killers{};
};

const std::array<RingFacts, kRingCodes>& ring_facts();

// The rings of a board of hexagons. Immutable, made once for each grid and shared.
struct Rings {
  explicit Rings(const Grid& grid);
  static std::shared_ptr<const Rings> get(const Grid& grid);

  std::vector<std::array<std::int16_t, kRing>> near;  // -1 beyond the border
  std::vector<RingCode> empty_board;
};

}  // namespace hexcore
