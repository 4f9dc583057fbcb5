#include "selfplay/selfplay.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
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

void register_options(nb::class_<SelfPlay>& games) {
  const SelfPlayOptions defaults;
  games.def(
      "__init__",
      [](SelfPlay* self, int size, int count, int threads, std::uint64_t seed, int visits,
         int quick_visits, float full_share, int candidates, bool puct, int warm_moves,
         float noise_share, float noise_alpha, float random_first, float random_several,
         float drawn_several, int most_random, float decided, float decided_share, float resign,
         int resign_moves, float resign_check) {
        new (self) SelfPlay({.size = size,
                             .games = count,
                             .threads = threads,
                             .seed = seed,
                             .visits = visits,
                             .quick_visits = quick_visits,
                             .full_share = full_share,
                             .candidates = candidates,
                             .puct = puct,
                             .warm_moves = warm_moves,
                             .noise_share = noise_share,
                             .noise_alpha = noise_alpha,
                             .random_first = random_first,
                             .random_several = random_several,
                             .drawn_several = drawn_several,
                             .most_random = most_random,
                             .decided = decided,
                             .decided_share = decided_share,
                             .resign = resign,
                             .resign_moves = resign_moves,
                             .resign_check = resign_check});
      },
      nb::kw_only(), "size"_a = defaults.size, "games"_a = defaults.games,
      "threads"_a = defaults.threads, "seed"_a = defaults.seed, "visits"_a = defaults.visits,
      "quick_visits"_a = defaults.quick_visits, "full_share"_a = defaults.full_share,
      "candidates"_a = defaults.candidates, "puct"_a = defaults.puct,
      "warm_moves"_a = defaults.warm_moves, "noise_share"_a = defaults.noise_share,
      "noise_alpha"_a = defaults.noise_alpha, "random_first"_a = defaults.random_first,
      "random_several"_a = defaults.random_several, "drawn_several"_a = defaults.drawn_several,
      "most_random"_a = defaults.most_random, "decided"_a = defaults.decided,
      "decided_share"_a = defaults.decided_share, "resign"_a = defaults.resign,
      "resign_moves"_a = defaults.resign_moves, "resign_check"_a = defaults.resign_check);
}

void register_state(nb::class_<SelfPlay>& games) {
  games
      .def(
          "drain", [](SelfPlay& self) { return samples_of(self.drain()); },
          nb::sig("def drain(self) -> dict[str, numpy.ndarray]"),
          "What finished games have left to learn from, as arrays by name. `chains` is 1 on an own "
          "winning chain, -1 on the enemy's, and 2 on all cells of a game that was given up.")
      .def(
          "save",
          [](SelfPlay& self) {
            const auto bytes = [&self] {
              const nb::gil_scoped_release released;
              return self.save();
            }();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "All games as bytes, each at the beginning of the search for its present move. These "
          "games go back there too, so that they and loaded ones go on alike: leaves that wait are "
          "forgotten, and `gather` comes next.")
      .def(
          "load",
          [](SelfPlay& self, const nb::bytes& bytes) {
            const std::span saved(static_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            const nb::gil_scoped_release released;
            self.load(saved);
          },
          "bytes"_a,
          "Go on with saved games of the same options, but for the threads; `gather` comes next. "
          "Bytes that are damaged or of other options are an error and change nothing.")
      .def_prop_ro(
          "counts", [](const SelfPlay& self) { return counts_of(self.counts()); },
          nb::sig("def counts(self) -> dict[str, int]"),
          "What was played, by name: games, moves; leaves that were sent out, recalled, those that "
          "an older answer served for; black_wins; resigned; checked, games "
          "that would have been given up but were played to the end; false_resigns, those of them "
          "that the side won which would have given up.");
}

}  // namespace

void register_selfplay(nb::module_& module) {
  nb::class_<SelfPlay> games(module, "SelfPlay");
  register_options(games);
  register_state(games);
  games
      .def(
          "gather",
          [](SelfPlay& self, Views views) {
            require_shape(self, views.shape(0), views.shape(1));
            const nb::gil_scoped_release released;
            self.gather(views.data());
          },
          "views"_a,
          "Write the next leaf of every game: uint8 [games, cells], 0 empty, 1 own, 2 enemy.")
      .def(
          "scatter",
          [](SelfPlay& self, Logits logits, WinProbabilities win_probabilities) {
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
          [](SelfPlay& self, Logits logits, WinProbabilities win_probabilities, Views views) {
            require_shape(self, logits.shape(0), logits.shape(1));
            require_shape(self, win_probabilities.shape(0), logits.shape(1));
            require_shape(self, views.shape(0), views.shape(1));
            const nb::gil_scoped_release released;
            self.advance(logits.data(), win_probabilities.data(), views.data());
          },
          "logits"_a, "win_probabilities"_a, "views"_a,
          "`scatter` and then `gather`, in one round of the threads.");
}
