#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "evaluate/distance.hpp"
#include "evaluate/encode.hpp"
#include "evaluate/heuristic.hpp"
#include "evaluate/resistance.hpp"
#include "evaluate/shape.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

using Found = std::pair<std::optional<int>, std::vector<int>>;

Found translated(Distance distance) {
  const auto value = distance.value == kCutOff ? std::nullopt : std::optional(distance.value);
  return {value, std::move(distance.cells)};
}

auto circuit(const Board& board, int color) {
  const Board position(board);  // a copy, for the same reason as in perft
  const Color side = color_from(color);
  Flow flow;
  {
    const nb::gil_scoped_release released;
    flow = solve_circuit(position, side);
  }
  const auto rows = static_cast<std::size_t>(position.grid().rows());
  const auto cols = static_cast<std::size_t>(position.grid().cols());
  return std::tuple{flow.resistance, owned_array(std::move(flow.potentials), {rows, cols}),
                    owned_array(std::move(flow.currents), {rows, cols})};
}

auto listed(const Features& f) {
  return std::tuple{f.distance_self, f.distance_other, f.liberties_self, f.liberties_other,
                    f.bridges_self,  f.bridges_other,  f.centre};
}

using Bytes = nb::ndarray<const std::int8_t, nb::c_contig, nb::device::cpu>;

// Checks what came from Python, and encodes it without the GIL: [count, rest...].
template <typename Encode>
auto encoded(const Board& board, const Bytes& stones, const Bytes& turns, Encode encode,
             std::initializer_list<std::size_t> rest) {
  const Grid& grid = board.grid();
  const std::size_t count = turns.size();
  const std::span stone_bytes(stones.data(), stones.size());
  const std::span turn_bytes(turns.data(), count);
  const auto above = [](int most) { return [most](int each) { return each < 0 || each > most; }; };
  if (stones.size() != count * static_cast<std::size_t>(grid.cells()) ||
      std::ranges::any_of(stone_bytes, above(2)) || std::ranges::any_of(turn_bytes, above(1)))
    throw nb::value_error("stones are 0, 1 or 2 on every cell, turns 0 or 1, one a position");
  std::vector<float> values;
  {
    const nb::gil_scoped_release released;
    values = encode(Positions{grid, stone_bytes, turn_bytes});
  }
  std::vector<std::size_t> shape{count};
  shape.insert(shape.end(), rest);
  return owned_array(std::move(values), shape);
}

void register_encode(nb::module_& module) {
  module.def(
      "encode_features",
      [](const Board& board, const Bytes& stones, const Bytes& turns) {
        return encoded(board, stones, turns, encode_features, {std::size_t{kFeatures}});
      },
      "board"_a, "stones"_a, "turns"_a);
  module.def(
      "encode_nodes",
      [](const Board& board, const Bytes& stones, const Bytes& turns) {
        const auto nodes = static_cast<std::size_t>(board.grid().nodes());
        return encoded(board, stones, turns, encode_nodes, {nodes, std::size_t{kNodeFeatures}});
      },
      "board"_a, "stones"_a, "turns"_a);
}

}  // namespace

void register_evaluate(nb::module_& module) {
  register_encode(module);
  // Only what can take more than ten microseconds releases the GIL.
  module.def(
      "distance",
      [](const Board& board, int color) { return translated(distance(board, color_from(color))); },
      "board"_a, "color"_a);
  module.def(
      "two_distance",
      [](const Board& board, int color) {
        const Board position(board);
        const Color side = color_from(color);
        const nb::gil_scoped_release released;
        return translated(two_distance(position, side));
      },
      "board"_a, "color"_a);
  module.def("circuit", circuit, "board"_a, "color"_a);
  module.def(
      "total_resistance",
      [](const Board& board, int color) {
        const Board position(board);
        const Color side = color_from(color);
        const nb::gil_scoped_release released;
        return resistance(position, side);
      },
      "board"_a, "color"_a);
  module.def(
      "liberties",
      [](const Board& board, int color) { return liberties(board, color_from(color)); }, "board"_a,
      "color"_a);
  module.def(
      "bridge_score",
      [](const Board& board, int color) { return bridge_score(board, color_from(color)); },
      "board"_a, "color"_a);
  module.def(
      "centre_score",
      [](const Board& board, int color) { return centre_score(board, color_from(color)); },
      "board"_a, "color"_a);
  module.def("features", [](const Board& board) { return listed(features(board)); }, "board"_a);
  module.def(
      "heuristic",
      [](const Board& board, std::string_view setting) {
        const Board position(board);
        const std::string name(setting);
        const nb::gil_scoped_release released;
        return heuristic(position, name);
      },
      "board"_a, "setting"_a);
  module.def("evaluator_names", [] {
    const auto names = evaluator_names();
    return std::vector<std::string_view>(names.begin(), names.end());
  });
}
