#include "inferior/inferior.hpp"

#include <string>

#include "doctest/doctest.h"
#include "tests/every_position.hpp"

using namespace hexcore;

namespace {

struct Tally {
  std::uint64_t positions = 0, filled = 0, inferior = 0, open = 0, wrong_fill = 0, wrong_prune = 0;
};

// Compares one position with the truth.
void compare(const EveryPosition& truth, InferiorCells<1>& cells, std::uint32_t number,
             bool regions, Tally& tally) {
  cells.fill_in(truth.stones(number, Color::black), truth.stones(number, Color::white), regions);
  const std::uint32_t filled = truth.number(cells.filled(Color::black), cells.filled(Color::white));
  ++tally.positions;
  tally.filled += cells.dead().count() + cells.captured(Color::black).count() +
                  cells.captured(Color::white).count();
  tally.open += cells.open().count();
  for (const Color mover : {Color::black, Color::white}) {
    if (truth.black_wins(number, mover) != truth.black_wins(filled, mover)) ++tally.wrong_fill;
    Bits<1> left = cells.open();
    for (const InferiorCell<1>& cell : cells.inferior(mover)) {
      left = left.minus(Bits<1>::of(cell.cell));
      ++tally.inferior;
    }
    if (!truth.wins(number, mover, mover) || !cells.open().any()) continue;
    bool found = false;
    left.for_each([&](int cell) { found = found || truth.wins_with(number, cell, mover); });
    if (!found) ++tally.wrong_prune;
  }
}

Tally compare_all(int rows, int cols, bool regions) {
  const EveryPosition truth(rows, cols);
  InferiorCells<1> cells(truth.grid());
  Tally tally;
  for (std::uint32_t number = 0; number < truth.count(); ++number)
    compare(truth, cells, number, regions, tally);
  return tally;
}

void check_all(int rows, int cols, bool regions) {
  const Tally tally = compare_all(rows, cols, regions);
  CAPTURE(rows);
  CAPTURE(cols);
  CAPTURE(regions);
  CHECK(tally.wrong_fill == 0);
  CHECK(tally.wrong_prune == 0);
  if (rows * cols > 12)
    MESSAGE(rows << "x" << cols << ": " << tally.positions << " positions, " << tally.open
                 << " open, " << tally.filled << " filled, " << tally.inferior / 2 << " inferior");
}

// Fills in a position, then adds a stone to it wherever one is possible.
int wrong_after_one_more_stone(const EveryPosition& truth, InferiorCells<1>& cells,
                               std::uint32_t number) {
  cells.fill_in(truth.stones(number, Color::black), truth.stones(number, Color::white));
  InferiorCells<1>::Filled before;
  cells.save(before);
  int wrong = 0;
  cells.open().for_each([&](int cell) {
    for (const Color color : {Color::black, Color::white}) {
      cells.place(before, cell, color);
      auto stones = before.stones;
      stones[static_cast<std::size_t>(color)].set(cell);
      const std::uint32_t after = truth.number(stones[0], stones[1]);
      const auto filled = truth.number(cells.filled(Color::black), cells.filled(Color::white));
      for (const Color mover : {Color::black, Color::white})
        wrong += truth.black_wins(after, mover) != truth.black_wins(filled, mover) ? 1 : 0;
    }
  });
  return wrong;
}

}  // namespace

TEST_CASE("fill-in keeps the winner and a winning move in every position to 3x4") {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {5, 2}, {3, 4}})
    for (const bool regions : {false, true}) check_all(rows, cols, regions);
}

TEST_CASE("fill-in of one more stone keeps the winner in every position of 3x3 and 2x4") {
  for (const auto& [rows, cols] : {std::pair{3, 3}, {2, 4}}) {
    const EveryPosition truth(rows, cols);
    InferiorCells<1> cells(truth.grid());
    int wrong = 0;
    for (std::uint32_t number = 0; number < truth.count(); ++number)
      wrong += wrong_after_one_more_stone(truth, cells, number);
    CHECK(wrong == 0);
  }
}

TEST_CASE("soak: every position of 4x4" * doctest::skip()) {
  for (const bool regions : {false, true}) check_all(4, 4, regions);
}
