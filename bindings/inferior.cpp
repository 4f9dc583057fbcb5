#include "inferior/inferior.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "convert.hpp"
#include "inferior/local_patterns.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

template <int Words>
std::vector<int> listed(const Bits<Words>& cells) {
  std::vector<int> found;
  cells.for_each([&](int cell) { found.push_back(cell); });
  return found;
}

template <int Words>
InferiorCells<Words> filled(const Board& board) {
  InferiorCells<Words> cells(board.grid());
  cells.fill_in(stones_of<Words>(board, Color::black), stones_of<Words>(board, Color::white));
  return cells;
}

// Dead cells, then those captured by Black and by White.
std::tuple<std::vector<int>, std::vector<int>, std::vector<int>> fill_in(const Board& board) {
  return with_words(board.grid().cells(), [&](auto words) {
    const auto cells = filled<words()>(board);
    return std::tuple{listed(cells.dead()), listed(cells.captured(Color::black)),
                      listed(cells.captured(Color::white))};
  });
}

// Cell, reason, the cell that makes it inferior, carrier.
std::vector<std::tuple<int, int, int, std::vector<int>>> inferior(const Board& board, int color) {
  const Color mover = color_from(color);
  return with_words(board.grid().cells(), [&](auto words) {
    auto cells = filled<words()>(board);
    std::vector<std::tuple<int, int, int, std::vector<int>>> found;
    for (const auto& cell : cells.inferior(mover))
      found.emplace_back(cell.cell, static_cast<int>(cell.reason), cell.by, listed(cell.carrier));
    return found;
  });
}

}  // namespace

void register_inferior(nb::module_& module) {
  module.def("fill_in", fill_in, "board"_a);
  module.def("inferior_moves", inferior, "board"_a, "color"_a);
  module.def("local_patterns", [] {
    const LocalPatterns& patterns = LocalPatterns::get();
    return std::tuple{patterns.captured, patterns.reversible, patterns.dominated};
  });
}
