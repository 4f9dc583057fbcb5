#include "inferior/view_table.hpp"

#include <algorithm>
#include <set>

namespace hexcore {
namespace {

constexpr int kOrientations = 12;

// The twelve orientations of a text, each once.
std::set<std::string> orientations(std::string text) {
  std::set<std::string> found;
  for (int view = 0; view < kOrientations; ++view) {
    found.insert(text);
    std::string next(kBall, '.');
    for (int at = 0; at < kBall; ++at) next[view == 5 ? reflected(at) : turned(at)] = text[at];
    text = next;
  }
  return found;
}

PatternView view_of(const std::string& text, Color color, std::size_t pattern) {
  PatternView view{
      0, 0, 0, 0, 0, static_cast<std::uint8_t>(color), static_cast<std::uint16_t>(pattern)};
  for (int at = 0; at < kBall; ++at) {
    const char mark = text[at];
    const std::uint32_t bit = 1U << at;
    if (mark == 'b' || mark == 'w') {
      const BallCode stone = ball_bit(at, mark == 'b' ? color : other(color));
      view.mask |= stone;
      view.value |= stone;
    } else if (mark != '.' && at != 0) {
      view.mask |= ball_bit(at, Color::black) | ball_bit(at, Color::white);
    }
    if (mark == 'x') view.subjects |= bit;
    if (mark == 'e') view.carrier |= bit;
    if (mark == 'y') view.by = static_cast<std::int8_t>(at);
  }
  return view;
}

bool fits_ring(const PatternView& view, std::uint32_t ring) {
  return (ring & ring_of(view.mask)) == ring_of(view.value);
}

}  // namespace

ViewTable::ViewTable(const std::vector<std::string>& texts) {
  std::vector<PatternView> all;
  for (std::size_t pattern = 0; pattern < texts.size(); ++pattern)
    for (const std::string& text : orientations(texts[pattern]))
      for (const Color color : {Color::black, Color::white})
        all.push_back(view_of(text, color, pattern));
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    begin_[ring] = static_cast<std::uint32_t>(views_.size());
    if ((ring & ring >> 6) == 0)  // a cell of both colours is looked up as either
      std::ranges::copy_if(all, std::back_inserter(views_),
                           [&](const PatternView& view) { return fits_ring(view, ring); });
  }
  begin_[kRings] = static_cast<std::uint32_t>(views_.size());
}

}  // namespace hexcore
