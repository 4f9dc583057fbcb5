#include "board/names.hpp"

#include <algorithm>

namespace hexcore {

std::string column_name(int col) {
  std::string name;
  for (int rest = col + 1; rest > 0; rest = (rest - 1) / 26)
    name.push_back(static_cast<char>('a' + (rest - 1) % 26));
  std::reverse(name.begin(), name.end());
  return name;
}

std::string cell_name(int row, int col) { return column_name(col) + std::to_string(row + 1); }

std::optional<std::pair<int, int>> parse_cell(std::string_view text) {
  constexpr std::size_t kMostLetters = 3, kMostDigits = 4;
  std::size_t at = 0;
  int col = 0;
  for (; at < text.size(); ++at) {
    const char letter = static_cast<char>(text[at] | 0x20);
    if (letter < 'a' || letter > 'z') break;
    if (at == kMostLetters) return std::nullopt;
    col = col * 26 + (letter - 'a' + 1);
  }
  const std::size_t digits = text.size() - at;
  if (at == 0 || digits == 0 || digits > kMostDigits || text[at] == '0') return std::nullopt;
  int row = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    row = row * 10 + (text[at] - '0');
  }
  return std::pair{row - 1, col - 1};
}

}  // namespace hexcore
