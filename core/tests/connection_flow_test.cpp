#include "solve/connection_flow.hpp"

#include <cmath>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

using Flow = ConnectionFlow<1>;

Flow::Result flow_of(const HexPosition<1>& position, Color color) {
  // As in the solver: which connections over edges are left out depends on their order.
  ConnectionSet<1> set(position.field(), color, {.over_edges = true});
  set.build(position, ConnectionSet<1>::Until::never);
  Flow flow(position.field());
  return flow.solve(set);
}

}  // namespace

TEST_CASE("on an empty board the circuit is the same for both sides and when turned") {
  const HexField<1> field(*Grid::get(Shape::hex, 5, 5));
  const HexPosition<1> position(field);
  const auto black = flow_of(position, Color::black), white = flow_of(position, Color::white);
  CHECK(black.conductance == doctest::Approx(white.conductance).epsilon(0.001));
  for (int row = 0; row < 5; ++row)
    for (int col = 0; col < 5; ++col) {
      const auto at = static_cast<std::size_t>(5 * row + col);
      CHECK(black.energy[at] ==
            doctest::Approx(white.energy[static_cast<std::size_t>(5 * col + row)]).epsilon(0.01));
      CHECK(black.energy[at] == doctest::Approx(black.energy[24 - at]).epsilon(0.01));
    }
}

TEST_CASE("on one row every cell is a way of its own") {
  const HexField<1> field(*Grid::get(Shape::hex, 1, 3));
  const auto black = flow_of(HexPosition<1>(field), Color::black);
  // Two wires of 1.1 in a row, three times.
  CHECK(black.conductance == doctest::Approx(3 / 2.2));
  CHECK(black.energy[1] == doctest::Approx(2 * 0.25 / 1.1));
}

TEST_CASE("a wall ends the current, and stones attract it") {
  const HexField<1> field(*Grid::get(Shape::hex, 4, 4));
  HexPosition<1> position(field);
  const float before = flow_of(position, Color::black).conductance;
  position.place(5, Color::black);
  CHECK(flow_of(position, Color::black).conductance > before);
  CHECK(flow_of(position, Color::white).conductance < before);
  HexPosition<1> walled(field);
  for (int col = 0; col < 4; ++col) walled.place(8 + col, Color::white);
  CHECK(flow_of(walled, Color::black).conductance == doctest::Approx(0).epsilon(0.001));
}
