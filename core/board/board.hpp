// A game in progress: stones, groups, whose turn it is, and the moves that led here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"
#include "board/types.hpp"

namespace hexcore {

struct PlayedMove {
  Move move;
  Color color;
};

struct Group {
  std::vector<int> cells;
  std::vector<int> edges;
};

class Board {
 public:
  // Throws Error(size) when stones should be swapped on a board that is not transposable.
  explicit Board(std::shared_ptr<const Grid> grid, SwapRule swap = SwapRule::none);

  // A set-up position: stones that no move has placed. `swap_used` forbids the swap that a lone
  // black stone would otherwise invite.
  static Board setup(std::shared_ptr<const Grid> grid, SwapRule swap, std::span<const int> black,
                     std::span<const int> white, Color turn, bool swap_used);

  const Grid& grid() const { return *grid_; }
  SwapRule swap_rule() const { return swap_; }
  Color turn() const { return turn_; }
  int ply() const { return static_cast<int>(history_.size()); }
  std::vector<PlayedMove> played() const;
  Stone at(int node) const { return stones_[node]; }
  int empty_cells() const { return empty_; }
  int stone_count(Color color) const { return counts_[static_cast<int>(color)]; }

  // Every move is checked; a refused move throws Error and leaves the board as it was.
  void push(Move move) { push(move, turn_); }
  void push(Move move, Color color);
  Move pop();
  Move peek() const;

  // Ends the game by something that is not a move. `pop` and `reopen` take it back.
  void end(Termination how, Color loser);
  void reopen() { ended_ = Termination::none; }

  bool swap_available() const;
  // True when the swap was possible here but for something the stones do not show.
  bool swap_used() const;
  bool is_legal(Move move) const;
  // Empty cells in order, then the swap. Passing is always legal and never listed.
  std::vector<int> legal_moves() const;
  int legal_count() const;

  bool over() const { return termination() != Termination::none; }
  Termination termination() const;
  // Nothing in a draw and while the game is open.
  std::optional<Color> winner() const;
  // Whether a stone of this colour on an empty cell would join its edges at once.
  bool would_win(int cell, Color color) const;
  // The winner's shortest chain from edge to edge; empty without one.
  std::vector<int> winning_path() const;
  // Stones that touch each other, and the edges each group touches.
  std::vector<Group> groups(Color color) const;

  // Stones, size, shape, turn and the right to swap.
  std::uint64_t key() const;

 private:
  struct Step {
    std::int16_t move;
    Color color;
    Color turn_before;
    std::uint16_t joins_before;
  };
  // One union, as needed to take it back.
  struct Join {
    std::int16_t child;
    std::uint8_t touch_before;
  };

  void place(int cell, Color color);
  void unplace(int cell, Color color, std::size_t joins_before);
  void join(int one, int two);
  int find(int node) const {
    while (parent_[node] != node) node = parent_[node];
    return node;
  }
  int lone_stone() const;
  void push_swap(Color color);
  void pop_swap();
  void check_open() const;
  void check_cell(int cell) const;
  [[noreturn]] void refuse_swap() const;

  std::shared_ptr<const Grid> grid_;
  SwapRule swap_;
  Color turn_ = Color::black;
  bool root_swap_used_ = false;
  Termination ended_ = Termination::none;
  Color loser_ = Color::black;
  // A chain of this colour joins its edges.
  std::optional<Color> chain_;
  int empty_;
  std::array<int, 2> counts_{};
  std::uint64_t stones_key_;
  // Union-find over cells and edges without path compression, so that `pop` can undo it.
  // touch_ holds, at each root, which of its colour's two edges the group reaches.
  std::vector<Stone> stones_;
  std::vector<std::int16_t> parent_;
  std::vector<std::int16_t> size_;
  std::vector<std::uint8_t> touch_;
  std::vector<Join> joins_;
  std::vector<Step> history_;
};

}  // namespace hexcore
