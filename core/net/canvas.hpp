// Where the cells of one board lie in a field, with cells of 0 around them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/kernels.hpp"
#include "net/weights.hpp"
#include "search/net/canonical.hpp"

namespace hexcore::net {

// What lies on a cell of a view: nothing, a stone of either side, or that it is off the board.
// Bytes that no view has are empty cells, as in ONNX files.
constexpr int kEmpty = static_cast<int>(Seen::empty);
constexpr int kOffBoard = static_cast<int>(Seen::off_board);
constexpr int seen(std::uint8_t byte) { return byte <= kOffBoard ? byte : kEmpty; }

class Canvas {
 public:
  // One column of cells between two rows serves both: a hexagon's neighbours are never further.
  static Canvas narrow(int rows, int cols) { return {rows, cols, cols + 1, rows + 2}; }
  // Room for windows of 6x6 cells at every fourth cell.
  static Canvas tiled(int rows, int cols) {
    return {rows, cols, tiles_of(cols) * kTile + 2, tiles_of(rows) * kTile + 2};
  }

  static int tiles_of(int length) { return (length + kTile - 1) / kTile; }

  // Finds the cells of the board of a view [rows, cols].
  void set_view(const std::uint8_t* view) {
    runs.clear();
    off_board.clear();
    tile_masks.assign(static_cast<std::size_t>(tiles_of(rows) * tiles_of(cols)), 0);
    area = 0;
    int next = 0;
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) {
        if (seen(view[row * cols + col]) == kOffBoard) continue;
        const int cell = at(row, col);
        for (; next < cell; ++next) off_board.push_back(next);
        if (!runs.empty() && runs.back().first + runs.back().count == cell)
          ++runs.back().count;
        else
          runs.push_back({cell, 1});
        next = cell + 1;
        ++area;
        tile_masks[static_cast<std::size_t>(row / kTile * tiles_of(cols) + col / kTile)] |=
            1U << (row % kTile * kTile + col % kTile);
      }
    for (; next < cells; ++next) off_board.push_back(next);
  }

  int at(int row, int col) const { return (row + 1) * width + col + 1; }
  // Cells from one to its neighbour.
  int distance(const Step& step) const { return step.row * width + step.col; }
  // The mean of a sum over the board, and the factor that tells small boards from large ones.
  float mean(float sum) const { return area == 0 ? 0.0F : sum / static_cast<float>(area); }
  float size_factor() const { return (std::sqrt(static_cast<float>(area)) - 10) / 4; }

  int rows, cols, width, cells;
  int area = 0;
  std::vector<Run> runs;  // of cells on the board
  std::vector<int> off_board;
  // A bit for each cell of a tile that is on the board, row by row.
  std::vector<unsigned> tile_masks;

 private:
  Canvas(int its_rows, int its_cols, int its_width, int height)
      : rows(its_rows), cols(its_cols), width(its_width), cells(its_width * height + 2) {}
};

}  // namespace hexcore::net
