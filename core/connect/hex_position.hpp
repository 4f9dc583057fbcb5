// Stones on a board of hexagons as bit sets, with the rings of all cells kept up to date.
#pragma once

#include <array>
#include <memory>

#include "connect/ring.hpp"
#include "evaluate/bits.hpp"

namespace hexcore {

constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

// Cells that can be filled with stones without changing the winner, whoever moves next. A captured
// set is filled for its owner, who answers every enemy stone in it inside it.
template <int Words>
struct FillIn {
  Bits<Words> dead;
  std::array<Bits<Words>, 2> captured;

  bool any() const { return dead.any() || captured[0].any() || captured[1].any(); }
};

// What a board needs besides its stones. Immutable and shared.
template <int Words>
struct HexField {
  explicit HexField(const Grid& on)
      : grid(&on), field(Field<Words>::get(on)), rings(Rings::get(on)), facts(ring_facts()) {}

  const Grid* grid;  // grids are kept for the life of the program
  std::shared_ptr<const Field<Words>> field;
  std::shared_ptr<const Rings> rings;
  const std::array<RingFacts, kRingCodes>& facts;
};

template <int Words>
class HexPosition {
 public:
  using Cells = Bits<Words>;

  explicit HexPosition(const HexField<Words>& field) : field_(&field) {
    for (int cell = 0; cell < cells(); ++cell) code_[cell] = field.rings->empty_board[cell];
  }
  HexPosition(const HexField<Words>& field, const Board& board) : HexPosition(field) {
    for (int cell = 0; cell < cells(); ++cell)
      if (board.at(cell) != Stone::none)
        place(cell, board.at(cell) == Stone::black ? Color::black : Color::white);
  }

  const HexField<Words>& field() const { return *field_; }
  const Grid& grid() const { return *field_->grid; }
  int cells() const { return grid().cells(); }
  const Cells& stones(Color color) const { return stones_[index_of(color)]; }
  Cells empty() const { return field_->field->all.minus(stones_[0] | stones_[1]); }
  const std::array<std::int16_t, kRing>& ring(int cell) const { return field_->rings->near[cell]; }
  const RingFacts& facts(int cell) const { return field_->facts[code_[cell]]; }
  bool operator==(const HexPosition& with) const { return stones_ == with.stones_; }

  void place(int cell, Color color) {
    stones_[index_of(color)].set(cell);
    for (int at = 0; at < kRing; ++at)
      if (const int near = ring(cell)[at]; near >= 0)
        code_[near] |= ring_bit(opposite_ring(at), color);
  }
  void place_all(const Cells& cells, Color color) {
    cells.for_each([&](int cell) { place(cell, color); });
  }

  // Fills dead cells (black) and captured pairs until there are none, looking at `suspects` and at
  // the neighbours of what it fills.
  FillIn<Words> fill_in(Cells suspects) {
    FillIn<Words> filled;
    for (suspects &= empty(); suspects.any(); suspects &= empty()) {
      const int cell = suspects.first();
      suspects = suspects.without_first();
      if (facts(cell).dead) {
        filled.dead.set(cell);
        place(cell, Color::black);
        suspects |= field_->field->near[cell];
        continue;
      }
      for (const Color color : {Color::black, Color::white}) {
        const int partner = captured_with(cell, color);
        if (partner < 0) continue;
        for (const int each : {cell, partner}) {
          filled.captured[index_of(color)].set(each);
          place(each, color);
          suspects |= field_->field->near[each];
        }
        break;
      }
    }
    return filled;
  }

  // The cells that a stone of this colour on an empty cell would capture beside it, in disjoint
  // pairs.
  Cells captured_by(int cell, Color color) const {
    Cells captured;
    const auto& around = ring(cell);
    for (int at = 0; at < kRing; ++at) {
      const int next = at + 1 < kRing ? at + 1 : 0;
      const int one = around[at], two = around[next];
      if (one < 0 || two < 0 || !is_empty(one) || !is_empty(two)) continue;
      if (captured.test(one) || captured.test(two)) continue;
      const auto killers_of = [&](int of, int from) {
        const RingCode code = code_[of] | ring_bit(opposite_ring(from), color);
        return field_->facts[code].killers[index_of(color)];
      };
      // Neighbour `next` lies in direction at + 2 from neighbour `at`.
      const int step = at + 2 < kRing ? at + 2 : at + 2 - kRing;
      if (!(killers_of(one, at) >> step & 1)) continue;
      if (!(killers_of(two, next) >> opposite_ring(step) & 1)) continue;
      captured.set(one), captured.set(two);
    }
    return captured;
  }

  // An empty neighbour where the opponent of `mover` kills a stone on this cell, or -1.
  int killer(int cell, Color mover) const {
    const unsigned killers = facts(cell).killers[1 - index_of(mover)];
    return killers == 0 ? -1 : ring(cell)[std::countr_zero(killers)];
  }

  bool is_empty(int cell) const { return !stones_[0].test(cell) && !stones_[1].test(cell); }

 private:
  // A cell that is captured together with this one, or -1.
  int captured_with(int cell, Color color) const {
    for (unsigned killers = facts(cell).killers[index_of(color)]; killers != 0;
         killers &= killers - 1) {
      const int at = std::countr_zero(killers);
      const int near = ring(cell)[at];
      if (facts(near).killers[index_of(color)] >> opposite_ring(at) & 1) return near;
    }
    return -1;
  }

  const HexField<Words>* field_;
  std::array<Cells, 2> stones_;
  std::array<RingCode, 64 * Words> code_{};
};

}  // namespace hexcore
