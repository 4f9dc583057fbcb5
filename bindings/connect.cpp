#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "connect/bridge_win.hpp"
#include "connect/bridges.hpp"
#include "connect/connections.hpp"
#include "convert.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

using Win = std::pair<std::vector<int>, std::vector<std::array<int, 2>>>;
using WinMove = std::pair<Move, Win>;

std::vector<std::tuple<int, int, std::vector<int>, int>> bridges(const BridgeTracker& tracker,
                                                                 int color) {
  std::vector<std::tuple<int, int, std::vector<int>, int>> found;
  for (Bridge& bridge : tracker.bridges(color_from(color)))
    found.emplace_back(bridge.one, bridge.two, std::move(bridge.carrier),
                       static_cast<int>(bridge.state));
  return found;
}

std::optional<Win> translated(std::optional<BridgeWin> win) {
  if (!win) return std::nullopt;
  return Win{std::move(win->chain), std::move(win->pairs)};
}

std::optional<WinMove> translated(std::optional<BridgeWinMove> found) {
  if (!found) return std::nullopt;
  return WinMove{found->move, {std::move(found->win.chain), std::move(found->win.pairs)}};
}

// Takes a copy: it tries moves while the GIL is released and another thread may play.
std::optional<WinMove> win_move(BridgeTracker tracker, Color color) {
  const nb::gil_scoped_release released;
  return translated(bridge_win_move(tracker, color));
}

using Connection = std::pair<std::vector<int>, Move>;

std::optional<Connection> translated(std::optional<VirtualConnection> found) {
  if (!found) return std::nullopt;
  return Connection{std::move(found->carrier), found->key};
}

void register_connections(nb::module_& module) {
  nb::class_<Connections>(module, "Connections")
      .def(
          "__init__",
          [](Connections* self, const Board& board, int fulls, int semis, int or_steps) {
            const Board position(board);
            const nb::gil_scoped_release released;
            new (self) Connections(position, {fulls, semis, or_steps});
          },
          "board"_a, "fulls"_a, "semis"_a, "or_steps"_a)
      .def(
          "push",
          [](Connections& self, Move move, int color) {
            const Color side = color_from(color);
            const nb::gil_scoped_release released;
            self.push(move, side);
          },
          "move"_a, "color"_a)
      .def("pop", &Connections::pop)
      .def(
          "partners",
          [](const Connections& self, int color, int node, bool semi) {
            return self.partners(color_from(color), node, semi);
          },
          "color"_a, "node"_a, "semi"_a)
      .def(
          "between",
          [](const Connections& self, int color, int one, int two, bool semi) {
            std::vector<Connection> found;
            for (VirtualConnection& each : self.between(color_from(color), one, two, semi))
              found.emplace_back(std::move(each.carrier), each.key);
            return found;
          },
          "color"_a, "one"_a, "two"_a, "semi"_a)
      .def(
          "must_play",
          [](const Connections& self, int mover) { return self.must_play(color_from(mover)); },
          "mover"_a)
      .def(
          "win",
          [](const Connections& self, int color, bool semi) {
            return translated(self.win(color_from(color), semi));
          },
          "color"_a, "semi"_a);
}

}  // namespace

void register_connect(nb::module_& module) {
  register_connections(module);
  nb::class_<BridgeTracker>(module, "BridgeTracker")
      .def(nb::init<const Board&>(), "board"_a)
      .def(
          "push",
          [](BridgeTracker& tracker, Move move, int color) {
            tracker.push(move, color_from(color));
          },
          "move"_a, "color"_a)
      .def("pop", &BridgeTracker::pop)
      .def("bridges", bridges, "color"_a)
      .def(
          "win",
          [](const BridgeTracker& tracker, int color) {
            return translated(bridge_win(tracker, color_from(color)));
          },
          "color"_a)
      .def(
          "win_move",
          [](const BridgeTracker& tracker, int color) {
            return win_move(tracker, color_from(color));
          },
          "color"_a);
  module.def(
      "bridge_win",
      [](const Board& board, int color) {
        return translated(bridge_win(board, color_from(color)));
      },
      "board"_a, "color"_a);
  module.def(
      "bridge_win_move",
      [](const Board& board, int color) {
        return win_move(BridgeTracker::of_position(board), color_from(color));
      },
      "board"_a, "color"_a);
}
