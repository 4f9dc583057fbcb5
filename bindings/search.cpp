#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "registrars.hpp"
#include "search/montecarlo/playout.hpp"
#include "search/stop_token.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void register_search(nb::module_& module) {
  nb::class_<hexcore::StopToken>(module, "StopToken")
      .def(nb::init<>())
      .def("stop", &hexcore::StopToken::stop)
      .def_prop_ro("stopped", &hexcore::StopToken::stopped);
  module.def(
      "random_playouts",
      [](const hexcore::Board& board, std::uint64_t games, std::uint64_t seed, int threads) {
        const hexcore::Board position(board);  // a copy, for the same reason as in perft
        const nb::gil_scoped_release released;
        const auto [black, white, draws] = hexcore::random_playouts(position, games, seed, threads);
        return std::tuple{black, white, draws};
      },
      "board"_a, "games"_a, "seed"_a, "threads"_a);
  register_mcts(module);
  register_montecarlo(module);
  register_uct(module);
  register_negamax(module);
  register_solver(module);
}
