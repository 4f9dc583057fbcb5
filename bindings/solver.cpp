#include "solve/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

void register_solver(nb::module_& module) {
  nb::class_<SolverReport>(module, "SolverReport")
      .def_prop_ro("verdict", [](const SolverReport& r) { return static_cast<int>(r.verdict); })
      .def_ro("move", &SolverReport::move)
      .def_ro("nodes", &SolverReport::nodes)
      .def_ro("seconds", &SolverReport::seconds)
      .def_ro("carrier", &SolverReport::carrier);
  nb::class_<Solver>(module, "Solver")
      .def(nb::init<std::size_t, std::shared_ptr<const net::Network>, int>(), "table_mib"_a,
           "network"_a.none() = nb::none(), "threads"_a = 1,
           "The network orders the moves on the hex shape; threads share one table there.")
      .def(
          "solve",
          [](Solver& self, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, const StopToken* stop) {
            const Board position(board);
            const Limits limits = limits_from(seconds, nodes, {}, stop);
            const nb::gil_scoped_release released;
            return self.solve(position, limits);
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "stop"_a.none())
      .def(
          "solve_each",
          [](Solver& self, const std::vector<Board>& boards, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, const StopToken* stop) {
            const Limits limits = limits_from(seconds, nodes, {}, stop);
            const nb::gil_scoped_release released;
            return self.solve_each(boards, limits);
          },
          "boards"_a, "seconds"_a.none(), "nodes"_a.none(), "stop"_a.none(),
          "Several positions on boards of one size: on the hex shape each thread takes the next "
          "one, "
          "and helps with the others when there is none left.")
      .def(
          "moves",
          [](Solver& self, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, const StopToken* stop) {
            const Board position(board);
            const Limits limits = limits_from(seconds, nodes, {}, stop);
            std::vector<SolvedMove> found;
            {
              const nb::gil_scoped_release released;
              found = self.moves(position, limits);
            }
            std::vector<std::pair<int, int>> pairs;
            for (const auto& [move, verdict] : found)
              pairs.emplace_back(move, static_cast<int>(verdict));
            return pairs;
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "stop"_a.none())
      .def(
          "progress",
          [](Solver& self, const Board& board) {
            const SolverProgress found = self.progress(board);
            return std::tuple{found.to_win, found.to_lose, found.line};
          },
          "board"_a,
          "What is known of a position between two calls of solve: the least numbers of positions "
          "still to be proven until the side to move is known to win and to lose, and the line "
          "being searched, or the principal variation of a solved position.")
      .def("clear", &Solver::clear);
}
