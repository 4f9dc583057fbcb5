// The board as a graph: which nodes touch, and which cells lie on which edge. Immutable and shared.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "board/types.hpp"

namespace hexcore {

enum class Shape : std::uint8_t { hex, offset, square, triangle };

// Node numbers: the cells first (row * cols + col), then the four edges in this order.
enum Edge : int { kTop = 0, kBottom = 1, kLeft = 2, kRight = 3, kEdges = 4 };

constexpr Color edge_owner(int edge) { return edge <= kBottom ? Color::black : Color::white; }

class Grid {
 public:
  static constexpr int kLongestSide = 32;
  static constexpr int kLongestTriangle = 22;

  // Throws Error(size) for a size outside 1..32, or a triangle that is not side x 2 side.
  static std::shared_ptr<const Grid> get(Shape shape, int rows, int cols);

  Shape shape() const { return shape_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int cells() const { return rows_ * cols_; }
  int nodes() const { return cells() + kEdges; }
  int cell(int row, int col) const { return row * cols_ + col; }
  int edge_node(int edge) const { return cells() + edge; }
  bool contains(int row, int col) const {
    return row >= 0 && row < rows_ && col >= 0 && col < cols_;
  }

  // Throws Error(off_board) unless the number is that of a cell.
  void require_cell(int index) const;

  // The nodes a cell touches: cells, then edges.
  std::span<const std::int16_t> links(int cell) const {
    const Links& found = links_[cell];
    return {found.node.data(), static_cast<std::size_t>(found.count)};
  }
  std::span<const std::int16_t> edge_cells(int edge) const { return edge_cells_[edge]; }

  // Whether exchanging rows and columns gives the same board.
  bool transposable() const;
  // The cell reflected on the main diagonal; only for a transposable board.
  int mirror(int cell) const;

  std::string name(int cell) const;
  std::string size_name() const { return std::to_string(rows_) + "x" + std::to_string(cols_); }
  std::uint64_t key() const { return key_; }
  std::uint64_t stone_key(int cell, Color color) const {
    return stone_keys_[static_cast<std::size_t>(2 * cell) + static_cast<std::size_t>(color)];
  }

 private:
  // A cell touches at most six nodes: six cells, or fewer cells and the edges it lies on.
  struct Links {
    std::array<std::int16_t, 7> node{};
    std::int16_t count = 0;
  };

  Grid(Shape shape, int rows, int cols);
  void link_cells(int row, int col);
  void link_edges(int row, int col);
  void link(int cell, int node);

  Shape shape_;
  int rows_;
  int cols_;
  std::uint64_t key_ = 0;
  std::vector<Links> links_;
  std::array<std::vector<std::int16_t>, kEdges> edge_cells_;
  std::vector<std::uint64_t> stone_keys_;
};

}  // namespace hexcore
