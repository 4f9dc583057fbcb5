// Cell names: a column in bijective base 26 and a row number from 1 ("a1", "k11", "ab3").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hexcore {

std::string column_name(int col);
std::string cell_name(int row, int col);

// (row, col), or nothing when the text is not a cell name of any board of a sane size.
std::optional<std::pair<int, int>> parse_cell(std::string_view text);

}  // namespace hexcore
