#include "board/grid.hpp"

#include <algorithm>
#include <set>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

std::set<std::string> neighbours(const Grid& grid, int row, int col) {
  static const std::array<std::string, 4> edges{"top", "bottom", "left", "right"};
  std::set<std::string> names;
  for (const int node : grid.links(grid.cell(row, col)))
    names.insert(node < grid.cells() ? grid.name(node) : edges[node - grid.cells()]);
  return names;
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("hexagons touch six cells, and edges where they lie on them") {
  const auto grid = Grid::get(Shape::hex, 3, 4);
  CHECK(neighbours(*grid, 1, 1) == Names{"a2", "c2", "b1", "b3", "c1", "a3"});
  CHECK(neighbours(*grid, 0, 0) == Names{"b1", "a2", "top", "left"});
  CHECK(neighbours(*grid, 2, 3) == Names{"c3", "d2", "bottom", "right"});
  CHECK(neighbours(*grid, 0, 3) == Names{"c1", "d2", "c2", "top", "right"});
}

TEST_CASE("offset rows shift every second row to the right") {
  const auto grid = Grid::get(Shape::offset, 3, 3);
  CHECK(neighbours(*grid, 1, 1) == Names{"a2", "c2", "b1", "c1", "b3", "c3"});
  CHECK(neighbours(*grid, 2, 1) == Names{"a3", "c3", "a2", "b2", "bottom"});
}

TEST_CASE("squares touch four cells") {
  const auto grid = Grid::get(Shape::square, 3, 3);
  CHECK(neighbours(*grid, 1, 1) == Names{"b1", "b3", "a2", "c2"});
}

TEST_CASE("triangles touch three nodes") {
  const auto grid = Grid::get(Shape::triangle, 2, 4);
  CHECK(neighbours(*grid, 0, 0) == Names{"b1", "top", "left"});
  CHECK(neighbours(*grid, 0, 1) == Names{"a1", "a2", "c1"});
  CHECK(neighbours(*grid, 1, 2) == Names{"d2", "d1", "b2"});
  CHECK(neighbours(*grid, 1, 3) == Names{"c2", "bottom", "right"});
}

TEST_CASE("links go both ways on every shape, and the mirror keeps them") {
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 5, 5},
                                          {Shape::hex, 2, 7},
                                          {Shape::offset, 4, 5},
                                          {Shape::square, 6, 6},
                                          {Shape::triangle, 5, 10}}) {
    const auto grid = Grid::get(shape, rows, cols);
    for (int cell = 0; cell < grid->cells(); ++cell)
      for (const int node : grid->links(cell)) {
        if (node >= grid->cells()) {
          CHECK(std::ranges::count(grid->edge_cells(node - grid->cells()), cell) == 1);
          continue;
        }
        CHECK(std::ranges::count(grid->links(node), cell) == 1);
        if (!grid->transposable()) continue;
        CHECK(std::ranges::count(grid->links(grid->mirror(cell)), grid->mirror(node)) == 1);
      }
  }
}

TEST_CASE("sizes outside the limits are refused") {
  CHECK_NOTHROW(Grid::get(Shape::hex, 32, 1));
  CHECK_NOTHROW(Grid::get(Shape::triangle, 22, 44));
  CHECK_THROWS_AS(Grid::get(Shape::hex, 0, 3), Error);
  CHECK_THROWS_AS(Grid::get(Shape::square, 3, 33), Error);
  CHECK_THROWS_AS(Grid::get(Shape::triangle, 23, 46), Error);
  CHECK_THROWS_AS(Grid::get(Shape::triangle, 4, 4), Error);
}

TEST_CASE("a grid is made once") {
  CHECK(Grid::get(Shape::hex, 9, 9) == Grid::get(Shape::hex, 9, 9));
}
