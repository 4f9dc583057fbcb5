#include "connect/ring.hpp"

#include <bit>
#include <map>
#include <mutex>

namespace hexcore {
namespace {

// Cell and neighbour differ by these (row, col), in circular order.
constexpr std::array<std::array<int, 2>, kRing> kSteps{
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}};

// The cell joins two white parts of its ring, and cuts two black ones, only where the colours
// change more than twice around it.
bool matters(unsigned white) {
  const unsigned next = (white >> 1 | white << 5) & 0x3f;
  return std::popcount(white ^ next) > 2;
}

bool is_dead(unsigned code) {
  const unsigned black = code & 0x3f, white = code >> kRing, empty = ~(black | white) & 0x3f;
  for (unsigned filled = empty;; filled = (filled - 1) & empty) {
    if (matters(white | filled)) return false;
    if (filled == 0) return true;
  }
}

std::array<RingFacts, kRingCodes> compute_facts() {
  std::array<RingFacts, kRingCodes> facts;
  for (unsigned code = 0; code < kRingCodes; ++code) {
    const unsigned taken = (code | code >> kRing) & 0x3f;
    if ((code & code >> kRing & 0x3f) != 0) continue;
    facts[code].dead = is_dead(code);
    for (const Color color : {Color::black, Color::white})
      for (int at = 0; at < kRing; ++at)
        if (!(taken >> at & 1) && is_dead(code | ring_bit(at, color)))
          facts[code].killers[static_cast<std::size_t>(color)] |=
              static_cast<std::uint8_t>(1 << at);
  }
  return facts;
}

}  // namespace

const std::array<RingFacts, kRingCodes>& ring_facts() {
  static const auto facts = compute_facts();
  return facts;
}

Rings::Rings(const Grid& grid)
    : near(static_cast<std::size_t>(grid.cells())),
      empty_board(static_cast<std::size_t>(grid.cells())) {
  for (int row = 0; row < grid.rows(); ++row)
    for (int col = 0; col < grid.cols(); ++col) {
      const auto cell = static_cast<std::size_t>(grid.cell(row, col));
      for (int at = 0; at < kRing; ++at) {
        const int to_row = row + kSteps[at][0], to_col = col + kSteps[at][1];
        if (grid.contains(to_row, to_col)) {
          near[cell][at] = static_cast<std::int16_t>(grid.cell(to_row, to_col));
          continue;
        }
        near[cell][at] = -1;
        // A place beyond two borders touches both edges; either colour stands for it.
        const bool black = to_row < 0 || to_row >= grid.rows();
        empty_board[cell] |= ring_bit(at, black ? Color::black : Color::white);
      }
    }
}

std::shared_ptr<const Rings> Rings::get(const Grid& grid) {
  static std::mutex mutex;
  static std::map<const Grid*, std::shared_ptr<const Rings>> known;  // a grid lives for ever
  const std::lock_guard lock(mutex);
  auto& rings = known[&grid];
  if (!rings) rings = std::make_shared<const Rings>(grid);
  return rings;
}

}  // namespace hexcore
