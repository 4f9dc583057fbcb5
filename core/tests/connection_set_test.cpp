#include "connect/connection_set.hpp"

#include <map>

#include "doctest/doctest.h"
#include "random_boards.hpp"
#include "solve/exhaustive.hpp"

using namespace hexcore;

namespace {

using Cells = Bits<1>;
using Set = ConnectionSet<1>;

// Two ends and a carrier: everything else is the opponent's. Tries every sequence of moves.
class Truth {
 public:
  Truth(const HexPosition<1>& position, const Set& set, const Set::Connection& tried)
      : field_(*position.field().field), set_(set), color_(set.color()), tried_(tried) {
    stones_ = position.stones(color_);
    for (const int end : {tried.one, tried.two})
      if (end < position.cells()) stones_.set(end);
  }

  bool holds() { return tried_.key == Set::kFull ? survives({}, {}) : connects({}, {}); }

 private:
  // Edges join what touches them, as stones do.
  bool joined(const Cells& own) const {
    const Cells all = stones_ | own;
    const std::array<Cells, 2> edges{field_.source(color_) & all, field_.goal(color_) & all};
    const auto part = [&](int node) {
      if (node == set_.first_edge()) return edges[0];
      return node == set_.second_edge() ? edges[1] : Cells::of(node);
    };
    Cells reached = part(tried_.one);
    for (Cells grown = reached;; reached = grown) {
      grown |= field_.spread(reached) & all;
      for (const Cells& edge : edges)
        if ((grown & edge).any()) grown |= edge;
      if (grown == reached) break;
    }
    return (reached & part(tried_.two)).any();
  }
  // The opponent moves.
  bool survives(const Cells& own, const Cells& lost) {
    if (joined(own)) return true;
    const Cells left = tried_.carrier.minus(own | lost);
    if (!left.any()) return false;
    const auto [known, fresh] = known_.try_emplace({own.word[0], lost.word[0]}, true);
    if (!fresh) return known->second;
    bool all = true;
    left.for_each([&](int cell) { all = all && connects(own, lost | Cells::of(cell)); });
    return known_[{own.word[0], lost.word[0]}] = all;
  }
  // The owner moves.
  bool connects(const Cells& own, const Cells& lost) {
    if (joined(own)) return true;
    bool any = false;
    tried_.carrier.minus(own | lost).for_each([&](int cell) {
      any = any || survives(own | Cells::of(cell), lost);
    });
    return any;
  }

  const Field<1>& field_;
  const Set& set_;
  Color color_;
  Set::Connection tried_;
  Cells stones_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, bool> known_;
};

constexpr int kLargest = 9;  // cells of a carrier that all sequences are tried on

int check_connections(const HexPosition<1>& position, const Set& set, Rng& rng, int one_in) {
  int tried = 0;
  const auto check = [&](const Set::Connection& each) {
    CHECK_FALSE(each.carrier.minus(position.empty()).any());
    if (each.carrier.count() > kLargest || rng.below(static_cast<std::uint32_t>(one_in)) != 0)
      return;
    CHECK(Truth(position, set, each).holds());
    ++tried;
  };
  for (int one = 0; one < set.nodes(); ++one)
    for (int two = 0; two < one; ++two) {
      set.each_full(one, two, check);
      set.each_semi(one, two, check);
    }
  return tried;
}

}  // namespace

TEST_CASE("a cell is dead by its ring exactly when its colour never matters") {
  // a1 of any board has black above and white on the left: the neighbours b1 and a2 decide.
  const auto grid = Grid::get(Shape::hex, 4, 4);
  const HexField<1> field(*grid);
  HexPosition<1> position(field);
  CHECK_FALSE(position.facts(0).dead);
  CHECK(position.facts(0).killers[0] == 1 << 2);
  CHECK(position.facts(0).killers[1] == 1 << 3);
  position.place(1, Color::black);
  CHECK(position.facts(0).dead);
}

TEST_CASE("filled cells never change the winner") {
  Rng rng(11);
  const auto grid = Grid::get(Shape::hex, 4, 4);
  const HexField<1> field(*grid);
  ExhaustiveSolver solver(1);
  int filled_boards = 0;
  for (int round = 0; round < 300; ++round) {
    const Board board = random_position(grid, 0.1 + 0.002 * round, rng);
    if (board.over()) continue;
    HexPosition<1> position(field, board);
    const auto filled = position.fill_in(position.empty());
    if (!filled.any()) continue;
    ++filled_boards;
    std::vector<int> black, white;
    position.stones(Color::black).for_each([&](int cell) { black.push_back(cell); });
    position.stones(Color::white).for_each([&](int cell) { white.push_back(cell); });
    const Board after = Board::setup(grid, SwapRule::none, black, white, board.turn(), true);
    CHECK(solver.solve(board, {}).verdict == solver.solve(after, {}).verdict);
  }
  CHECK(filled_boards > 50);
}

TEST_CASE("every connection holds against every sequence of moves") {
  Rng rng(5);
  int tried = 0;
  for (const auto& [rows, cols] : {std::pair{3, 3}, {4, 4}, {5, 5}, {4, 6}})
    for (int round = 0; round < 6; ++round) {
      const Board board = random_position(Grid::get(Shape::hex, rows, cols), 0.07 * round, rng);
      if (board.over()) continue;
      const HexField<1> field(board.grid());
      const HexPosition<1> position(field, board);
      for (const Color color : {Color::black, Color::white}) {
        Set set(field, color);
        set.build(position, Set::Until::never);
        tried += check_connections(position, set, rng, 20);
      }
    }
  CHECK(tried > 300);
}

TEST_CASE("connections that are carried along a game hold too") {
  Rng rng(6);
  int tried = 0;
  for (int round = 0; round < 6; ++round) {
    const auto grid = Grid::get(Shape::hex, 5, 5);
    const HexField<1> field(*grid);
    Board board(grid);
    HexPosition<1> position(field);
    for (const bool over_edges : {false, true}) {
      const Color color = round % 2 == 0 ? Color::black : Color::white;
      const ConnectionLimits limits{.over_edges = over_edges};
      Set before(field, color, limits), after(field, color, limits);
      before.build(position, Set::Until::never);
      while (!board.over() && board.ply() < 10) {
        board.push(random_move(board, rng));
        const HexPosition<1> next(field, board);
        after.advance(before, next, Set::Until::never);
        tried += check_connections(next, after, rng, 200);
        std::swap(before, after);
      }
      while (board.ply() > 0) board.pop();
    }
  }
  CHECK(tried > 200);
}

TEST_CASE("what the must-play leaves out loses") {
  Rng rng(7);
  ExhaustiveSolver solver(1);
  int left_out = 0;
  for (int round = 0; round < 60; ++round) {
    Board board = random_position(Grid::get(Shape::hex, 4, 4), 0.005 * round, rng);
    if (board.over()) continue;
    const HexField<1> field(board.grid());
    const HexPosition<1> position(field, board);
    Set theirs(field, other(board.turn()));
    theirs.build(position, Set::Until::never);
    const Cells must_play = theirs.must_play();
    for (const Move move : board.legal_moves()) {
      if (must_play.test(move)) continue;
      CHECK_FALSE(board.would_win(move, board.turn()));
      board.push(move);
      CHECK(solver.solve(board, {}).verdict == Verdict::win);
      board.pop();
      ++left_out;
    }
  }
  CHECK(left_out > 100);
}
