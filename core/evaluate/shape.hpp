// What the stones look like: liberties, bridges and nearness to the centre. Neighbours are cells
// alone; the edges are not counted.
#pragma once

#include <array>
#include <vector>

#include "board/board.hpp"
#include "evaluate/bits.hpp"
#include "evaluate/distance.hpp"

namespace hexcore {

// Over the stones of a colour, the empty neighbours of each, summed with repeats.
int liberties(const Board& board, Color color);

// Over the empty cells with k >= 2 neighbours of a colour, the sum of k - 1.
int bridge_score(const Board& board, Color color);

// The weights of a colour's stones less those of the other's.
int centre_score(const Board& board, Color color);

// round(N - |row - middle row| - |col - middle col|), N the longer side; the middle of each axis is
// (length - 1) / 2, and halves are rounded away from zero.
int centre_weight(const Grid& grid, int cell);
std::vector<int> centre_weights(const Grid& grid);

// Stones in bits, with the sums above, kept up to date move by move. It must hear of every move.
template <int Words>
class Tracker {
 public:
  struct State {
    std::array<Bits<Words>, 2> stones;
    std::array<Bits<Words>, 2> touched;  // cells with a neighbour of the colour
    std::array<int, 2> liberties{};
    std::array<int, 2> bridges{};
    int centre = 0;     // for Black
    Move move = kPass;  // the one that led here
    Color color = Color::black;
  };

  explicit Tracker(const Board& board)
      : field_(Field<Words>::get(board.grid())), weights_(centre_weights(board.grid())) {
    states_.reserve(static_cast<std::size_t>(board.grid().cells()) + 2);
    states_.push_back(scratch(board));
  }

  const Field<Words>& field() const { return *field_; }
  const State& state() const { return states_.back(); }
  // The sets that the distances need, now and one move ago.
  Side<Words> side(Color color) const { return side_in(states_.back(), color); }
  Side<Words> side_before(Color color) const { return side_in(states_.end()[-2], color); }

  void push(const Board& after, Move move, Color color) {
    if (move == kSwap) {
      states_.push_back(scratch(after));
      states_.back().move = kSwap;
      return;
    }
    State next = states_.back();
    next.move = move;
    next.color = color;
    if (move >= 0) place(next, move, color);
    states_.push_back(next);
  }
  void pop() { states_.pop_back(); }

 private:
  Side<Words> side_in(const State& state, Color color) const {
    return {*field_, color, state.stones[static_cast<int>(color)],
            field_->all.minus(state.stones[0] | state.stones[1])};
  }

  State scratch(const Board& board) const {
    State state;
    for (int cell = 0; cell < board.grid().cells(); ++cell)
      if (const Stone stone = board.at(cell); stone != Stone::none)
        place(state, cell, stone == Stone::black ? Color::black : Color::white);
    state.move = kPass;
    return state;
  }

  void place(State& state, int cell, Color color) const {
    const int own = static_cast<int>(color);
    const Bits<Words>& near = field_->near[cell];
    const Bits<Words> free = near.minus(state.stones[0] | state.stones[1]);
    for (int side = 0; side < 2; ++side) {
      const int around = (near & state.stones[side]).count();
      state.liberties[side] -= around;
      state.bridges[side] -= around > 1 ? around - 1 : 0;
    }
    state.liberties[own] += free.count();
    state.bridges[own] += (free & state.touched[own]).count();
    state.touched[own] |= near;
    state.stones[own].set(cell);
    state.centre += own == 0 ? weights_[cell] : -weights_[cell];
  }

  std::shared_ptr<const Field<Words>> field_;
  std::vector<int> weights_;
  std::vector<State> states_;
};

}  // namespace hexcore
