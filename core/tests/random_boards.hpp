// Boards of every shape and random games on them, for the tests of evaluations.
#pragma once

#include <memory>
#include <vector>

#include "board/board.hpp"
#include "board/rng.hpp"

namespace hexcore {

inline std::vector<std::shared_ptr<const Grid>> all_shapes() {
  std::vector<std::shared_ptr<const Grid>> grids;
  for (const Shape shape : {Shape::hex, Shape::offset, Shape::square})
    for (const auto& [rows, cols] : {std::pair{1, 1},
                                     {1, 5},
                                     {5, 1},
                                     {3, 3},
                                     {4, 7},
                                     {9, 6},
                                     {8, 8},
                                     {11, 11},
                                     {14, 15},
                                     {20, 20},
                                     {32, 32}})
      grids.push_back(Grid::get(shape, rows, cols));
  for (const int side : {1, 2, 5, 8, 11, 22})
    grids.push_back(Grid::get(Shape::triangle, side, 2 * side));
  return grids;
}

inline Move random_move(const Board& board, Rng& rng) {
  const std::vector<int> moves = board.legal_moves();
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Random stones until the share of filled cells is reached or the game is over.
inline Board random_position(std::shared_ptr<const Grid> grid, double filled, Rng& rng) {
  Board board(std::move(grid));
  while (!board.over() &&
         board.grid().cells() - board.empty_cells() < filled * board.grid().cells())
    board.push(random_move(board, rng));
  return board;
}

}  // namespace hexcore
