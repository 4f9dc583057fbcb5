// Virtual connections of one colour by H-search.
//
// A full connection between two ends holds although the opponent moves first; a semi connection
// holds if its owner moves first, with a stone on its key. Both need only the empty cells of their
// carrier. Ends are groups of stones, the colour's two edges (each with the groups that touch it)
// and empty cells, which count as if the owner had a stone there.
//
// Rules. Ends that touch are fully connected. AND: two fulls that share an end and no cell connect
// the other ends, fully over a stone, as a semi over an empty cell, its key. OR: semis between the
// same ends without a common cell make a full. In both rules, cells may be shared that a stone on
// one of the ends captures; they then belong to the carrier. Edges join what touches them, but are
// never in the middle of AND.
//
// Connections are accepted by the size of their carriers. A result of a rule is never smaller than
// its parts, so on a new board nothing that has been accepted is ever replaced.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "connect/hex_position.hpp"

namespace hexcore {

// How many connections are kept for a pair of ends, the smallest first, how many steps the search
// for one OR may take, the largest carrier between two empty cells, and whether connections are
// kept that connect both their ends to one edge. The two edges keep all their semis.
struct ConnectionLimits {
  int fulls = 8;
  int semis = 16;
  int or_steps = 64;
  int cell_size = std::numeric_limits<int>::max();
  bool over_edges = false;
};

template <int Words>
class ConnectionSet {
 public:
  using Cells = Bits<Words>;

  // When to end before everything is found. The owner of a full between the edges wins; so does
  // the owner of a semi who is to move.
  enum class Until : std::uint8_t { full_win, semi_win, never };

  static constexpr std::int16_t kFull = -1;  // the key of a full connection

  struct Connection {
    Cells carrier;
    std::int16_t one;
    std::int16_t two;
    std::int16_t key;
  };

  ConnectionSet(const HexField<Words>& field, Color color, const ConnectionLimits& limits = {});

  // Finds the connections of a position. Captured and dead cells should be filled in before.
  void build(const HexPosition<Words>& position, Until until);
  // The same, starting from the connections of an earlier position with fewer stones.
  void advance(const ConnectionSet& earlier, const HexPosition<Words>& position, Until until);

  Color color() const { return color_; }
  int nodes() const { return nodes_; }
  int first_edge() const { return nodes_ - 2; }
  int second_edge() const { return nodes_ - 1; }
  // The end that a cell belongs to; -1 for an enemy stone. Groups have the number of a stone.
  int end_of(int cell) const { return end_[static_cast<std::size_t>(cell)]; }

  // Calls `visit` with each connection between two ends.
  template <typename Visit>
  void each_full(int one, int two, Visit visit) const {
    if (one != two) each(pair(one, two).fulls, one, two, visit);
  }
  template <typename Visit>
  void each_semi(int one, int two, Visit visit) const {
    if (one != two) each(pair(one, two).semis, one, two, visit);
  }

  // What is fully connected to an end: cells, where groups have the number of a stone, and the
  // colour's first (0) and second (1) edge.
  const Cells& partners(int end) const { return partners_[static_cast<std::size_t>(end)]; }
  bool meets_edge(int end, int edge) const {
    return (edge_partners_[static_cast<std::size_t>(end)] >> edge & 1) != 0;
  }
  bool is_stone(int end) const {
    return !is_edge(end) && !self_[static_cast<std::size_t>(end)].any();
  }

  bool has_chain() const { return chain_; }
  // Whether the edges are joined by a chain or a full connection, and its carrier.
  bool has_full_win() const { return chain_ || between_edges().fulls.count > 0; }
  Cells full_win() const;
  bool has_semi_win() const { return between_edges().semis.count > 0; }
  // The smallest semi between the edges; only if there is one.
  Connection semi_win() const {
    return connection(between_edges().semis, 0, first_edge(), second_edge());
  }
  // The cells that all semis between the edges have in common: elsewhere the opponent cannot stop
  // the next one. All empty cells if there is no semi.
  Cells must_play() const;
  // All cells of a few semis between the edges that prove the must-play.
  Cells must_play_carrier() const;

  std::uint64_t steps() const { return steps_; }

 private:
  // Connections of one kind between two ends, one after the other in the pool.
  struct List {
    std::uint32_t first = 0;
    std::uint16_t count = 0, room = 0;
    Cells cells;  // every carrier lies inside
  };
  struct Pair {
    List fulls, semis;
    std::uint32_t epoch = 0;
    Cells common;  // of all semis
  };
  struct Waiting {
    Cells carrier;
    std::int16_t one;
    std::int16_t two;
    std::int16_t key;
  };
  struct Size {
    std::vector<Waiting> fulls, semis;
  };

  Connection connection(const List& list, int at, int one, int two) const {
    const std::size_t place = list.first + static_cast<std::size_t>(at);
    return {carriers_[place], static_cast<std::int16_t>(one), static_cast<std::int16_t>(two),
            keys_[place]};
  }
  template <typename Visit>
  void each(const List& list, int one, int two, Visit visit) const {
    for (int at = 0; at < list.count; ++at) visit(connection(list, at, one, two));
  }
  const Cells* begin(const List& list) const { return carriers_.data() + list.first; }
  const Cells* end(const List& list) const { return begin(list) + list.count; }
  const Pair& between_edges() const { return pair(first_edge(), second_edge()); }
  std::size_t pair_index(int one, int two) const {
    const auto low = static_cast<std::size_t>(one < two ? one : two);
    const auto high = static_cast<std::size_t>(one < two ? two : one);
    return high * (high - 1) / 2 + low;
  }
  const Pair& pair(int one, int two) const {
    const Pair& found = pairs_[pair_index(one, two)];
    return found.epoch == epoch_ ? found : kNoPair;
  }
  Pair& pair(int one, int two) {
    Pair& found = pairs_[pair_index(one, two)];
    if (found.epoch != epoch_) found = kNoPair, found.epoch = epoch_;
    return found;
  }
  bool is_too_large(int one, int two, std::size_t carrier) const {
    return carrier > static_cast<std::size_t>(limits_.cell_size) &&
           self_[static_cast<std::size_t>(one)].any() && self_[static_cast<std::size_t>(two)].any();
  }
  bool is_edge(int node) const { return node >= nodes_ - 2; }
  bool is_edge_pair(int one, int two) const { return is_edge(one) && is_edge(two); }
  void start(const HexPosition<Words>& position, Until until);
  void find_ends();
  void mark_group(const Cells& stones, int end);
  void find_captures();
  void add_neighbours();
  void run();
  bool take(Waiting waiting);
  void accept_full(const Waiting& full);
  void accept_semi(const Waiting& semi);
  void append(List& list, const Waiting& from);
  void make_partners(int one, int two);
  void remove_supersets(List& list, const Cells& carrier);
  void carry_over(const ConnectionSet& earlier, const Pair& from, int one, int two);
  void copy_list(const ConnectionSet& earlier, const List& from, List& to);
  void adopt(std::uint32_t first, int one, int two, bool full);
  int end_now(int node) const {
    return is_edge(node) ? node : static_cast<int>(end_[static_cast<std::size_t>(node)]);
  }
  void and_over(int middle, int far, const Cells& carrier);
  void and_with(int middle, int far, const Cells& carrier, int to);
  Cells captures(int one, int middle, int two) const;
  struct Or {
    const Pair& between;
    int one, two;
    Cells captured;
    int steps_left;
  };
  void or_from(Or& among, Cells common, Cells all, int depth);
  void offer_full(int one, int two, const Cells& carrier);
  void offer_semi(int one, int two, const Cells& carrier, int key);
  bool leads_over_edge(const Waiting& found) const;
  bool contains_one(const List& list, const Cells& carrier) const;

  static constexpr int kMostOr = 6;
  static constexpr std::uint16_t kFirstRoom = 4;
  static inline const Pair kNoPair{};

  const HexField<Words>* field_;
  Color color_;
  ConnectionLimits limits_;
  int nodes_;
  const HexPosition<Words>* position_ = nullptr;  // during a build
  Until until_ = Until::full_win;
  Cells own_, empty_;
  Cells taken_, lost_;     // since the earlier position
  Cells joined_;           // taken, and part of an edge
  std::vector<int> left_;  // ends of the earlier position that the opponent has not taken
  bool chain_ = false;
  bool ended_ = false;
  std::vector<std::int16_t> end_;            // by cell
  std::vector<Cells> self_;                  // by node: its cell if it is empty, else nothing
  std::vector<Cells> captured_;              // by node
  std::vector<Cells> partners_;              // by node: cells fully connected to it
  std::vector<std::uint8_t> edge_partners_;  // by node: bit 0 and 1 for the edges
  std::vector<Cells> carriers_;              // the pool of all lists
  std::vector<std::int16_t> keys_;           // beside the carriers
  std::vector<Pair> pairs_;
  std::uint32_t epoch_ = 0;
  std::vector<Size> waiting_;
  std::size_t smallest_ = 0;
  std::uint64_t steps_ = 0;
};

#define HEXCORE_MAKE(words) extern template class ConnectionSet<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
