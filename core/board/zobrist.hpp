// Position keys. They are part of the file formats: the numbers never change between versions.
#pragma once

#include <cstdint>

#include "board/rng.hpp"
#include "board/types.hpp"

namespace hexcore::zobrist {

namespace detail {
constexpr std::uint64_t key(std::uint64_t kind, std::uint64_t value) {
  return mix(mix(0x6865786d61746500ULL + kind) + value);
}
}  // namespace detail

// A stone's key depends on row and column, not on the size of the board around it.
constexpr std::uint64_t stone_key(int row, int col, Color color) {
  return detail::key(1, static_cast<std::uint64_t>((row * 64 + col) * 2 + static_cast<int>(color)));
}
constexpr std::uint64_t board_key(int shape, int rows, int cols) {
  return detail::key(2, static_cast<std::uint64_t>((shape * 64 + rows) * 64 + cols));
}
constexpr std::uint64_t white_to_move_key() { return detail::key(3, 0); }
constexpr std::uint64_t swap_key(SwapRule rule) {
  return detail::key(4, static_cast<std::uint64_t>(rule));
}

}  // namespace hexcore::zobrist
