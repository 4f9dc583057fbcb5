#include "board/grid.hpp"

#include <map>
#include <mutex>
#include <tuple>

#include "board/names.hpp"
#include "board/zobrist.hpp"

namespace hexcore {
namespace {

using Offset = std::array<int, 2>;

// Neighbour offsets (row, col) of a cell, shape by shape (see docs/rules.md).
std::span<const Offset> offsets(Shape shape, int row, int col) {
  static constexpr std::array<Offset, 6> hex{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}}};
  static constexpr std::array<Offset, 6> even{
      {{0, 1}, {0, -1}, {-1, -1}, {-1, 0}, {1, -1}, {1, 0}}};
  static constexpr std::array<Offset, 6> odd{{{0, 1}, {0, -1}, {-1, 0}, {-1, 1}, {1, 0}, {1, 1}}};
  static constexpr std::array<Offset, 4> square{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
  // A triangle's column is 2k for U(r, k) and 2k + 1 for D(r, k).
  static constexpr std::array<Offset, 3> up{{{0, 1}, {-1, 1}, {0, -1}}};
  static constexpr std::array<Offset, 3> down{{{0, -1}, {1, -1}, {0, 1}}};
  switch (shape) {
    case Shape::hex:
      return hex;
    case Shape::offset:
      return row % 2 == 0 ? std::span<const Offset>(even) : std::span<const Offset>(odd);
    case Shape::square:
      return square;
    case Shape::triangle:
      return col % 2 == 0 ? std::span<const Offset>(up) : std::span<const Offset>(down);
  }
  return {};
}

void check_size(Shape shape, int rows, int cols) {
  if (shape == Shape::triangle) {
    if (rows < 1 || rows > Grid::kLongestTriangle)
      throw Error(ErrorKind::size, "a triangle board has a side from 1 to " +
                                       std::to_string(Grid::kLongestTriangle) + ", not " +
                                       std::to_string(rows));
    if (cols != 2 * rows)
      throw Error(ErrorKind::size, "a triangle board of side " + std::to_string(rows) + " has " +
                                       std::to_string(2 * rows) + " columns, not " +
                                       std::to_string(cols));
    return;
  }
  constexpr int most = Grid::kLongestSide;
  if (rows < 1 || cols < 1 || rows > most || cols > most)
    throw Error(ErrorKind::size, "a board has 1 to " + std::to_string(most) +
                                     " rows and columns, not " + std::to_string(rows) + "x" +
                                     std::to_string(cols));
}

}  // namespace

std::shared_ptr<const Grid> Grid::get(Shape shape, int rows, int cols) {
  static std::mutex mutex;
  static std::map<std::tuple<Shape, int, int>, std::shared_ptr<const Grid>> known;
  check_size(shape, rows, cols);
  const std::lock_guard lock(mutex);
  auto& grid = known[{shape, rows, cols}];
  if (!grid) grid = std::shared_ptr<const Grid>(new Grid(shape, rows, cols));
  return grid;
}

Grid::Grid(Shape shape, int rows, int cols)
    : shape_(shape),
      rows_(rows),
      cols_(cols),
      key_(zobrist::board_key(static_cast<int>(shape), rows, cols)),
      links_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      link_cells(row, col);
      link_edges(row, col);
      for (const Color color : {Color::black, Color::white})
        stone_keys_.push_back(zobrist::stone_key(row, col, color));
    }
}

void Grid::link_cells(int row, int col) {
  for (const auto& [down, right] : offsets(shape_, row, col))
    if (contains(row + down, col + right)) link(cell(row, col), cell(row + down, col + right));
}

void Grid::link_edges(int row, int col) {
  // In a triangle only the U (even columns) touch top and left, only the D bottom and right.
  const bool triangle = shape_ == Shape::triangle;
  const bool up = !triangle || col % 2 == 0;
  const bool down = !triangle || col % 2 == 1;
  const std::array<bool, kEdges> touches{row == 0 && up, row == rows_ - 1 && down, col == 0 && up,
                                         col == cols_ - 1 && down};
  for (int edge = 0; edge < kEdges; ++edge)
    if (touches[edge]) {
      link(cell(row, col), edge_node(edge));
      edge_cells_[edge].push_back(static_cast<std::int16_t>(cell(row, col)));
    }
}

void Grid::link(int cell, int node) {
  Links& links = links_[cell];
  links.node[links.count++] = static_cast<std::int16_t>(node);
}

void Grid::require_cell(int index) const {
  if (index >= 0 && index < cells()) return;
  throw Error(ErrorKind::off_board, "cell " + std::to_string(index) + " is off the " + size_name() +
                                        " board; its cells are 0 to " +
                                        std::to_string(cells() - 1));
}

bool Grid::transposable() const {
  if (shape_ == Shape::offset) return false;
  return shape_ == Shape::triangle || rows_ == cols_;
}

int Grid::mirror(int index) const {
  const int row = index / cols_, col = index % cols_;
  if (shape_ != Shape::triangle) return cell(col, row);
  return cell(col / 2, 2 * row + col % 2);
}

std::string Grid::name(int index) const { return cell_name(index / cols_, index % cols_); }

}  // namespace hexcore
