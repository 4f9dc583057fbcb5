#include "selfplay/selfplay.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "convert.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

using Views = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using WinProbabilities = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void require_shape(const SelfPlay& self, std::size_t games, std::size_t cells) {
  if (games != static_cast<std::size_t>(self.options().games) ||
      cells != static_cast<std::size_t>(self.cells()))
    throw Error(ErrorKind::player, "the arrays are [" + std::to_string(self.options().games) +
                                       ", " + std::to_string(self.cells()) + "]");
}

nb::dict samples_of(Samples samples) {
  const std::size_t count = samples.count();
  const auto cells = static_cast<std::size_t>(samples.cells);
  nb::dict arrays;
  arrays["views"] = owned_array(std::move(samples.views), {count, cells});
  arrays["policies"] = owned_array(std::move(samples.policies), {count, cells});
  arrays["wins"] = owned_array(std::move(samples.wins), {count});
  arrays["replies"] = owned_array(std::move(samples.replies), {count});
  arrays["chains"] = owned_array(std::move(samples.chains), {count, cells});
  arrays["plies"] = owned_array(std::move(samples.plies), {count});
  arrays["win_probabilities"] = owned_array(std::move(samples.win_probabilities), {count});
  return arrays;
}

nb::dict counts_of(const SelfPlayCounts& counts) {
  nb::dict numbers;
  numbers["games"] = counts.games;
  numbers["moves"] = counts.moves;
  numbers["leaves"] = counts.leaves;
  numbers["recalled"] = counts.recalled;
  numbers["black_wins"] = counts.black_wins;
  numbers["resigned"] = counts.resigned;
  numbers["checked"] = counts.checked;
  numbers["false_resigns"] = counts.false_resigns;
  return numbers;
}

template <typename T>
constexpr const char* type_name() {
  return std::is_same_v<T, bool> ? "bool" : std::is_integral_v<T> ? "int" : "float";
}

// A value of Python as an option takes it; integers are floats too, but not the other way round.
template <typename T>
T option_from(const char* name, nb::handle given) {
  T value{};
  if (!nb::try_cast(given, value))
    throw nb::type_error((std::string(name) + " must be of type " + type_name<T>()).c_str());
  return value;
}

SelfPlayOptions options_from(const nb::kwargs& given) {
  SelfPlayOptions options;
  std::size_t known = 0;
  for_each_option([&](const auto& option) {
    using T = std::remove_reference_t<decltype(options.*option.member)>;
    if (!given.contains(option.name)) return;
    options.*option.member = option_from<T>(option.name, given[option.name]);
    ++known;
  });
  if (known < given.size()) {
    std::string names;
    for_each_option([&](const auto& option) { names += std::string(" ") + option.name; });
    throw nb::type_error(("unknown option of self-play; the options are" + names).c_str());
  }
  return options;
}

nb::object python_value(auto value) {
  // As Python would write it: 0.55, not 0.550000011920929.
  if constexpr (std::is_same_v<decltype(value), float>) {
    std::ostringstream text;
    text << value;
    return nb::float_(nb::str(text.str().c_str()));
  } else {
    return nb::cast(value);
  }
}

nb::list selfplay_options() {
  const SelfPlayOptions defaults;
  nb::list rows;
  for_each_option([&](const auto& option) {
    rows.append(nb::make_tuple(option.name, python_value(defaults.*option.member),
                               python_value(option.lowest), python_value(option.highest),
                               option.help));
  });
  return rows;
}

std::string signature() {
  std::string text = "def __init__(self, *";
  const SelfPlayOptions defaults;
  for_each_option([&](const auto& option) {
    const auto value = defaults.*option.member;
    text += std::string(", ") + option.name + ": " + type_name<std::decay_t<decltype(value)>>() +
            " = " + nb::repr(python_value(value)).c_str();
  });
  return text + ") -> None";
}

void register_options(nb::module_& module, nb::class_<SelfPlay>& games) {
  module.def("selfplay_options", selfplay_options,
             nb::sig("def selfplay_options() -> list[tuple[str, float, float, float, str]]"),
             "Name, default, lowest and highest value and meaning of each option of `SelfPlay`.");
  games.def(
      "__init__",
      [](SelfPlay* self, const nb::kwargs& given) { new (self) SelfPlay(options_from(given)); },
      nb::sig(signature().c_str()));
}

void register_state(nb::class_<SelfPlay>& games) {
  games
      .def(
          "drain", [](SelfPlay& self) { return samples_of(self.drain()); },
          nb::sig("def drain(self) -> dict[str, numpy.ndarray]"),
          "Samples of the games finished since the last call, as arrays by name. `chains` is 1 on "
          "an "
          "own winning chain, -1 on the enemy's, and 2 on all cells of a resigned game.")
      .def(
          "save",
          [](SelfPlay& self) {
            const auto bytes = [&self] {
              const nb::gil_scoped_release released;
              return self.save();
            }();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "All games as bytes, each at the start of the search for its present move. These games "
          "go "
          "back there too, so that they continue as loaded ones do: waiting leaves are dropped, "
          "and "
          "`gather` comes next.")
      .def(
          "load",
          [](SelfPlay& self, const nb::bytes& bytes) {
            const std::span saved(static_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            const nb::gil_scoped_release released;
            self.load(saved);
          },
          "bytes"_a,
          "Continue saved games of the same options (threads may differ); `gather` comes next. "
          "Damaged bytes, or bytes of other options, are an error and change nothing.")
      .def_prop_ro(
          "counts", [](const SelfPlay& self) { return counts_of(self.counts()); },
          nb::sig("def counts(self) -> dict[str, int]"),
          "Counts by name: games, moves; leaves (sent out), recalled (answered from memory); "
          "black_wins; resigned; checked (games without resignation in which a side would have "
          "resigned), false_resigns (those of them that this side won).");
}

}  // namespace

void register_selfplay(nb::module_& module) {
  nb::class_<SelfPlay> games(module, "SelfPlay");
  register_options(module, games);
  register_state(games);
  games
      .def(
          "gather",
          [](SelfPlay& self, const Views& views) {
            require_shape(self, views.shape(0), views.shape(1));
            const nb::gil_scoped_release released;
            self.gather(views.data());
          },
          "views"_a.noconvert(),
          "Write the next leaf of every game: uint8 [games, cells], 0 empty, 1 own, 2 enemy.")
      .def(
          "scatter",
          [](SelfPlay& self, const Logits& logits, const WinProbabilities& win_probabilities) {
            require_shape(self, logits.shape(0), logits.shape(1));
            require_shape(self, win_probabilities.shape(0), logits.shape(1));
            const nb::gil_scoped_release released;
            self.scatter(logits.data(), win_probabilities.data());
          },
          "logits"_a, "win_probabilities"_a,
          "Answer all leaves: float32 logits [games, cells] and win probabilities [games] of the "
          "side to "
          "move.")
      .def(
          "advance",
          [](SelfPlay& self, const Logits& logits, const WinProbabilities& win_probabilities,
             const Views& views) {
            require_shape(self, logits.shape(0), logits.shape(1));
            require_shape(self, win_probabilities.shape(0), logits.shape(1));
            require_shape(self, views.shape(0), views.shape(1));
            const nb::gil_scoped_release released;
            self.advance(logits.data(), win_probabilities.data(), views.data());
          },
          "logits"_a, "win_probabilities"_a, "views"_a.noconvert(),
          "`scatter` and then `gather`, in one round of the threads.");
}
