// Fill-in and inferior moves by the rings of cells alone.
#pragma once

#include <vector>

#include "connect/hex_position.hpp"

namespace hexcore {

// A move that need not be tried: another is as good.
template <int Words>
struct RingInferiorCell {
  int cell;
  // The opponent's answer that kills the stone, or the move of the same side that captures the
  // cell.
  int by;
  // Empty cells that the answer needs.
  Bits<Words> carrier;
};

template <int Words>
class RingInferior {
 public:
  explicit RingInferior(const Grid& grid) : field_(grid), position_(field_) {}

  // Sets the position and fills it in.
  void fill_in(const Bits<Words>& black, const Bits<Words>& white) {
    position_ = HexPosition<Words>(field_);
    position_.place_all(black, Color::black);
    position_.place_all(white, Color::white);
    filled_ = position_.fill_in(position_.empty());
  }
  Bits<Words> filled(Color color) const { return position_.stones(color); }
  const Bits<Words>& captured(Color color) const { return filled_.captured[index_of(color)]; }

  // After fill_in. If a move wins, one wins that is not listed: where the opponent kills a stone,
  // what wins afterwards wins at once; and a move that captures a cell is as good as one on it.
  const std::vector<RingInferiorCell<Words>>& inferior(Color mover) {
    found_.clear();
    Bits<Words> pruned;
    position_.empty().for_each([&](int cell) {
      const int killer = position_.killer(cell, mover);
      if (killer < 0) return;
      pruned.set(cell);
      found_.push_back({cell, killer, Bits<Words>::of(killer)});
    });
    position_.empty().for_each([&](int cell) {
      if (pruned.test(cell)) return;
      position_.captured_by(cell, mover).for_each([&](int worse) {
        if (pruned.test(worse)) return;
        pruned.set(worse);
        found_.push_back({worse, cell, {}});
      });
    });
    return found_;
  }

 private:
  HexField<Words> field_;
  HexPosition<Words> position_;
  FillIn<Words> filled_;
  std::vector<RingInferiorCell<Words>> found_;
};

}  // namespace hexcore
