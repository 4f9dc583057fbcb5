// Whether a side resigns, or would have.
#pragma once

#include <array>
#include <optional>

#include "board/types.hpp"
#include "selfplay/options.hpp"

namespace hexcore {

struct Resignation {
  // The game is played to the end, whatever the win probabilities.
  bool plays_on = false;
  // Each side's own moves in a row at which its win probability was too low.
  std::array<int, 2> low{};
  // The first side that would have resigned.
  std::optional<Color> loser = std::nullopt;

  // Takes the win probability of the side to move; true if it resigns now.
  bool resigns(const SelfPlayOptions& options, Color mover, float win_probability) {
    int& in_a_row = low[static_cast<std::size_t>(mover)];
    in_a_row = win_probability < options.resign ? in_a_row + 1 : 0;
    if (loser || in_a_row < options.resign_moves) return false;
    loser = mover;
    return !plays_on;
  }
};

}  // namespace hexcore
