// Small runs of self-play with a table for a network.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "selfplay/selfplay.hpp"
#include "table_net.hpp"

namespace hexcore {

inline SelfPlayOptions small(int threads = 1, std::uint64_t seed = 1) {
  SelfPlayOptions options;
  options.size = 4;
  options.games = 20;
  options.threads = threads;
  options.seed = seed;
  options.visits = 12;
  options.quick_visits = 3;
  options.candidates = 6;
  options.random_first = 0.5F;
  return options;
}

// The table's answers to the views of all games.
inline void answer(const std::vector<std::uint8_t>& views, std::vector<float>& logits,
                   std::vector<float>& win_probabilities) {
  const std::size_t cells = views.size() / win_probabilities.size();
  for (std::size_t at = 0; at < win_probabilities.size(); ++at) {
    const TableAnswer found = look_up({views.data() + at * cells, cells});
    std::ranges::copy(found.logits, logits.begin() + static_cast<std::ptrdiff_t>(at * cells));
    win_probabilities[at] = found.win_probability;
  }
}

inline void play(SelfPlay& games, int batches, bool at_once = false) {
  const auto cells = static_cast<std::size_t>(games.cells());
  const auto count = static_cast<std::size_t>(games.options().games);
  std::vector<std::uint8_t> views(count * cells);
  std::vector<float> logits(count * cells), win_probabilities(count);
  games.gather(views.data());
  for (int batch = 1; batch <= batches; ++batch) {
    answer(views, logits, win_probabilities);
    if (batch < batches && at_once) {
      games.advance(logits.data(), win_probabilities.data(), views.data());
    } else {
      games.scatter(logits.data(), win_probabilities.data());
      if (batch < batches) games.gather(views.data());
    }
  }
}

inline Samples samples_of(const SelfPlayOptions& options, int batches = 400) {
  SelfPlay games(options);
  play(games, batches);
  return games.drain();
}

inline bool same(const Samples& one, const Samples& two) {
  return one.views == two.views && one.policies == two.policies && one.wins == two.wins &&
         one.replies == two.replies && one.chains == two.chains && one.plies == two.plies &&
         one.win_probabilities == two.win_probabilities;
}

}  // namespace hexcore
