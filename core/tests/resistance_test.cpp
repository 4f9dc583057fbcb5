#include "evaluate/resistance.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "doctest/doctest.h"
#include "random_boards.hpp"

using namespace hexcore;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The circuit from its definition: a node for each empty cell, group and edge, and conductances.
struct Plain {
  std::vector<int> node;  // by cell; -1 for enemy stones
  int count = 2;          // 0 and 1 are the edges
  std::map<std::pair<int, int>, double> conductance;

  Plain(const Board& board, Color color)
      : node(static_cast<std::size_t>(board.grid().cells()), -1) {
    const Grid& grid = board.grid();
    for (const Group& group : board.groups(color)) {
      const int number = group.edges.empty() ? count++ : group.edges[0] % 2;
      for (const int cell : group.cells) node[cell] = number;
    }
    for (int cell = 0; cell < grid.cells(); ++cell)
      if (board.at(cell) == Stone::none) node[cell] = count++;
    const int first = grid.edge_node(color == Color::black ? kTop : kLeft);
    for (int cell = 0; cell < grid.cells(); ++cell) {
      if (board.at(cell) != Stone::none) continue;
      for (const int link : grid.links(cell)) {
        if (link == first || link == first + 1)
          join(node[cell], link - first, 1.0);
        else if (link < grid.cells() && node[link] >= 0 && board.at(link) != Stone::none)
          join(node[cell], node[link], 1.0);
        else if (link < cell && board.at(link) == Stone::none)
          join(node[cell], node[link], 0.5);
      }
    }
  }

  void join(int one, int two, double by) { conductance[{one, two}] += by; }

  // The law of nodes: what flows into each node but the edges, and out of the first edge.
  std::vector<double> inflow(const std::vector<double>& volts) const {
    std::vector<double> sum(static_cast<std::size_t>(count), 0.0);
    for (const auto& [pair, value] : conductance) {
      const double current = value * (volts[pair.first] - volts[pair.second]);
      sum[pair.first] -= current;
      sum[pair.second] += current;
    }
    return sum;
  }
};

bool joined(const Board& board, Color color) {
  for (const Group& group : board.groups(color))
    if (group.edges.size() == 2) return true;
  return false;
}

void check_laws(const Board& board, Color color, Circuit& circuit) {
  const Flow flow = circuit.solve(board, color);
  CHECK(circuit.resistance(board, color) == flow.resistance);
  if (joined(board, color)) {
    CHECK(flow.resistance == 0.0);
    return;
  }
  const Plain plain(board, color);
  std::vector<double> volts(static_cast<std::size_t>(plain.count), 0.0);
  volts[0] = kSourceVolts;
  for (int cell = 0; cell < board.grid().cells(); ++cell) {
    const double here = flow.potentials[cell];
    if (plain.node[cell] < 0) CHECK(std::isnan(here));
    if (plain.node[cell] >= 2 && !std::isnan(here)) volts[plain.node[cell]] = here;
    if (plain.node[cell] == 0) CHECK(here == kSourceVolts);
  }
  const auto inflow = plain.inflow(volts);
  for (int node = 2; node < plain.count; ++node) CHECK(std::abs(inflow[node]) < 1e-9);
  if (flow.resistance == kInfinite)
    CHECK(std::abs(inflow[0]) < 1e-9);
  else
    CHECK(-inflow[0] * flow.resistance == doctest::Approx(kSourceVolts).epsilon(1e-12));
}

}  // namespace

TEST_CASE("the law of nodes holds everywhere") {
  Rng rng(6);
  for (const auto& grid : all_shapes()) {
    Circuit circuit(*grid);
    for (const double filled : {0.0, 0.15, 0.3, 0.45, 0.6, 1.0}) {
      if (grid->cells() > 450 && filled > 0.45) continue;
      for (int round = 0; round < (grid->cells() > 450 ? 1 : 6); ++round) {
        const Board board = random_position(grid, filled, rng);
        check_laws(board, Color::black, circuit);
        check_laws(board, Color::white, circuit);
      }
    }
  }
}

TEST_CASE("circuits small enough to solve by hand") {
  // One cell between two edges: 1 ohm to each.
  Board one(Grid::get(Shape::hex, 1, 1));
  Circuit tiny(one.grid());
  CHECK(tiny.resistance(one, Color::black) == doctest::Approx(2.0));
  CHECK(tiny.solve(one, Color::black).potentials[0] == doctest::Approx(2.5));
  CHECK(tiny.solve(one, Color::black).currents[0] == doctest::Approx(2.5));
  one.push(0);
  CHECK(tiny.resistance(one, Color::black) == 0.0);
  CHECK(tiny.resistance(one, Color::white) == kInfinite);
  // A row of three: 1 + 2 + 2 + 1 ohms along it, three times 2 ohms side by side across it.
  Board row(Grid::get(Shape::hex, 1, 3));
  Circuit line(row.grid());
  CHECK(line.resistance(row, Color::white) == doctest::Approx(6.0));
  CHECK(line.resistance(row, Color::black) == doctest::Approx(2.0 / 3));
  row.push(1, Color::white);  // the stone in the middle costs nothing: 1 + 1 + 1 + 1
  CHECK(line.resistance(row, Color::white) == doctest::Approx(4.0));
  CHECK(line.resistance(row, Color::black) == doctest::Approx(1.0));
}

TEST_CASE("a group joined by several stones counts each of them") {
  // White holds a1, a2 and a3 on the left edge of a 3x2 board; b1 touches the edge's group by two
  // stones, b2 by two, b3 by one; the right edge by one each.
  Board board(Grid::get(Shape::hex, 3, 2));
  for (const int cell : {0, 2, 4}) board.push(cell, Color::white);
  Circuit circuit(board.grid());
  // Right edge at 0 V, the group at 5: symmetric conductances 2, 2 and 1 to the group.
  const Flow flow = circuit.solve(board, Color::white);
  CHECK(flow.potentials[0] == kSourceVolts);
  CHECK(flow.currents[2] == doctest::Approx(kSourceVolts / flow.resistance));
  check_laws(board, Color::white, circuit);
}

TEST_CASE("what hangs in no circuit does no harm") {
  // A white wall in row 1 cuts Black off; below it a black pair and the cells around it float only
  // with the bottom edge, and an empty pocket inside white stones with neither.
  const auto grid = Grid::get(Shape::square, 5, 5);
  std::vector<int> white, black{grid->cell(3, 2), grid->cell(3, 3)};
  for (int col = 0; col < 5; ++col) white.push_back(grid->cell(1, col));
  for (const int cell : {grid->cell(2, 1), grid->cell(3, 0), grid->cell(3, 1)})
    white.push_back(cell);
  const Board board = Board::setup(grid, SwapRule::none, black, white, Color::black, false);
  Circuit circuit(*grid);
  const Flow flow = circuit.solve(board, Color::black);
  CHECK(flow.resistance == kInfinite);
  CHECK(flow.potentials[grid->cell(0, 2)] == kSourceVolts);
  CHECK(flow.potentials[grid->cell(3, 2)] == doctest::Approx(0.0));
  CHECK(std::isnan(flow.potentials[grid->cell(2, 0)]));
  for (const double current : flow.currents) CHECK(current == 0.0);
}
