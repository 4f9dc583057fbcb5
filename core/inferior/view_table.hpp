// Local patterns in every orientation and for both colours, found by the six neighbours of a cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/types.hpp"
#include "inferior/ball.hpp"

namespace hexcore {

// What lies around a cell: bit i - 1 is set if ball cell i is black, bit 17 + i if it is white,
// both if its colour cannot matter any more.
using BallCode = std::uint64_t;
constexpr int kBallBits = kBall - 1;

constexpr BallCode ball_bit(int at, Color color) {
  return BallCode{1} << (at - 1 + (color == Color::white ? kBallBits : 0));
}

// The first ring alone: six bits of black, six of white.
constexpr std::uint32_t ring_of(BallCode code) {
  return static_cast<std::uint32_t>((code & 63) | (code >> kBallBits & 63) << 6);
}
constexpr std::uint32_t kRings = 1U << 12;

// One orientation of a pattern for one colour, which plays Black's part.
struct PatternView {
  BallCode mask, value;    // the pattern is there if (code & mask) == value
  std::uint32_t subjects;  // ball cells marked 'x', as bits
  std::uint32_t carrier;   // ball cells marked 'e'
  std::int8_t by;          // the ball cell marked 'y', 0 if there is none
  std::uint8_t color;      // Black's part, as a number
  std::uint16_t pattern;   // its number in the list of texts

  bool matches(BallCode code) const { return (code & mask) == value; }
};

class ViewTable {
 public:
  explicit ViewTable(const std::vector<std::string>& texts);

  // Calls `visit` with every view that matches, until it returns true; whether it did.
  template <typename Visit>
  bool match(BallCode code, Visit visit) const {
    const std::uint32_t ring = ring_of(code);
    const std::uint32_t both = ring & ring >> 6;
    if (both == 0) [[likely]]
      return match_ring(ring, code, visit);
    // A cell that counts as both colours: every choice has its own list of views.
    for (std::uint32_t black = both;; black = (black - 1) & both) {
      if (match_ring(ring & ~((both & ~black) | black << 6), code, visit)) return true;
      if (black == 0) return false;
    }
  }

 private:
  template <typename Visit>
  bool match_ring(std::uint32_t ring, BallCode code, Visit& visit) const {
    for (std::uint32_t at = begin_[ring]; at < begin_[ring + 1]; ++at)
      if (views_[at].matches(code) && visit(views_[at])) return true;
    return false;
  }

  std::array<std::uint32_t, kRings + 1> begin_{};
  std::vector<PatternView> views_;
};

}  // namespace hexcore
