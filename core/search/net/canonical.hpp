// A position as the side to move sees it: always joining top and bottom.
//
// For White the board is reflected on its main diagonal and the colours change places, so that one
// network serves both sides. A view is a square as long as the longer side of the board, which lies
// in its top left corner: so views of both sides have one shape, whatever that of the board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board/board.hpp"

namespace hexcore {

class CanonicalView {
 public:
  CanonicalView(const Grid& grid, Color mover)
      : cols_(grid.cols()), side_(side_of(grid)), reflected_(mover == Color::white) {}

  static int side_of(const Grid& grid) { return std::max(grid.rows(), grid.cols()); }
  static int cells_of(const Grid& grid) { return side_of(grid) * side_of(grid); }

  // Where a cell of the board lies in the view.
  int index(int cell) const {
    const int row = cell / cols_, col = cell % cols_;
    return reflected_ ? col * side_ + row : row * side_ + col;
  }

 private:
  int cols_, side_;
  bool reflected_;
};

enum class Seen : std::uint8_t { empty = 0, own = 1, enemy = 2, off_board = 3 };

// One byte a cell of the view.
inline void write_view(const Board& board, std::uint8_t* cells) {
  const Grid& grid = board.grid();
  const CanonicalView view(grid, board.turn());
  const Stone own = stone_of(board.turn());
  if (grid.rows() != grid.cols())
    std::fill_n(cells, CanonicalView::cells_of(grid), static_cast<std::uint8_t>(Seen::off_board));
  for (int cell = 0; cell < grid.cells(); ++cell) {
    const Stone stone = board.at(cell);
    const Seen seen = stone == Stone::none ? Seen::empty : stone == own ? Seen::own : Seen::enemy;
    cells[view.index(cell)] = static_cast<std::uint8_t>(seen);
  }
}

// How many moves ago the stone on each cell was placed: 1 for the last move, 255 at most, and 0 for
// empty cells and stones of the set-up. A swapped stone is as old as the swap.
std::vector<std::uint8_t> stone_ages(const Board& board);

// The same for each cell of the view.
void write_ages(const Board& board, std::uint8_t* cells);

}  // namespace hexcore
