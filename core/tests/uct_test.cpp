#include "search/uct/uct.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include "board/rng.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

namespace {

Board make(Shape shape, int rows, int cols) { return Board(Grid::get(shape, rows, cols)); }

Limits simulations(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

UctOptions options(int threads, std::uint64_t seed = 1) {
  UctOptions chosen;
  chosen.threads = threads;
  chosen.memory_mib = 16;
  chosen.seed = seed;
  return chosen;
}

// The value for the side to move by looking at everything: 2 won, 1 drawn, 0 lost.
int value(Board& board, std::map<std::uint64_t, int>& known) {
  if (board.over()) return !board.winner() ? 1 : *board.winner() == board.turn() ? 2 : 0;
  const auto [found, is_new] = known.try_emplace(board.key(), 0);
  if (!is_new) return found->second;
  int best = 0;
  for (const int move : board.legal_moves()) {
    board.push(move);
    best = std::max(best, 2 - value(board, known));
    board.pop();
    if (best == 2) break;
  }
  return known[board.key()] = best;
}

Proven as_proven(int value) { return static_cast<Proven>(value + 1); }

void check_against_everything(Board& board, int threads) {
  std::map<std::uint64_t, int> known;
  Uct uct(options(threads));
  UctReport report = uct.search(board, simulations(20'000));
  // A draw takes looking at nearly everything, which pays only near the end.
  if (value(board, known) != 1 || board.empty_cells() <= 6) {
    // On a busy machine one thread may use up all simulations while the other has the last leaf.
    for (int more = 0; threads > 1 && more < 20 && report.proven == Proven::unknown; ++more)
      report = uct.search(board, simulations(20'000));
    CHECK(report.proven == as_proven(value(board, known)));
    CHECK(report.moves.front().proven == report.proven);
  }
  for (const UctMove& move : report.moves) {
    if (move.proven == Proven::unknown) continue;
    board.push(move.move);
    CHECK(opposite(move.proven) == as_proven(value(board, known)));
    board.pop();
  }
}

}  // namespace

TEST_CASE("proven results are those of looking at everything") {
  Rng rng(11);
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 1, 1},
                                          {Shape::hex, 3, 3},
                                          {Shape::hex, 2, 4},
                                          {Shape::offset, 3, 3},
                                          {Shape::square, 3, 3},
                                          {Shape::square, 2, 3},
                                          {Shape::triangle, 1, 2},
                                          {Shape::triangle, 2, 4}})
    for (int game = 0; game < 4; ++game) {
      Board board = make(shape, rows, cols);
      while (!board.over()) {
        check_against_everything(board, 1 + game % 2);
        const auto moves = board.legal_moves();
        board.push(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
}

TEST_CASE("a win at once is taken, a threat is met") {
  const auto grid = Grid::get(Shape::hex, 5, 5);
  const std::vector black{2, 7, 12, 17}, white{0, 5, 10, 15};
  Uct uct(options(1));
  const auto won = uct.search(Board::setup(grid, SwapRule::none, black, white, Color::black, false),
                              simulations(10));
  CHECK(won.win_probability == 1.0);
  CHECK((won.moves.front().move == 21 || won.moves.front().move == 22));
  const std::vector stopped{0, 5, 10, 21};
  const auto met = uct.search(
      Board::setup(grid, SwapRule::none, black, stopped, Color::white, false), simulations(100));
  REQUIRE(met.moves.size() == 1);
  CHECK(met.moves.front().move == 22);
}

TEST_CASE("one thread and one seed give one result") {
  const Board board = make(Shape::hex, 7, 7);
  const auto first = Uct(options(1, 5)).search(board, simulations(2000));
  const auto again = Uct(options(1, 5)).search(board, simulations(2000));
  const auto other = Uct(options(1, 6)).search(board, simulations(2000));
  CHECK(first.simulations == 2000);
  const auto same = [](const UctReport& one, const UctReport& two) {
    return std::ranges::equal(one.moves, two.moves, [](const UctMove& a, const UctMove& b) {
      return a.move == b.move && a.visits == b.visits && a.win_rate == b.win_rate;
    });
  };
  CHECK(same(first, again));
  CHECK_FALSE(same(first, other));
}

TEST_CASE("visits add up on several threads") {
  Uct uct(options(4));
  const auto report = uct.search(make(Shape::hex, 6, 6), simulations(5000));
  std::uint64_t visits = 0;
  for (const UctMove& move : report.moves) visits += move.visits;
  CHECK(report.simulations >= 5000);
  CHECK(report.simulations < 5004);
  CHECK(visits == report.simulations);
}

TEST_CASE("the tree is kept for the moves played since") {
  Board board = make(Shape::hex, 6, 6);
  Uct uct(options(1));
  const auto before = uct.search(board, simulations(20'000));
  REQUIRE(before.moves.front().line.size() > 2);
  const auto tree_before = before.tree_size;
  board.push(before.moves.front().line[0]);
  board.push(before.moves.front().line[1]);
  const auto after = uct.search(board, simulations(1));
  CHECK(after.kept_visits > 100);
  CHECK(after.kept_visits < before.moves.front().visits);
  CHECK(after.tree_size < tree_before);
  CHECK(uct.search(board, simulations(1)).kept_visits == after.kept_visits + 1);
  board.pop();
  CHECK(uct.search(board, simulations(1)).kept_visits == 0);
  board.push(kPass);
  CHECK(uct.search(board, simulations(1)).kept_visits == 0);
  CHECK(uct.search(make(Shape::hex, 5, 6), simulations(1)).kept_visits == 0);
  uct.clear();
  CHECK(uct.report().moves.empty());
}

TEST_CASE("a short move keeps the tree without tidying it") {
  Board board = make(Shape::hex, 6, 6);
  Uct uct(options(1));
  const auto before = uct.search(board, simulations(20'000));
  board.push(before.moves.front().move);
  Limits short_time;
  short_time.seconds = 1e-6;
  const auto after = uct.search(board, short_time);
  CHECK(after.kept_visits == before.moves.front().visits);
  CHECK(after.tree_size >= before.tree_size);
}

TEST_CASE("a full tree is searched on") {
  UctOptions small = options(2);
  small.memory_mib = 1;
  small.expand_after = 0;
  Uct uct(small);
  const auto report = uct.search(make(Shape::hex, 11, 11), simulations(3000));
  CHECK(report.simulations >= 3000);
  CHECK(report.tree_size <= report.tree_capacity);
  CHECK(report.tree_capacity * sizeof(Branch) <= 1 << 20);
  CHECK(report.tree_size + 121 > report.tree_capacity - 1);
}

TEST_CASE("the swap is never a move, and every shape has one") {
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 4, 4},
                                          {Shape::offset, 4, 5},
                                          {Shape::square, 4, 4},
                                          {Shape::triangle, 3, 6}}) {
    Board board(Grid::get(shape, rows, cols), SwapRule::sides);
    board.push(1);
    for (const bool bridges : {true, false}) {
      UctOptions chosen = options(1);
      chosen.save_bridges = bridges;
      const auto report = Uct(chosen).search(board, simulations(500));
      REQUIRE_FALSE(report.moves.empty());
      for (const UctMove& move : report.moves) CHECK(move.move >= 0);
      CHECK(board.is_legal(report.moves.front().move));
    }
  }
}

TEST_CASE("a running search is watched, refused twice, and stopped from outside") {
  Uct uct(options(2));
  const Board board = make(Shape::hex, 9, 9);
  bool refused = false;
  const Limits limits;
  std::jthread watching([&] {
    while (uct.report(3).simulations < 50) std::this_thread::yield();
    try {
      uct.search(board, simulations(1));
    } catch (const Error& error) {
      refused = error.kind() == ErrorKind::player;
    }
    limits.stop.stop();
  });
  CHECK(uct.search(board, limits).simulations >= 50);
  watching.join();
  CHECK(refused);
}

TEST_CASE("a stop that comes first ends that search at once, and not the next") {
  Uct uct(options(2));
  const Board board = make(Shape::hex, 9, 9);
  const Limits stopped;
  stopped.stop.stop();
  const auto report = uct.search(board, stopped);
  CHECK(report.simulations == 0);
  CHECK(board.is_legal(report.moves.front().move));
  CHECK(uct.search(board, simulations(100)).simulations >= 100);
}

TEST_CASE("a time limit holds") {
  Limits limits;
  limits.seconds = 0.05;
  const auto report = Uct(options(1)).search(make(Shape::hex, 11, 11), limits);
  CHECK(report.seconds >= 0.05);
  CHECK(report.seconds < 0.5);
}

TEST_CASE("bad options and finished games are errors") {
  const auto refused = [](auto change) {
    UctOptions bad;
    change(bad);
    CHECK_THROWS_AS(Uct{bad}, Error);
  };
  refused([](UctOptions& bad) { bad.threads = 0; });
  refused([](UctOptions& bad) { bad.threads = 257; });
  refused([](UctOptions& bad) { bad.memory_mib = 0; });
  refused([](UctOptions& bad) { bad.exploration = -1; });
  refused([](UctOptions& bad) { bad.amaf_final = 0; });
  refused([](UctOptions& bad) { bad.first_play = -1; });
  refused([](UctOptions& bad) { bad.expand_after = -1; });
  Board board = make(Shape::hex, 1, 1);
  board.push(0);
  CHECK_THROWS_AS(Uct(options(1)).search(board, {}), Error);
}
