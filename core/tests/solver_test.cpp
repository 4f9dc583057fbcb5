#include "solve/solver.hpp"

#include <algorithm>
#include <string>

#include "doctest/doctest.h"
#include "random_boards.hpp"
#include "tests/every_position.hpp"

using namespace hexcore;

namespace {

std::string map_of(Solver& solver, int rows, int cols) {
  std::string map;
  for (const auto& [move, verdict] : solver.moves(Board(Grid::get(Shape::hex, rows, cols)), {})) {
    map += verdict == Verdict::win ? 'B' : verdict == Verdict::loss ? '.' : '?';
    if (move % cols == cols - 1 && move + 1 < rows * cols) map += '/';
  }
  return map;
}

std::vector<int> listed(const Bits<1>& cells) {
  std::vector<int> found;
  cells.for_each([&](int cell) { found.push_back(cell); });
  return found;
}

// Solves every position, or one in `one_in`, and looks up the truth: the verdict, the move, and
// that the winner needs the carrier only.
void check_every_position(int rows, int cols, int one_in) {
  const EveryPosition truth(rows, cols);
  const auto grid = Grid::get(Shape::hex, rows, cols);
  Rng rng(1);
  Solver solver(16);
  int wrong = 0;
  for (std::uint32_t number = 0; number < truth.count(); ++number) {
    if (one_in > 1 && rng.below(static_cast<std::uint32_t>(one_in)) != 0) continue;
    const Bits<1> black = truth.stones(number, Color::black),
                  white = truth.stones(number, Color::white);
    for (const Color mover : {Color::black, Color::white}) {
      const Board board =
          Board::setup(grid, SwapRule::none, listed(black), listed(white), mover, true);
      if (board.over()) continue;
      const SolverReport report = solver.solve(board, {});
      const bool won = report.verdict == Verdict::win;
      Bits<1> lost = Field<1>::get(*grid)->all.minus(black | white);
      for (const int cell : report.carrier) lost = lost.minus(Bits<1>::of(cell));
      const bool black_wins = won == (mover == Color::black);
      const std::uint32_t worst =
          truth.number(black_wins ? black : black | lost, black_wins ? white | lost : white);
      const bool right = report.verdict != Verdict::unknown &&
                         won == truth.wins(number, mover, mover) &&
                         won == truth.wins(worst, mover, mover) &&
                         (!won || truth.wins_with(number, report.move, mover));
      wrong += right ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("the winning openings of small boards") {
  Solver solver(4);
  CHECK(map_of(solver, 1, 1) == "B");
  CHECK(map_of(solver, 2, 2) == ".B/B.");
  CHECK(map_of(solver, 3, 3) == "..B/BBB/B..");
  CHECK(map_of(solver, 4, 4) == "...B/..B./.B../B...");
  CHECK(map_of(solver, 5, 5) == "....B/.BBBB/.BBB./BBBB./B....");
}

TEST_CASE("verdicts and every move's are those of the exhaustive solver") {
  Rng rng(3);
  Solver solver(4);
  ExhaustiveSolver exhaustive(4);
  for (const auto& [rows, cols] : {std::pair{4, 4}, {3, 5}, {5, 4}, {1, 6}, {6, 2}})
    for (int round = 0; round < 25; ++round) {
      const Board board = random_position(Grid::get(Shape::hex, rows, cols), 0.03 * round, rng);
      if (board.over()) continue;
      const SolverReport report = solver.solve(board, {});
      CHECK(report.verdict == exhaustive.solve(board, {}).verdict);
      const auto moves = solver.moves(board, {});
      const auto truth = exhaustive.moves(board, {});
      for (std::size_t at = 0; at < moves.size(); ++at) {
        CHECK(moves[at].verdict == truth[at].verdict);
        if (moves[at].move == report.move) CHECK(moves[at].verdict == Verdict::win);
      }
      CHECK((report.move >= 0) == (report.verdict == Verdict::win));
    }
}

TEST_CASE("the order of a network changes neither verdicts nor whose moves win") {
  Rng rng(5);
  ExhaustiveSolver exhaustive(4);
  int asked = 0;
  const auto network = [&](const net::Batch& batch) {
    ++asked;
    const int cells = batch.count * batch.rows * batch.cols;
    for (int cell = 0; cell < cells; ++cell)
      batch.logits[cell] = static_cast<float>(rng.below(1000));
    *batch.win_probabilities = static_cast<float>(rng.below(100)) / 100;
  };
  for (const auto& [rows, cols] : {std::pair{4, 4}, {3, 5}, {5, 4}}) {
    const auto grid = Grid::get(Shape::hex, rows, cols);
    // Few connections, or they would end nearly every search before the network is asked.
    ProofSearch<1> search(*grid, {.table_mib = 4,
                                  .network = network,
                                  .few_moves = 0,
                                  .connections = {.fulls = 1, .semis = 2}});
    for (int round = 0; round < 30; ++round) {
      Board board = random_position(grid, 0.01 * round, rng);
      if (board.over()) continue;
      Stopper stopper;
      stopper.start({});
      const auto found = search.solve({board}, stopper).front();
      const Verdict truth = exhaustive.solve(board, {}).verdict;
      CHECK(found.numbers.won() == (truth == Verdict::win));
      if (found.move < 0) continue;
      board.push(found.move);
      CHECK((board.over() || exhaustive.solve(board, {}).verdict == Verdict::loss));
    }
  }
  CHECK(asked > 20);
}

TEST_CASE("several positions are solved together") {
  const auto grid = Grid::get(Shape::hex, 5, 5);
  std::vector<Board> boards;
  for (int move = 0; move < grid->cells(); ++move) boards.emplace_back(grid).push(move);
  Rng rng(5);
  while (boards.size() < 30) boards.push_back(random_position(grid, 1.0, rng));
  for (const int threads : {1, 3}) {
    Solver alone(4), together(4, {}, threads);
    const auto reports = together.solve_each(boards, {});
    REQUIRE(reports.size() == boards.size());
    for (std::size_t at = 0; at < boards.size(); ++at)
      CHECK(reports[at].verdict == alone.solve(boards[at], {}).verdict);
    CHECK(together.solve_each({}, {}).empty());
    const auto cut = Solver(4, {}, threads).solve_each(boards, {{}, 3, {}, {}});
    CHECK(cut[12].verdict == Verdict::unknown);
    CHECK_THROWS_AS(together.solve_each({boards[0], Board(Grid::get(Shape::hex, 4, 4))}, {}),
                    Error);
  }
  const Board square(Grid::get(Shape::square, 2, 2));
  CHECK(Solver(1).solve_each({square, square}, {})[1].verdict == Verdict::draw);
}

TEST_CASE("several threads find what one finds") {
  const auto grid = Grid::get(Shape::hex, 6, 6);
  Solver alone(4), together(4, {}, 3);
  for (const Move move : {0, 11, 14, 3}) {
    Board board(grid);
    board.push(move);
    const SolverReport report = together.solve(board, {});
    CHECK(report.verdict == alone.solve(board, {}).verdict);
    if (report.move < 0) continue;
    board.push(report.move);
    CHECK(alone.solve(board, {}).verdict == Verdict::loss);
  }
  CHECK(map_of(together, 5, 5) == "....B/.BBBB/.BBB./BBBB./B....");
}

TEST_CASE("several threads stop at a limit, continue, and forget when memory is short") {
  Solver solver(1, {}, 4);
  Board board(Grid::get(Shape::hex, 6, 6));
  board.push(11);  // f2
  int rounds = 0;
  SolverReport report;
  do {
    report = solver.solve(board, {{}, 40, {}, {}});
    ++rounds;
  } while (report.verdict == Verdict::unknown && rounds < 1000);
  CHECK(report.verdict == Verdict::loss);
  CHECK(rounds > 1);
  CHECK_THROWS(Solver(1, {}, 0));
}

TEST_CASE("the winner needs the carrier only") {
  Rng rng(4);
  Solver solver(4);
  ExhaustiveSolver exhaustive(4);
  int smaller = 0;
  for (int round = 0; round < 60; ++round) {
    const auto grid = Grid::get(Shape::hex, 4 + round % 2, 4);
    const Board board = random_position(grid, 0.01 * round, rng);
    if (board.over()) continue;
    const SolverReport report = solver.solve(board, {});
    const bool black_wins = (report.verdict == Verdict::win) == (board.turn() == Color::black);
    std::vector<int> black, white;
    for (int cell = 0; cell < grid->cells(); ++cell) {
      if (board.at(cell) != Stone::none)
        (board.at(cell) == Stone::black ? black : white).push_back(cell);
      else if (!std::ranges::binary_search(report.carrier, cell))
        (black_wins ? white : black).push_back(cell), ++smaller;
    }
    const Board worst = Board::setup(grid, SwapRule::none, black, white, board.turn(), true);
    CHECK(exhaustive.solve(worst, {}).verdict == report.verdict);
  }
  CHECK(smaller > 100);
}

TEST_CASE("every position of small boards is solved, with a carrier that suffices") {
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {3, 2}, {1, 6}, {2, 4}})
    check_every_position(rows, cols, 1);
  check_every_position(3, 3, 4);
  check_every_position(3, 4, 300);
  check_every_position(4, 3, 300);
}

TEST_CASE("soak: every position of 3x4 and many of 4x4 are solved" * doctest::skip()) {
  check_every_position(3, 4, 1);
  check_every_position(4, 3, 1);
  check_every_position(4, 4, 500);
}

TEST_CASE("a cut search does not guess, and continues when asked again") {
  Solver solver(4);
  Board board(Grid::get(Shape::hex, 6, 6));
  board.push(11);  // f2
  int rounds = 0;
  SolverReport report;
  do {
    report = solver.solve(board, {{}, 5, {}, {}});
    ++rounds;
  } while (report.verdict == Verdict::unknown && rounds < 1000);
  CHECK(report.verdict == Verdict::loss);
  CHECK(rounds > 1);
}

TEST_CASE("a search ends at its limit although a position is filled in in two ways") {
  Solver solver(4);
  Board board(Grid::get(Shape::hex, 7, 7));
  board.push(11);  // e2
  CHECK(solver.solve(board, {{}, 2000, {}, {}}).nodes == 2000);
}

TEST_CASE("progress tells the proof numbers and the line, then the principal variation") {
  Solver solver(4);
  Board board(Grid::get(Shape::hex, 6, 6));
  board.push(11);  // f2
  CHECK(solver.progress(board).line.empty());
  solver.solve(board, {{}, 20, {}, {}});
  const SolverProgress cut = solver.progress(board);
  CHECK(cut.to_win > 0);
  CHECK(cut.to_lose > 0);
  CHECK_FALSE(cut.line.empty());
  solver.solve(board, {});
  const SolverProgress solved = solver.progress(board);
  CHECK(solved.to_win > 0);
  CHECK(solved.to_lose == 0);
  for (const Move move : solved.line) {
    REQUIRE(board.is_legal(move));
    board.push(move);
    if (board.turn() == Color::white && !board.over())
      CHECK(solver.solve(board, {}).verdict == Verdict::loss);
  }
  CHECK(solved.line.size() > 1);
  CHECK(solver.progress(Board(Grid::get(Shape::square, 2, 2))).line.empty());
}

TEST_CASE("a solver that is stopped before it starts knows nothing") {
  Solver solver(1);
  const Limits stopped;
  stopped.stop.stop();
  const Board board(Grid::get(Shape::hex, 4, 4));
  CHECK(solver.solve(board, stopped).verdict == Verdict::unknown);
  CHECK(solver.solve(board, {}).verdict == Verdict::win);
}

TEST_CASE("other shapes are solved exhaustively") {
  CHECK(Solver(1).solve(Board(Grid::get(Shape::square, 2, 2)), {}).verdict == Verdict::draw);
}
