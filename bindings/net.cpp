#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "net/network.hpp"
#include "registrars.hpp"
#include "search/net/canonical.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

using NetViews = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

const net::Kernels& kernels_named(const std::optional<std::string>& name) {
  const net::Kernels* found = net::find_kernels(name ? name->c_str() : nullptr);
  if (found == nullptr)
    throw Error(ErrorKind::model, "this processor has no instructions '" + *name + "'");
  return *found;
}

using NetContexts =
    nb::ndarray<const float, nb::shape<-1, net::kContext>, nb::c_contig, nb::device::cpu>;
using NetFloats = nb::ndarray<nb::numpy, float>;

std::pair<NetFloats, NetFloats> evaluate_net(const net::Network& network, const NetViews& views,
                                             int threads) {
  const std::size_t count = views.shape(0), cells = views.shape(1) * views.shape(2);
  std::vector<float> logits(count * cells), wins(count);
  {
    const nb::gil_scoped_release released;
    network.evaluate({views.data(), static_cast<int>(count), static_cast<int>(views.shape(1)),
                      static_cast<int>(views.shape(2)), logits.data(), wins.data()},
                     threads);
  }
  return {owned_array(std::move(logits), {count, cells}), owned_array(std::move(wins), {count})};
}

// The policies with the swap behind the cells, and the probabilities of winning and of resigning.
std::pair<NetFloats, NetFloats> predict_people(const net::Network& network, const NetViews& views,
                                               const NetViews& ages, const NetContexts& contexts,
                                               int threads) {
  const std::size_t count = views.shape(0), cells = views.shape(1) * views.shape(2);
  if (ages.shape(0) != count || ages.shape(1) != views.shape(1) ||
      ages.shape(2) != views.shape(2) || contexts.shape(0) != count)
    throw nb::value_error("views, ages and contexts must be of the same positions");
  std::vector<float> logits(count * cells), wins(count), swaps(count), resigns(count);
  std::vector<float> policies, rest;
  {
    const nb::gil_scoped_release released;
    const net::PeopleBatch people{ages.data(), contexts.data(), swaps.data(), resigns.data()};
    network.evaluate({views.data(), static_cast<int>(count), static_cast<int>(views.shape(1)),
                      static_cast<int>(views.shape(2)), logits.data(), wins.data(), &people},
                     threads);
    policies.reserve(count * (cells + 1));
    for (std::size_t at = 0; at < count; ++at) {
      const auto first = logits.begin() + static_cast<std::ptrdiff_t>(at * cells);
      policies.insert(policies.end(), first, first + static_cast<std::ptrdiff_t>(cells));
      policies.push_back(swaps[at]);
      rest.insert(rest.end(), {wins[at], resigns[at]});
    }
  }
  return {owned_array(std::move(policies), {count, cells + 1}),
          owned_array(std::move(rest), {count, std::size_t{2}})};
}

}  // namespace

void register_net(nb::module_& module) {
  module.def(
      "stone_ages",
      [](const Board& board) {
        return owned_array(stone_ages(board), {static_cast<std::size_t>(board.grid().rows()),
                                               static_cast<std::size_t>(board.grid().cols())});
      },
      "board"_a,
      "How many moves ago each stone was placed, uint8 [rows, cols]: 1 for the last move, 0 for "
      "empty cells and stones of the set-up.");
  module.def(
      "network_kernels", [] { return net::find_kernels()->name; },
      "The instructions that networks use on this processor: plain, avx2 or avx512.");
  nb::class_<net::Network>(module, "Network")
      .def(
          "__init__",
          [](net::Network* self, const nb::bytes& file, bool int8,
             const std::optional<std::string>& kernels) {
            const std::span bytes(static_cast<const std::uint8_t*>(file.data()), file.size());
            const net::Kernels& found = kernels_named(kernels);
            const nb::gil_scoped_release released;
            new (self) net::Network(net::read_weights(bytes),
                                    int8 ? net::Precision::int8 : net::Precision::f32, found);
          },
          "file"_a, nb::kw_only(), "int8"_a = false, "kernels"_a = nb::none(),
          "The network in the bytes of a .hexnet file; ModelError if they are not one.")
      .def("evaluate", evaluate_net, "views"_a, "threads"_a = 1,
           "Logits [batch, rows * cols] and win probabilities [batch] of uint8 views [batch, rows, "
           "cols].")
      .def("predict", predict_people, "views"_a, "ages"_a, "contexts"_a, "threads"_a = 1,
           "Logits [batch, rows * cols + 1], the swap's the last, and probabilities of winning and "
           "resigning [batch, 2], of a network that predicts people's moves.")
      .def_prop_ro("facts", &net::Network::facts, "What the file says about its network, as JSON.")
      .def_prop_ro("kernels", &net::Network::kernels, "The instructions in use.");
}
