#include "search/net/mcts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

using Views = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using WinProbabilities = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::optional<double> sure(Proven proven) {
  if (proven == Proven::unknown) return std::nullopt;
  return 0.5 * (static_cast<int>(proven) - 1);
}

void register_mcts_reports(nb::module_& module) {
  nb::class_<MctsMove>(module, "MctsMove")
      .def_ro("move", &MctsMove::move)
      .def_ro("visits", &MctsMove::visits)
      .def_ro("prior", &MctsMove::prior)
      .def_ro("win_probability", &MctsMove::win_probability)
      .def_prop_ro(
          "proven", [](const MctsMove& move) { return sure(move.proven); },
          "1 won, 0 lost for the side to move; None while open.")
      .def_ro("line", &MctsMove::line, "The move and the play expected after it.");
  nb::class_<MctsReport>(module, "MctsReport")
      .def_ro("moves", &MctsReport::moves, "Best first.")
      .def_ro("win_probability", &MctsReport::win_probability)
      .def_ro("raw_win_probability", &MctsReport::raw_win_probability)
      .def_prop_ro("proven", [](const MctsReport& report) { return sure(report.proven); })
      .def_ro("visits", &MctsReport::visits)
      .def_ro("evaluated", &MctsReport::evaluated)
      .def_ro("recalled", &MctsReport::recalled)
      .def_ro("tree_size", &MctsReport::tree_size)
      .def_ro("full", &MctsReport::full, "The tree has all the memory it may have.");
}

}  // namespace

void register_mcts(nb::module_& module) {
  register_mcts_reports(module);
  const MctsOptions defaults;
  nb::class_<Mcts>(module, "Mcts")
      .def(
          "__init__",
          [](Mcts* self, int gumbel_visits, int candidates, std::uint64_t seed, float exploration,
             float first_play_loss, bool see_bridges, std::uint32_t connect, std::size_t memory) {
            MctsOptions options;
            options.gumbel_visits = gumbel_visits;
            options.candidates = candidates;
            options.seed = seed;
            options.tree.descent = gumbel_visits > 0 ? Descent::improved : Descent::puct;
            options.tree.exploration = exploration;
            options.tree.first_play_loss = first_play_loss;
            options.tree.see_bridges = see_bridges;
            options.tree.connect = connect;
            options.memory_mib = memory;
            new (self) Mcts(options);
          },
          nb::kw_only(), "gumbel_visits"_a = defaults.gumbel_visits,
          "candidates"_a = defaults.candidates, "seed"_a = defaults.seed,
          "exploration"_a = defaults.tree.exploration,
          "first_play_loss"_a = defaults.tree.first_play_loss,
          "see_bridges"_a = defaults.tree.see_bridges, "connect"_a = defaults.tree.connect,
          "memory"_a = defaults.memory_mib)
      .def(
          "start",
          [](Mcts& self, const Board& board) {
            const Board position(board);
            const nb::gil_scoped_release released;
            self.start(position);
          },
          "board"_a)
      .def(
          "gather",
          [](Mcts& self, const Views& views, std::uint64_t enough) {
            const nb::gil_scoped_release released;
            return self.gather(static_cast<int>(views.shape(0)), views.shape(1), views.data(),
                               enough);
          },
          "views"_a.noconvert(), "enough"_a = kNoEnd,
          "Fill uint8 [most, cells] with views of leaves; a ticket for each.")
      .def(
          "scatter",
          [](Mcts& self, const std::vector<std::uint64_t>& tickets, const Logits& logits,
             const WinProbabilities& win_probabilities) {
            if (tickets.size() > logits.shape(0) || tickets.size() > win_probabilities.shape(0))
              throw Error(ErrorKind::player, "there are fewer answers than leaves");
            const nb::gil_scoped_release released;
            self.scatter(tickets, logits.shape(1), logits.data(), win_probabilities.data());
          },
          "tickets"_a, "logits"_a, "win_probabilities"_a)
      .def("report", &Mcts::report, "lines"_a = 1, nb::call_guard<nb::gil_scoped_release>())
      .def("clear", &Mcts::clear, nb::call_guard<nb::gil_scoped_release>());
}
