#include "search/net/canonical.hpp"

namespace hexcore {

std::vector<std::uint8_t> stone_ages(const Board& board) {
  constexpr std::size_t kOldest = 255;
  const auto played = board.played();
  std::vector<std::uint8_t> ages(static_cast<std::size_t>(board.grid().cells()));
  for (std::size_t at = 0; at < played.size(); ++at) {
    const auto age = static_cast<std::uint8_t>(std::min(kOldest, played.size() - at));
    if (played[at].move == kSwap)
      std::ranges::fill(ages, age);
    else if (played[at].move >= 0)
      ages[static_cast<std::size_t>(played[at].move)] = age;
  }
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) == Stone::none) ages[static_cast<std::size_t>(cell)] = 0;
  return ages;
}

void write_ages(const Board& board, std::uint8_t* cells) {
  const CanonicalView view(board.grid(), board.turn());
  std::fill_n(cells, CanonicalView::cells_of(board.grid()), std::uint8_t{0});
  const auto ages = stone_ages(board);
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    cells[view.index(cell)] = ages[static_cast<std::size_t>(cell)];
}

}  // namespace hexcore
