#include "connect/connections.hpp"

#include <algorithm>
#include <array>

namespace hexcore {

class Connections::Levels {
 public:
  virtual ~Levels() = default;
  virtual void push(Move move, Color color) = 0;
  virtual Move pop() = 0;
  virtual std::vector<int> partners(Color color, int node, bool semi) const = 0;
  virtual std::vector<VirtualConnection> between(Color color, int one, int two,
                                                 bool semi) const = 0;
  virtual std::vector<int> must_play(Color mover) const = 0;
  virtual std::optional<VirtualConnection> win(Color color, bool semi) const = 0;
};

template <int Words>
class Connections::LevelsOf : public Connections::Levels {
 public:
  using Set = ConnectionSet<Words>;
  static constexpr auto kUntil = Set::Until::never;

  LevelsOf(const Board& board, const ConnectionLimits& limits)
      : field_(board.grid()), limits_(limits) {
    Level& first = level(0);
    first.position = HexPosition<Words>(field_, board);
    for (Set& set : first.sets) set.build(first.position, kUntil);
  }

  void push(Move move, Color color) override {
    field_.grid->require_cell(move);
    const HexPosition<Words>& before = levels_[moves_.size()]->position;
    if (!before.is_empty(move))
      throw Error(ErrorKind::occupied, field_.grid->name(move) + " is occupied");
    Level& next = level(moves_.size() + 1);
    next.position = before;
    next.position.place(move, color);
    for (const Color side : {Color::black, Color::white})
      next.sets[index_of(side)].advance(set(side), next.position, kUntil);
    moves_.push_back(move);
  }

  Move pop() override {
    if (moves_.empty()) throw Error(ErrorKind::no_move, "there is no move to take back");
    const Move move = moves_.back();
    moves_.pop_back();
    return move;
  }

  std::vector<int> partners(Color color, int node, bool semi) const override {
    const Set& of = set(color);
    const int end = end_from(color, node);
    std::vector<int> found;
    for (int with = 0; end >= 0 && with < of.nodes(); ++with) {
      bool any = false;
      const auto note = [&](const typename Set::Connection&) { any = true; };
      semi ? of.each_semi(end, with, note) : of.each_full(end, with, note);
      if (any) found.push_back(node_of(color, with));
    }
    return found;
  }

  std::vector<VirtualConnection> between(Color color, int one, int two, bool semi) const override {
    std::vector<VirtualConnection> found;
    const int first = end_from(color, one), second = end_from(color, two);
    if (first < 0 || second < 0) return found;
    const auto note = [&](const typename Set::Connection& each) {
      found.push_back({listed(each.carrier), each.key == Set::kFull ? kPass : each.key});
    };
    semi ? set(color).each_semi(first, second, note) : set(color).each_full(first, second, note);
    std::ranges::stable_sort(found, {}, [](const auto& each) { return each.carrier.size(); });
    return found;
  }

  std::vector<int> must_play(Color mover) const override {
    const Set& theirs = set(other(mover));
    return theirs.has_full_win() ? std::vector<int>{} : listed(theirs.must_play());
  }

  std::optional<VirtualConnection> win(Color color, bool semi) const override {
    const Set& of = set(color);
    if (!semi && of.has_chain()) return VirtualConnection{{}, kPass};
    const auto found = between(color, edge_node(color, 0), edge_node(color, 1), semi);
    if (found.empty()) return std::nullopt;
    return found.front();
  }

 private:
  struct Level {
    Level(const HexField<Words>& field, const ConnectionLimits& limits)
        : position(field),
          sets{Set(field, Color::black, limits), Set(field, Color::white, limits)} {}
    HexPosition<Words> position;
    std::array<Set, 2> sets;
  };

  // A level that was taken back keeps its memory for the next push.
  Level& level(std::size_t depth) {
    if (levels_.size() == depth) levels_.push_back(std::make_unique<Level>(field_, limits_));
    return *levels_[depth];
  }
  const Set& set(Color color) const { return levels_[moves_.size()]->sets[index_of(color)]; }
  int edge_node(Color color, int edge) const {
    return field_.grid->edge_node((color == Color::black ? kTop : kLeft) + edge);
  }
  // The end of a node, -1 if the node is not of this colour.
  int end_from(Color color, int node) const {
    for (const int edge : {0, 1})
      if (node == edge_node(color, edge)) return set(color).first_edge() + edge;
    return node < field_.grid->cells() ? set(color).end_of(node) : -1;
  }
  int node_of(Color color, int end) const {
    return end < field_.grid->cells() ? end : edge_node(color, end - set(color).first_edge());
  }
  static std::vector<int> listed(const Bits<Words>& cells) {
    std::vector<int> list;
    cells.for_each([&](int cell) { list.push_back(cell); });
    return list;
  }

  HexField<Words> field_;
  ConnectionLimits limits_;
  std::vector<std::unique_ptr<Level>> levels_;  // one more than moves, and those taken back
  std::vector<Move> moves_;
};

Connections::Connections(const Board& board, const ConnectionLimits& limits) {
  const Grid& grid = board.grid();
  if (grid.shape() != Shape::hex || std::max(grid.rows(), grid.cols()) > kLongestSide)
    throw Error(ErrorKind::size,
                "virtual connections need the hex shape and at most 19 rows and columns");
  levels_ = with_words(grid.cells(), [&](auto words) -> std::unique_ptr<Levels> {
    return std::make_unique<LevelsOf<words()>>(board, limits);
  });
}
Connections::~Connections() = default;

void Connections::push(Move move, Color color) { levels_->push(move, color); }
Move Connections::pop() { return levels_->pop(); }
std::vector<int> Connections::partners(Color color, int node, bool semi) const {
  return levels_->partners(color, node, semi);
}
std::vector<VirtualConnection> Connections::between(Color color, int one, int two,
                                                    bool semi) const {
  return levels_->between(color, one, two, semi);
}
std::vector<int> Connections::must_play(Color mover) const { return levels_->must_play(mover); }
std::optional<VirtualConnection> Connections::win(Color color, bool semi) const {
  return levels_->win(color, semi);
}

}  // namespace hexcore
