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
  return options;
}

// The table's answers to the views of all games.
inline void answer(const std::vector<std::uint8_t>& views, std::vector<float>& logits,
                   std::vector<float>& chances) {
  const std::size_t cells = views.size() / chances.size();
  for (std::size_t at = 0; at < chances.size(); ++at) {
    const TableAnswer found = look_up({views.data() + at * cells, cells});
    std::ranges::copy(found.logits, logits.begin() + static_cast<std::ptrdiff_t>(at * cells));
    chances[at] = found.chance;
  }
}

inline void play(SelfPlay& games, int batches, bool at_once = false) {
  const auto cells = static_cast<std::size_t>(games.cells());
  const auto count = static_cast<std::size_t>(games.options().games);
  std::vector<std::uint8_t> views(count * cells);
  std::vector<float> logits(count * cells), chances(count);
  games.gather(views.data());
  for (int batch = 1; batch <= batches; ++batch) {
    answer(views, logits, chances);
    if (batch < batches && at_once) {
      games.advance(logits.data(), chances.data(), views.data());
    } else {
      games.scatter(logits.data(), chances.data());
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
         one.chances == two.chances;
}

}  // namespace hexcore
