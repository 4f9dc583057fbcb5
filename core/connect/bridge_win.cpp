#include "connect/bridge_win.hpp"

#include <algorithm>
#include <limits>

namespace hexcore {
namespace {

using Word = BridgeTracker::Word;
using NodeBits = std::array<Word, BridgeTracker::kMostWords>;
constexpr int kNoLimit = std::numeric_limits<int>::max();

bool has(const NodeBits& bits, int bit) {
  return (bits[static_cast<std::size_t>(bit / 64)] >> (bit % 64)) & 1;
}
void add(NodeBits& bits, int bit) {
  bits[static_cast<std::size_t>(bit / 64)] |= Word{1} << (bit % 64);
}
void drop(NodeBits& bits, int bit) {
  bits[static_cast<std::size_t>(bit / 64)] &= ~(Word{1} << (bit % 64));
}

class ChainSearch {
 public:
  ChainSearch(const BridgeTracker& bridges, Color color)
      : bridges_(bridges),
        words_(static_cast<std::size_t>(bridges.words())),
        ends_(bridges.ends(color)),
        start_(bridges.root(bridges.grid().edge_node(color == Color::black ? kTop : kLeft))),
        goal_(bridges.root(bridges.grid().edge_node(color == Color::black ? kBottom : kRight))) {}

  bool joined() const { return start_ == goal_; }

  // The shortest chain of at most `most` bridges.
  std::optional<BridgeWin> find(int most) {
    if (joined()) return BridgeWin{{bridges_.name(start_)}, {}};
    measure();
    if (!has(measured_, start_)) return std::nullopt;
    add(on_path_, start_);
    for (int limit = distance_[static_cast<std::size_t>(start_)]; limit <= most; ++limit) {
      cut_short_ = false;
      if (extend(start_, limit)) return result();
      if (!cut_short_ || steps_ >= kMostSteps) break;
    }
    return std::nullopt;
  }

 private:
  // Two ends of the chain and the cells set aside for them, -1 for one not found yet.
  struct Link {
    int from;
    int to;
    std::array<int, 2> cells{-1, -1};
  };

  // Calls `visit` with each end joined to this one by a whole bridge.
  template <typename Visit>
  void each_partner(int end, Visit visit) const {
    NodeBits partners;
    for (std::size_t word = 0; word < words_; ++word)
      partners[word] = bridges_.partners(end)[word] & ends_[word];
    each_bit(partners.data(), bridges_.words(), [&](int partner) {
      if (bridges_.is_whole(end, partner)) visit(partner);
    });
  }

  // Bridges between each end and the goal, whatever cells they share.
  void measure() {
    std::array<std::int16_t, BridgeTracker::kMostNodes> queue;
    std::size_t last = 0;
    queue[last++] = static_cast<std::int16_t>(goal_);
    add(measured_, goal_);
    distance_[static_cast<std::size_t>(goal_)] = 0;
    for (std::size_t first = 0; first < last; ++first)
      each_partner(queue[first], [&](int partner) {
        if (has(measured_, partner)) return;
        add(measured_, partner);
        distance_[static_cast<std::size_t>(partner)] =
            static_cast<std::int16_t>(distance_[static_cast<std::size_t>(queue[first])] + 1);
        queue[last++] = static_cast<std::int16_t>(partner);
      });
  }

  bool extend(int end, int left) {
    if (end == goal_) return true;
    if (++steps_ > kMostSteps) return false;
    bool found = false;
    each_partner(end, [&](int next) {
      if (found || has(on_path_, next) || !has(measured_, next)) return;
      if (distance_[static_cast<std::size_t>(next)] >= left) {
        cut_short_ = true;
        return;
      }
      const std::vector<Link> before = links_;
      if (claim(end, next)) {
        add(on_path_, next);
        found = extend(next, left - 1);
        if (found) return;
        drop(on_path_, next);
      }
      links_ = before;
    });
    return found;
  }

  // Sets two cells aside for a new link, moving those of earlier links where they can move.
  bool claim(int from, int to) {
    links_.push_back({from, to});
    for (int cell = 0; cell < 2; ++cell) {
      tried_ = {};
      if (!augment(links_.size() - 1)) return false;
    }
    return true;
  }

  bool augment(std::size_t link) {
    NodeBits common;
    for (std::size_t word = 0; word < words_; ++word)
      common[word] = bridges_.liberties(links_[link].from)[word] &
                     bridges_.liberties(links_[link].to)[word] & ~tried_[word];
    bool done = false;
    each_bit(common.data(), bridges_.words(), [&](int cell) {
      if (done || has(tried_, cell)) return;
      add(tried_, cell);
      const auto holder = std::ranges::find_if(links_, [&](const Link& other) {
        return other.cells[0] == cell || other.cells[1] == cell;
      });
      const auto at = static_cast<std::size_t>(holder - links_.begin());
      if (at == link) return;
      if (holder != links_.end()) {
        if (!augment_after_losing(at, cell)) return;
      }
      auto& cells = links_[link].cells;
      (cells[0] < 0 ? cells[0] : cells[1]) = cell;
      done = true;
    });
    return done;
  }

  bool augment_after_losing(std::size_t link, int cell) {
    auto& cells = links_[link].cells;
    const std::array<int, 2> before = cells;
    (cells[0] == cell ? cells[0] : cells[1]) = -1;
    if (augment(link)) return true;
    links_[link].cells = before;
    return false;
  }

  BridgeWin result() const {
    BridgeWin win{{bridges_.name(start_)}, {}};
    for (const Link& link : links_) {
      win.chain.push_back(bridges_.name(link.to));
      win.pairs.push_back(
          {std::min(link.cells[0], link.cells[1]), std::max(link.cells[0], link.cells[1])});
    }
    return win;
  }

  const BridgeTracker& bridges_;
  std::size_t words_;
  const Word* ends_;
  int start_;
  int goal_;
  NodeBits measured_{};
  NodeBits on_path_{};
  NodeBits tried_{};
  std::array<std::int16_t, BridgeTracker::kMostNodes> distance_;
  std::vector<Link> links_;
  int steps_ = 0;
  bool cut_short_ = false;
};

}  // namespace

std::vector<int> BridgeWin::carrier() const {
  std::vector<int> cells;
  for (const auto& pair : pairs) cells.insert(cells.end(), pair.begin(), pair.end());
  std::ranges::sort(cells);
  return cells;
}

std::optional<BridgeWin> bridge_win(const BridgeTracker& bridges, Color color) {
  return ChainSearch(bridges, color).find(kNoLimit);
}

std::optional<BridgeWin> bridge_win(const Board& board, Color color) {
  return bridge_win(BridgeTracker::of_position(board), color);
}

std::optional<BridgeWinMove> bridge_win_move(BridgeTracker& bridges, Color color) {
  if (ChainSearch(bridges, color).joined()) return std::nullopt;
  std::optional<BridgeWinMove> best;
  for (int cell = 0; cell < bridges.grid().cells(); ++cell) {
    if (!bridges.is_free(cell)) continue;
    const int most = best ? static_cast<int>(best->win.pairs.size()) - 1 : kNoLimit;
    if (most < 0) break;
    bridges.push(cell, color);
    if (auto win = ChainSearch(bridges, color).find(most)) best = {cell, std::move(*win)};
    bridges.pop();
  }
  return best;
}

std::optional<BridgeWinMove> bridge_win_move(const Board& board, Color color) {
  BridgeTracker bridges = BridgeTracker::of_position(board);
  return bridge_win_move(bridges, color);
}

}  // namespace hexcore
