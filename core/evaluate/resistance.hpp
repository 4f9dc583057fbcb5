// Shannon's circuit: the board as a network of resistors between a colour's edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"

namespace hexcore {

constexpr double kSourceVolts = 5.0;

// An empty cell has resistance 1, an own stone 0, an enemy stone lets nothing through; a link has
// the sum of its two cells. So own groups are one node each, those that touch an edge belong to
// the edge, and an empty cell is joined to a group by conductance 1 for each stone it touches, to
// an edge by 1 more where it lies on it. The first edge (top, left) is held at 5 V, the second at
// 0 V.
struct Flow {
  double resistance;  // 0 when the edges are joined, infinite when they are cut off
  // By cell. Not a number where nothing holds a potential: on enemy stones, on what is joined to
  // neither edge, and everywhere once the edges are joined.
  std::vector<double> potentials;
  // By cell, half the sum of the absolute currents of its links; a group's on each of its stones;
  // the whole current on stones joined to an edge, infinite on the chain that joins both.
  std::vector<double> currents;
};

// Each thread keeps the memory of its last grid for these.
double resistance(const Board& board, Color color);
Flow solve_circuit(const Board& board, Color color);

// Solves circuits on one grid and keeps its memory from one to the next. Not for several threads.
class Circuit {
 public:
  explicit Circuit(const Grid& grid);

  // Only the total resistance, which needs no potentials.
  double resistance(const Board& board, Color color);
  Flow solve(const Board& board, Color color);
  // The same for any stones, by cell, in a position whose edges are not joined.
  Flow solve(std::span<const Stone> stones, Color color);

 private:
  // A cell in the order of elimination.
  struct Place {
    std::int16_t cell;
    std::int16_t links = 0;
    std::array<std::int16_t, 6> near{};  // places
    std::uint8_t edges = 0;              // 1: the colour's first edge, 2: its second
  };
  // The cells line by line, so that neighbours are at most `band` places apart.
  struct Order {
    std::vector<Place> places;
    int band = 0;
  };

  static Order ordered(const Grid& grid, Color color);

  double resistance(std::span<const Stone> stones, Color color);
  bool find_groups(std::span<const Stone> stones, const Order& order, Color color);
  int root(int place);
  void number(const Order& order);
  void clear(int band);
  void connect(const Order& order);
  void eliminate();
  void join_band(int first, int count, const double* from, double inverse);
  void take_out_node(int node);
  void take_out_border(int gone, int node);
  std::vector<double> unknowns() const;
  Flow flow(const Order& order, const std::vector<double>& shares) const;
  std::vector<bool> live(const Order& order) const;
  double share(int place, const std::vector<double>& shares) const;

  double* row(int node) { return &rows_[static_cast<std::size_t>(node) * stride_]; }
  const double* row(int node) const { return &rows_[static_cast<std::size_t>(node) * stride_]; }
  double* border(int at) { return &borders_[static_cast<std::size_t>(at) * border_stride_]; }
  const double* border(int at) const {
    return &borders_[static_cast<std::size_t>(at) * border_stride_];
  }
  double& core(int one, int two) {
    return core_[static_cast<std::size_t>(one) * border_count_ + two];
  }
  double core(int one, int two) const {
    return core_[static_cast<std::size_t>(one) * border_count_ + two];
  }

  const Grid& grid_;
  std::array<Order, 2> orders_;

  // By place: what lies there, the union-find of own stones, and the node it belongs to.
  std::vector<Stone> given_;  // by cell
  std::vector<Stone> stones_;
  Stone own_ = Stone::none;
  std::vector<std::int16_t> parent_;
  std::vector<std::int16_t> size_;
  std::vector<std::uint8_t> touch_;
  std::vector<std::int16_t> node_;

  // The matrix. Empty cells and lone stones have a narrow band of entries above the diagonal;
  // larger groups and the second edge have full rows (borders). The second edge is the very last
  // node: what is left on its diagonal is the conductance between the edges.
  int nodes_ = 0;
  int border_count_ = 0;
  std::size_t stride_ = 0;
  std::size_t border_stride_ = 0;
  std::vector<double> rows_;
  std::vector<std::int16_t> length_;  // of each row, without the diagonal
  std::vector<double> inverse_;       // of each pivot; 0 for a node that hangs in no circuit
  std::vector<double> borders_;
  std::vector<double> core_;  // between borders, both halves
  // First and last node of the band that a border touches, and the last one it has an entry for.
  std::vector<std::int16_t> border_start_, border_end_, border_last_;
  std::vector<double> border_inverse_;
  std::vector<int> waiting_, active_;  // borders by start, and those at work
  struct Gone {
    int after;  // the node of the band
    int border;
  };
  std::vector<Gone> gone_;
};

}  // namespace hexcore
