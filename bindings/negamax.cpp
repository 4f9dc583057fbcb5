#include "search/negamax/negamax.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "convert.hpp"
#include "registrars.hpp"
#include "search/negamax/leaf_broker.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

// A negamax whose leaves Python scores: the search runs in a thread of its own.
class BatchedNegamax {
 public:
  BatchedNegamax(const std::string& evaluation, double alpha, std::size_t table_mib, int threads)
      : negamax_({table_mib, threads, true}, [this, evaluation, alpha](const Board& board) {
          return std::make_unique<BatchedEvaluator>(make_evaluator(evaluation, board), alpha,
                                                    broker_);
        }) {}

  ~BatchedNegamax() {
    const nb::gil_scoped_release released;
    finish();
  }

  void start(const Board& board, const Limits& limits, const std::vector<Move>& excluded) {
    finish();
    negamax_.recall();
    broker_.open();
    thread_ = std::jthread([this, position = Board(board), limits, excluded] {
      report_ = negamax_.search(position, limits, excluded);
      broker_.close();
    });
  }

  LeafBatch gather() { return broker_.gather(); }
  void scatter(const std::vector<int>& scores) { broker_.scatter(scores); }
  void stop() { negamax_.stop(); }
  void clear() { negamax_.clear(); }
  NegamaxReport latest() const { return negamax_.latest(); }

  NegamaxReport result() {
    if (thread_.joinable()) thread_.join();
    return report_;
  }

 private:
  void finish() {
    negamax_.dismiss();
    broker_.close();
    if (thread_.joinable()) thread_.join();
  }

  LeafBroker broker_;
  Negamax negamax_;
  NegamaxReport report_;
  std::jthread thread_;
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
             const std::vector<Move>& excluded) {
            const Board position(board);
            const nb::gil_scoped_release released;
            return self.search(position, {seconds, nodes, depth}, excluded);
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "depth"_a.none(), "excluded"_a)
      .def(
          "scores",
          [](Negamax& self, const Board& board, int depth, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes) {
            const Board position(board);
            std::vector<ScoredMove> found;
            {
              const nb::gil_scoped_release released;
              found = self.scores(position, depth, {seconds, nodes, {}});
            }
            std::vector<std::pair<int, int>> pairs;
            for (const auto& [move, score] : found) pairs.emplace_back(move, score);
            return pairs;
          },
          "board"_a, "depth"_a, "seconds"_a.none(), "nodes"_a.none())
      .def("stop", &Negamax::stop)
      .def("latest", &Negamax::latest)
      .def("clear", &Negamax::clear);
}

void register_batched(nb::module_& module) {
  nb::class_<BatchedNegamax>(module, "BatchedNegamax")
      .def(nb::init<const std::string&, double, std::size_t, int>(), "evaluation"_a, "alpha"_a,
           "table_mib"_a, "threads"_a)
      .def(
          "start",
          [](BatchedNegamax& self, const Board& board, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<int> depth,
             const std::vector<Move>& excluded) {
            self.start(board, {seconds, nodes, depth}, excluded);
          },
          "board"_a, "seconds"_a.none(), "nodes"_a.none(), "depth"_a.none(), "excluded"_a)
      .def("gather",
           [](BatchedNegamax& self) {
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
      .def("scatter", &BatchedNegamax::scatter, "scores"_a)
      .def("result", &BatchedNegamax::result, nb::call_guard<nb::gil_scoped_release>())
      .def("stop", &BatchedNegamax::stop)
      .def("latest", &BatchedNegamax::latest)
      .def("clear", &BatchedNegamax::clear);
}

}  // namespace

void register_negamax(nb::module_& module) {
  register_report(module);
  register_plain(module);
  register_batched(module);
}
