#include "evaluate/shape.hpp"

#include <algorithm>
#include <cmath>

namespace hexcore {
namespace {

int neighbours(const Board& board, int cell, Stone stone) {
  int count = 0;
  for (const int node : board.grid().links(cell))
    if (node < board.grid().cells() && board.at(node) == stone) ++count;
  return count;
}

}  // namespace

int liberties(const Board& board, Color color) {
  int sum = 0;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) == stone_of(color)) sum += neighbours(board, cell, Stone::none);
  return sum;
}

int bridge_score(const Board& board, Color color) {
  int sum = 0;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) == Stone::none)
      sum += std::max(neighbours(board, cell, stone_of(color)) - 1, 0);
  return sum;
}

int centre_weight(const Grid& grid, int cell) {
  const int row = cell / grid.cols(), col = cell % grid.cols();
  const double from_row = std::abs(row - (grid.rows() - 1) / 2.0);
  const double from_col = std::abs(col - (grid.cols() - 1) / 2.0);
  return static_cast<int>(std::round(std::max(grid.rows(), grid.cols()) - from_row - from_col));
}

std::vector<int> centre_weights(const Grid& grid) {
  std::vector<int> weights;
  for (int cell = 0; cell < grid.cells(); ++cell) weights.push_back(centre_weight(grid, cell));
  return weights;
}

int centre_score(const Board& board, Color color) {
  int sum = 0;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) != Stone::none) {
      const int weight = centre_weight(board.grid(), cell);
      sum += board.at(cell) == stone_of(color) ? weight : -weight;
    }
  return sum;
}

}  // namespace hexcore
