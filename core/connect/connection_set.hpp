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
#include <vector>

#include "connect/hex_position.hpp"

namespace hexcore {

// How many connections are kept for a pair of ends, the smallest first, and how many steps the
// search for one OR may take. The two edges keep all their semis.
struct ConnectionLimits {
  int fulls = 8;
  int semis = 16;
  int or_steps = 64;
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
    std::int32_t next = -1;  // of the same kind between the same ends
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
    if (one != two) each(pair(one, two).full, visit);
  }
  template <typename Visit>
  void each_semi(int one, int two, Visit visit) const {
    if (one != two) each(pair(one, two).semi, visit);
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
  bool has_full_win() const { return chain_ || pair(first_edge(), second_edge()).full >= 0; }
  Cells full_win() const;
  bool has_semi_win() const { return pair(first_edge(), second_edge()).semi >= 0; }
  // The smallest semi between the edges; only if there is one.
  const Connection& semi_win() const {
    return connections_[static_cast<std::size_t>(pair(first_edge(), second_edge()).semi)];
  }
  // The cells that all semis between the edges have in common: elsewhere the opponent cannot stop
  // the next one. All empty cells if there is no semi.
  Cells must_play() const;
  // All cells of a few semis between the edges that prove the must-play.
  Cells must_play_carrier() const;

  std::size_t size() const { return connections_.size(); }
  std::uint64_t steps() const { return steps_; }

 private:
  struct Pair {
    std::int32_t full = -1, last_full = -1, semi = -1, last_semi = -1;
    std::int16_t fulls = 0, semis = 0;
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

  template <typename Visit>
  void each(std::int32_t at, Visit visit) const {
    for (; at >= 0; at = connections_[static_cast<std::size_t>(at)].next)
      visit(connections_[static_cast<std::size_t>(at)]);
  }
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
  std::int32_t append(const Waiting& from);
  void link_full(const Waiting& full);
  void link_semi(const Waiting& semi);
  void remove_supersets(std::int32_t& first, std::int32_t& last, std::int16_t& count,
                        const Cells& carrier);
  void and_over(int middle, int far, const Cells& carrier);
  void and_with(int middle, int far, const Cells& carrier, int to);
  Cells captures(int one, int middle, int two) const;
  void or_from(const Pair& between, int one, int two, Cells common, Cells all, int depth);
  void offer_full(int one, int two, const Cells& carrier);
  void offer_semi(int one, int two, const Cells& carrier, int key);
  bool contains_one(std::int32_t at, const Cells& carrier) const;

  static constexpr int kMostOr = 6;
  static inline const Pair kNoPair{};

  const HexField<Words>* field_;
  Color color_;
  ConnectionLimits limits_;
  int nodes_;
  const HexPosition<Words>* position_ = nullptr;  // during a build
  Until until_ = Until::full_win;
  Cells own_, empty_;
  bool chain_ = false;
  bool ended_ = false;
  std::vector<std::int16_t> end_;            // by cell
  std::vector<Cells> self_;                  // by node: its cell if it is empty, else nothing
  std::vector<Cells> captured_;              // by node
  std::vector<Cells> partners_;              // by node: cells fully connected to it
  std::vector<std::uint8_t> edge_partners_;  // by node: bit 0 and 1 for the edges
  std::vector<Connection> connections_;
  std::vector<Pair> pairs_;
  std::uint32_t epoch_ = 0;
  std::vector<Size> waiting_;
  std::size_t smallest_ = 0;
  int or_steps_left_ = 0;
  std::uint64_t steps_ = 0;
};

extern template class ConnectionSet<1>;
extern template class ConnectionSet<2>;
extern template class ConnectionSet<4>;
extern template class ConnectionSet<8>;
extern template class ConnectionSet<16>;

}  // namespace hexcore
