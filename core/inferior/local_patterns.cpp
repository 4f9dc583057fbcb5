#include "inferior/local_patterns.hpp"

#include <algorithm>
#include <iterator>

namespace hexcore {
namespace {

#include "inferior/patterns.inc"

template <std::size_t Size>
std::vector<std::string> texts_of(const char* const (&list)[Size]) {
  return {std::begin(list), std::end(list)};
}

bool is_dead_cell(const std::string& text) { return std::ranges::count(text, 'x') == 1; }

std::vector<std::string> captured_sets() {
  std::vector<std::string> sets = texts_of(kCapturedPatterns);
  std::erase_if(sets, is_dead_cell);
  return sets;
}

// The stone that completes a capture dominates what it captures.
std::vector<std::string> all_dominated() {
  std::vector<std::string> texts = texts_of(kDominatedPatterns);
  for (const std::string& set : captured_sets())
    for (int at = 0; at < kBall; ++at)
      if (set[at] == 'b') {
        texts.push_back(set);
        texts.back()[at] = 'y';
      }
  return texts;
}

std::bitset<kRings> dead_rings(const std::vector<std::string>& texts) {
  std::vector<std::string> cells;
  std::ranges::copy_if(texts, std::back_inserter(cells), is_dead_cell);
  const ViewTable table(cells);
  std::bitset<kRings> dead;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const BallCode code = (ring & 63) | static_cast<BallCode>(ring >> 6) << kBallBits;
    dead[ring] = table.match(code, [](const PatternView&) { return true; });
  }
  return dead;
}

}  // namespace

LocalPatterns::LocalPatterns()
    : captured(texts_of(kCapturedPatterns)),
      reversible(texts_of(kReversiblePatterns)),
      dominated(all_dominated()),
      dead(dead_rings(captured)),
      captured_views(captured_sets()),
      reversible_views(reversible),
      dominated_views(dominated) {}

const LocalPatterns& LocalPatterns::get() {
  static const LocalPatterns patterns;
  return patterns;
}

}  // namespace hexcore
