// Cells that need not be played: fill-in for both sides, and inferior moves of one side.
//
// Fill-in replaces a position by one with more stones in which the same side wins, whoever moves
// next. The rules are the local patterns of local_patterns.hpp, applied until nothing changes:
//   dead      the colour of the cell cannot matter any more; it then counts as either. Stones never
//             change: cells that died because of a stone need it as it is
//   captured  one side can make the cells as good as its own whenever the other plays there
// and, where asked for, the regions that cut_off.hpp finds dead.
// Each rule holds for every continuation outside the filled cells, so the filled position may be
// searched instead: a winning move of one is a winning move of the other.
//
// After fill-in, a move of the side to move is inferior if another is as good:
//   reversible  the opponent has an answer after which the move might as well have been a pass, and
//               the cells of the answer's carrier the opponent's. If such a move wins, so does
//               another: the opponent's answer only added stones of the opponent, so what wins
//               after it wins at once. The other may be reversible too, but then the same holds
//               with even more stones of the opponent; this ends at a move that is not.
//   dominated   the dominator is at least as good; it is not inferior itself, or its own dominator
//               is not, and so on. Cells that dominate each other keep one of them.
// Together: if the side to move can win, a move that is neither filled in nor inferior wins, unless
// no such move is left; then every move is as good as any other.
//
// Edges are stones of their colour. Only for the hex shape.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/grid.hpp"
#include "evaluate/bits.hpp"
#include "inferior/cut_off.hpp"
#include "inferior/view_table.hpp"

namespace hexcore {

enum class InferiorReason : std::uint8_t { reversible = 0, dominated = 1 };

template <int Words>
struct InferiorCell {
  int cell;
  InferiorReason reason;
  int by;               // the opponent's answer, or the dominator
  Bits<Words> carrier;  // reversible: the empty cells that the answer needs, with `by`
};

// Works on one position after another of one board size, without allocating. Not for several
// threads at once: each has its own.
template <int Words>
class InferiorCells {
 public:
  // Throws Error(size) for other shapes than hex, and for a board with more than 64 * Words cells.
  explicit InferiorCells(const Grid& grid);

  // Sets the position and fills it in. The regions cost several times what the patterns cost.
  void fill_in(const Bits<Words>& black, const Bits<Words>& white, bool regions = false);

  // A filled-in position, from which `place` continues. Its dead cells are black stones.
  struct Filled {
    std::vector<BallCode> codes;
    std::vector<std::uint8_t> state;
    std::array<Bits<Words>, 2> stones;
  };
  // After fill_in: sets the position as it is filled in.
  void save(Filled& filled) const;
  // Sets a filled-in position again.
  void load(const Filled& filled);
  // The same with one more stone, and fills in what the stone makes dead or captured.
  void place(const Filled& filled, int cell, Color color);

  // After fill_in: the stones with the filled cells; dead cells count as black here.
  Bits<Words> filled(Color color) const {
    return color == Color::black ? stones_[0] | captured_[0] | dead_ : stones_[1] | captured_[1];
  }
  const Bits<Words>& dead() const { return dead_; }
  const Bits<Words>& captured(Color color) const {
    return captured_[static_cast<std::size_t>(color)];
  }
  // Empty cells that are not filled in.
  Bits<Words> open() const { return empty_.minus(dead_ | captured_[0] | captured_[1]); }

  // After fill_in: the inferior moves of a side among the open cells.
  const std::vector<InferiorCell<Words>>& inferior(Color mover);

 private:
  enum : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2, kBoth = 3 };

  int padded(int cell) const { return (cell / cols_ + 2) * stride_ + cell % cols_ + 2; }
  int cell_at(int place) const { return cell_at_[place]; }
  void put(int place, std::uint8_t stones);
  void settle();
  void die(int place);
  bool kill_regions();
  void examine(int place);
  void capture(int place, const PatternView& view);
  void queue(int place);
  Bits<Words> cells_of(int place, std::uint32_t ball) const;
  void find_reversible(Color mover, const Bits<Words>& open);
  void find_dominated(Color mover, const Bits<Words>& open);
  void keep_one(const Bits<Words>& open);

  std::shared_ptr<const Field<Words>> field_;
  CutOff<Words> cut_off_;
  int cols_;
  int stride_;  // the board has two rows and columns of edge stones around it
  std::array<int, kBall> offset_{};
  std::vector<std::int16_t> cell_at_;  // -1 on an edge
  std::vector<BallCode> empty_codes_, codes_;
  std::vector<std::uint8_t> empty_state_, state_;  // stones seen by the patterns
  std::vector<std::uint8_t> waiting_;
  std::vector<std::int16_t> queue_;
  Bits<Words> empty_, dead_, pruned_;
  std::array<Bits<Words>, 2> stones_, captured_;
  std::vector<InferiorCell<Words>> inferior_;
};

}  // namespace hexcore
