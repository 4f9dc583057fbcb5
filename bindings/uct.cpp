#include "search/uct/uct.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "convert.hpp"
#include "registrars.hpp"
#include "search/montecarlo/montecarlo.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

// None while a result is open, else what it is worth to the side to move.
std::optional<double> sure(Proven proven) {
  if (proven == Proven::unknown) return std::nullopt;
  return 0.5 * (static_cast<int>(proven) - 1);
}

void register_uct_reports(nb::module_& module) {
  nb::class_<UctMove>(module, "UctMove")
      .def_ro("move", &UctMove::move)
      .def_ro("visits", &UctMove::visits)
      .def_ro("win_rate", &UctMove::win_rate)
      .def_prop_ro(
          "proven", [](const UctMove& move) { return sure(move.proven); },
          "1 won, 0.5 drawn, 0 lost for the side to move; None while open.")
      .def_ro("line", &UctMove::line, "The move and the play expected after it.");
  nb::class_<UctReport>(module, "UctReport")
      .def_ro("moves", &UctReport::moves, "Best first.")
      .def_ro("win_probability", &UctReport::win_probability)
      .def_prop_ro(
          "proven", [](const UctReport& report) { return sure(report.proven); },
          "1 won, 0.5 drawn, 0 lost for the side to move; None while open.")
      .def_ro("simulations", &UctReport::simulations)
      .def_ro("kept_visits", &UctReport::kept_visits)
      .def_ro("seconds", &UctReport::seconds)
      .def_ro("tree_size", &UctReport::tree_size)
      .def_ro("tree_capacity", &UctReport::tree_capacity);
}

void construct_uct(Uct* self, int threads, std::size_t memory, std::uint64_t seed,
                   float exploration, float amaf_initial, float amaf_final, float first_play,
                   int expand_after, bool save_bridges) {
  new (self) Uct(UctOptions{threads, memory, seed, exploration, amaf_initial, amaf_final,
                            first_play, expand_after, save_bridges});
}

void register_uct_search(nb::module_& module) {
  const UctOptions defaults;
  nb::class_<Uct>(module, "Uct")
      .def("__init__", construct_uct, nb::kw_only(), "threads"_a = defaults.threads,
           "memory"_a = defaults.memory_mib, "seed"_a = defaults.seed,
           "exploration"_a = defaults.exploration, "amaf_initial"_a = defaults.amaf_initial,
           "amaf_final"_a = defaults.amaf_final, "first_play"_a = defaults.first_play,
           "expand_after"_a = defaults.expand_after, "save_bridges"_a = defaults.save_bridges)
      .def(
          "search",
          [](Uct& uct, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> simulations, const StopToken* stop) {
            const Board position(board);  // a copy, for the same reason as in perft
            const Limits limits = limits_from(seconds, simulations, {}, stop);
            const nb::gil_scoped_release released;
            return uct.search(position, limits);
          },
          "board"_a, "seconds"_a = nb::none(), "simulations"_a = nb::none(), "stop"_a = nb::none())
      .def("report", &Uct::report, "lines"_a = 1, nb::call_guard<nb::gil_scoped_release>(),
           "The report so far, from any thread; the first `lines` moves have their lines.")
      .def("clear", &Uct::clear, nb::call_guard<nb::gil_scoped_release>(), "Forget the tree.");
}

}  // namespace

void register_uct(nb::module_& module) {
  register_uct_reports(module);
  register_uct_search(module);
}

void register_montecarlo(nb::module_& module) {
  nb::class_<MonteCarloMove>(module, "MonteCarloMove")
      .def_ro("move", &MonteCarloMove::move)
      .def_ro("playouts", &MonteCarloMove::playouts)
      .def_ro("win_rate", &MonteCarloMove::win_rate);
  nb::class_<MonteCarloReport>(module, "MonteCarloReport")
      .def_ro("moves", &MonteCarloReport::moves, "Best first.")
      .def_ro("playouts", &MonteCarloReport::playouts)
      .def_ro("seconds", &MonteCarloReport::seconds);
  nb::class_<MonteCarlo>(module, "MonteCarlo")
      .def(nb::init<std::uint64_t, int>(), nb::kw_only(), "seed"_a = 0, "threads"_a = 1)
      .def(
          "search",
          [](MonteCarlo& search, const Board& board, std::optional<std::uint64_t> playouts,
             std::optional<double> seconds, std::optional<std::uint64_t> total,
             const StopToken* stop) {
            const Board position(board);  // a copy, for the same reason as in perft
            const Limits limits = limits_from(seconds, total, {}, stop);
            const nb::gil_scoped_release released;
            return search.search(position, limits, playouts);
          },
          "board"_a, "playouts"_a = nb::none(), "seconds"_a = nb::none(), "total"_a = nb::none(),
          "stop"_a = nb::none(),
          "Play `playouts` random games after each cell, within `seconds` and `total` games.")
      .def("report", &MonteCarlo::report, nb::call_guard<nb::gil_scoped_release>(),
           "The report so far, from any thread.");
}
