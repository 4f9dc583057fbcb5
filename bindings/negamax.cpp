#include "search/negamax/negamax.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>

#include "convert.hpp"
#include "registrars.hpp"
#include "search/negamax/batched_negamax.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

// Waits for the search's threads without the GIL.
class BoundBatchedNegamax : public BatchedNegamax {
 public:
  using BatchedNegamax::BatchedNegamax;
  ~BoundBatchedNegamax() {
    const nb::gil_scoped_release released;
    finish();
  }
};

void register_report(nb::module_& module) {
  nb::class_<NegamaxReport>(module, "NegamaxReport")
      .def_ro("move", &NegamaxReport::move)
      .def_ro("score", &NegamaxReport::score)
      .def_ro("depth", &NegamaxReport::depth)
      .def_ro("nodes", &NegamaxReport::nodes)
      .def_ro("seconds", &NegamaxReport::seconds)
      .def_ro("proven", &NegamaxReport::proven)
      .def_ro("pv", &NegamaxReport::pv);
}

void register_plain(nb::module_& module) {
  nb::class_<Negamax>(module, "Negamax")
      .def(
          "__init__",
          [](Negamax* self, const std::string& evaluation, std::size_t table_mib, int threads,
             bool aspiration) {
            new (self) Negamax({table_mib, threads, aspiration}, [evaluation](const Board& board) {
              return make_evaluator(evaluation, board);
            });
          },
          "evaluation"_a, "table_mib"_a, "threads"_a, "aspiration"_a)
      .def(
          "search",
          [](Negamax& self, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<int> depth,
             const std::vector<Move>& excluded, const StopToken* stop) {
            const Board position(board);
            const Limits limits = limits_from(seconds, nodes, depth, stop);
            const nb::gil_scoped_release released;
            return self.search(position, limits, excluded);
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "depth"_a.none(), "excluded"_a,
          "stop"_a.none())
      .def(
          "scores",
          [](Negamax& self, const Board& board, int depth, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, const StopToken* stop) {
            const Board position(board);
            const Limits limits = limits_from(seconds, nodes, {}, stop);
            std::vector<ScoredMove> found;
            {
              const nb::gil_scoped_release released;
              found = self.scores(position, depth, limits);
            }
            std::vector<std::pair<int, int>> pairs;
            for (const auto& [move, score] : found) pairs.emplace_back(move, score);
            return pairs;
          },
          "board"_a, "depth"_a, "seconds"_a.none(), "nodes"_a.none(), "stop"_a.none())
      .def("latest", &Negamax::latest)
      .def("clear", &Negamax::clear);
}

void register_batched(nb::module_& module) {
  nb::class_<BoundBatchedNegamax>(module, "BatchedNegamax")
      .def(nb::init<const std::string&, double, std::size_t, int>(), "evaluation"_a, "alpha"_a,
           "table_mib"_a, "threads"_a)
      .def(
          "start",
          [](BoundBatchedNegamax& self, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<int> depth,
             const std::vector<Move>& excluded, const StopToken* stop) {
            const Board position(board);
            const Limits limits = limits_from(seconds, nodes, depth, stop);
            const nb::gil_scoped_release released;
            self.start(position, limits, excluded);
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "depth"_a.none(), "excluded"_a,
          "stop"_a.none())
      .def("gather",
           [](BoundBatchedNegamax& self) {
             LeafBatch batch;
             {
               const nb::gil_scoped_release released;
               batch = self.gather();
             }
             const std::size_t count = batch.count();
             const std::size_t cells = count == 0 ? 0 : batch.stones.size() / count;
             return std::pair{owned_array(std::move(batch.stones), {count, cells}),
                              owned_array(std::move(batch.turns), {count})};
           })
      .def(
          "scatter",
          [](BoundBatchedNegamax& self, const std::vector<int>& scores) { self.scatter(scores); },
          "scores"_a)
      .def("result", &BatchedNegamax::result, nb::call_guard<nb::gil_scoped_release>())
      .def("latest", &BatchedNegamax::latest)
      .def("clear", &BatchedNegamax::clear);
}

}  // namespace

void register_negamax(nb::module_& module) {
  register_report(module);
  register_plain(module);
  register_batched(module);
}
