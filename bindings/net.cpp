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

}  // namespace

void register_net(nb::module_& module) {
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
      .def_prop_ro("facts", &net::Network::facts, "What the file says about its network, as JSON.")
      .def_prop_ro("kernels", &net::Network::kernels, "The instructions in use.");
}
