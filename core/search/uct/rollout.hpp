// One random game to the end, from a position that a tree search has walked to.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.hpp"
#include "board/rng.hpp"
#include "search/uct/patterns.hpp"

namespace hexcore {

// Half points for Black: a win, a draw, a loss.
enum class Score : std::uint8_t { white_wins = 0, draw = 1, black_wins = 2 };

constexpr std::uint32_t half_points(Score score, Color color) {
  const auto black = static_cast<std::uint32_t>(score);
  return color == Color::black ? black : 2 - black;
}

class Rollout {
 public:
  Rollout(const Board& start, bool save_bridges);

  // Back to the starting position.
  void reset() { marks_ = start_; }
  void place(int cell, Color color) { marks_[cell] = mark_of(color); }
  const Grid& grid() const { return grid_; }
  const Patterns& patterns() const { return patterns_; }
  const Marks& marks() const { return marks_; }
  // The cells that were empty in the starting position, in an order of no meaning.
  const std::vector<std::int16_t>& start_cells() const { return cells_; }
  bool draws_possible() const { return draws_possible_; }

  // Fills the board in turns and looks for the chain afterwards: no move can break one. The side
  // to move saves its bridge when the last stone (-1: none) has entered it.
  Score finish(Color turn, int last, Rng& rng);

  // Cells on which a stone of this colour wins at once, in no order of meaning.
  void winning_cells(Color color, std::vector<std::int16_t>& found);
  // Whether the empty cells still leave this colour a way from edge to edge.
  bool can_join(Color color);

 private:
  template <typename Passes>
  bool flood(int edge, int goal, Passes passes);
  Score score();

  const Grid& grid_;
  const Patterns& patterns_;
  bool save_bridges_;
  bool draws_possible_;
  Marks start_;
  Marks marks_;
  std::vector<std::int16_t> cells_;
  std::vector<std::int16_t> stack_;
  std::vector<std::uint64_t> seen_;
  std::uint64_t stamp_ = 0;
};

}  // namespace hexcore
