// Bridges: two parts of one colour with two free cells in common, and what became of them.
//
// An end is a connected part of the graph made of one colour's stones and that colour's two edges:
// a group, an edge, or an edge with the groups that touch it. The carrier of two ends is the set of
// free cells that touch both.
//
// A bridge joins two different ends P and Q of the position if, in this position or in an earlier
// one of the game, parts P' of P and Q' of Q were ends whose carrier had two cells or more. Its
// state is the size of the carrier of P and Q now: two or more is whole, one is one cell left,
// none is broken. A cell of a carrier can only be lost to the opponent (an own stone there makes
// one end of the two, and the bridge is gone), so one cell left means that the opponent has taken
// all but one of the cells that P and Q ever had in common. Merging ends merges their bridges.
// The game begins at the set-up position, and afresh when a swap moves the stone; a pass and
// swap-sides change nothing.
//
// A whole bridge is thus a fact of the position; the other two states are facts of the game.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "connect/journal.hpp"

namespace hexcore {

enum class BridgeState : std::uint8_t { whole = 0, one_left = 1, broken = 2 };

// Ends are named by node: the edge where there is one in it (the first, if there are two),
// else the first cell. `one` < `two`.
struct Bridge {
  int one;
  int two;
  std::vector<int> carrier;
  BridgeState state;
  bool operator==(const Bridge&) const = default;
};

// Calls `visit` with the number of each bit that is set, in order.
template <typename Visit>
void each_bit(const std::uint64_t* words, int count, Visit visit) {
  for (int word = 0; word < count; ++word)
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1)
      visit(64 * word + std::countr_zero(left));
}

// The bridges of both colours along a game. Works on every shape.
class BridgeTracker {
 public:
  using Word = Journal::Word;
  static constexpr int kMostNodes = Grid::kLongestSide * Grid::kLongestSide + kEdges;
  static constexpr int kMostWords = (kMostNodes + 63) / 64;

  // Plays the board's game again, from its set-up position. The board may end before the tracker.
  explicit BridgeTracker(const Board& board);
  // Knows the stones of the board but not how they came there: every bridge listed is whole.
  static BridgeTracker of_position(const Board& board);

  // To be called for each move of the game. Throws Error for a move that cannot be played on the
  // stones; whose turn it is and whether the game is over are the board's affair.
  void push(Move move, Color color);
  // Takes back the last move, also one of those the board had when the tracker was made. Throws
  // Error(no_move) where the known game begins.
  void pop();

  // Every bridge of a colour, ordered by its ends.
  std::vector<Bridge> bridges(Color color) const;
  // The last cells of the bridges with one cell left, in order, each once.
  std::vector<int> last_cells(Color color) const;

  // The graph of bridges, for searches over it. An end is known by its root, a node in it.
  const Grid& grid() const { return *grid_; }
  int words() const { return words_; }
  bool is_free(int cell) const { return !has_stone(cell, 0) && !has_stone(cell, 1); }
  int root(int node) const;
  // The edge or the first cell that names the end.
  int name(int root) const;
  // Roots of all ends of a colour, as bits.
  const Word* ends(Color color) const { return memory_.at(ends_at(static_cast<int>(color))); }
  // Free cells that touch an end, as bits.
  const Word* liberties(int root) const { return memory_.at(liberties_at(root)); }
  // Roots joined to this one by a bridge in any state, as bits; only those in ends() count.
  const Word* partners(int root) const { return memory_.at(partners_at(root)); }
  bool is_whole(int one, int two) const { return common_cells(one, two) >= 2; }
  int common_cells(int one, int two) const {
    const Word *first = liberties(one), *second = liberties(two);
    int count = 0;
    for (int word = 0; word < words_; ++word) count += std::popcount(first[word] & second[word]);
    return count;
  }

 private:
  // A union-find node in one word: parent, size and name, 16 bits each.
  struct Part {
    int parent;
    int size;
    int label;
  };
  using Bits = std::array<Word, kMostWords>;
  // Up to six parts can meet in a cell.
  struct Roots {
    std::array<int, 8> node{};
    int count = 0;
    void add(int root);
  };

  BridgeTracker(const Board& board, bool replay);

  std::size_t part_at(int node) const { return static_cast<std::size_t>(node); }
  std::size_t row_at(int row) const {
    return static_cast<std::size_t>(nodes_) + static_cast<std::size_t>(row * words_);
  }
  std::size_t liberties_at(int root) const { return row_at(2 * root); }
  std::size_t partners_at(int root) const { return row_at(2 * root + 1); }
  std::size_t ends_at(int color) const { return row_at(2 * nodes_ + color); }
  std::size_t stones_at(int color) const { return row_at(2 * nodes_ + 2 + color); }

  bool has_stone(int node, int color) const {
    return (memory_[stones_at(color) + static_cast<std::size_t>(node / 64)] >> (node % 64)) & 1;
  }
  void set_bit(std::size_t row, int bit) { change_bit(row, bit, true); }
  void clear_bit(std::size_t row, int bit) { change_bit(row, bit, false); }
  void change_bit(std::size_t row, int bit, bool value);
  Part part(int node) const;
  void set_part(int node, const Part& part);

  std::vector<Word> empty_board() const;
  void place(int cell, Color color, bool remember);
  void take_from_enemy(int cell, Color enemy);
  int merge(int cell, const Roots& roots, Color color);
  void merge_partners(int root, const Roots& roots, Color color);
  void remember_whole(int root, Color color);
  void swap_pieces();
  void start_from(const Board& root);

  const Grid* grid_;  // grids are kept for the life of the program
  SwapRule swap_;
  int nodes_;
  int words_;
  Journal memory_;
};

}  // namespace hexcore
