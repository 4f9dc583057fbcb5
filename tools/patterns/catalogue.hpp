// What is true of every small set of cells for every rim, computed when first asked for.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "region.hpp"

namespace patterns {

// One set with one rim. Black is the side that captures.
struct Local {
  bool captured = false;                // Black can make the whole set as good as black
  std::uint8_t reversible = 0;          // cells where a white stone has an answer that does so
  std::array<std::int8_t, 6> answer{};  // to each of them
};

class Entry {
 public:
  explicit Entry(const Cells& cells) : region(cells) {
    const std::vector<Mask> good = as_good_as_black(region);
    std::unordered_map<Mask, std::uint16_t> known;
    kind_.reserve(good.size());
    for (const Mask mask : good) {
      const auto [found, fresh] =
          known.try_emplace(mask, static_cast<std::uint16_t>(kinds_.size()));
      if (fresh) kinds_.push_back(solve(mask));
      kind_.push_back(found->second);
    }
  }

  const Local& at(std::uint32_t rim) const { return kinds_[kind_[rim]]; }
  std::uint32_t rims() const { return static_cast<std::uint32_t>(kind_.size()); }

  Region region;

 private:
  Local solve(Mask mask) const {
    const LocalGame game(region.size(), mask);
    Local local;
    local.captured = game.black_wins(0, 0);
    for (int cell = 0; cell < region.size(); ++cell) {
      const int answer = game.answer(0, 1U << cell);
      local.answer[cell] = static_cast<std::int8_t>(answer);
      if (answer >= 0) local.reversible |= static_cast<std::uint8_t>(1U << cell);
    }
    return local;
  }

  std::vector<Local> kinds_;
  std::vector<std::uint16_t> kind_;
};

class Catalogue {
 public:
  // The cells in reading order, the first of them the origin.
  const Entry& of(const Cells& cells) {
    const Cells key = normal(cells);
    std::vector<int> flat;
    for (const BallStep& cell : key) flat.insert(flat.end(), {cell.row, cell.col});
    auto found = entries_.find(flat);
    if (found == entries_.end()) found = entries_.emplace(flat, Entry(key)).first;
    return found->second;
  }

  // What is true of the part of a set (bits of `part`), the rest of the set being unknown.
  const Local& of_part(const Region& region, std::uint32_t rim, std::uint32_t part) {
    Cells cells;
    for (int at = 0; at < region.size(); ++at)
      if ((part >> at & 1) != 0) cells.push_back(region.set[at]);
    const Entry& entry = of(cells);
    const BallStep origin = cells.front();  // a set is in reading order, and so are its parts
    std::uint32_t code = 0;
    for (int at = entry.region.around(); at-- > 0;) {
      const BallStep near{entry.region.rim[at].row + origin.row,
                          entry.region.rim[at].col + origin.col};
      code = 3 * code + digit(region, rim, near);
    }
    return entry.at(code);
  }

  static std::uint32_t digit(const Region& region, std::uint32_t rim, const BallStep& cell) {
    const auto found = std::ranges::find(region.rim, cell);
    if (found == region.rim.end()) return 0;
    return rim / power3(static_cast<int>(found - region.rim.begin())) % 3;
  }

 private:
  std::map<std::vector<int>, Entry> entries_;
};

// The cells of a part as a shape are joined to each other.
inline bool joined(const Region& region, std::uint32_t part) {
  return part != 0 && region.part(part & (~part + 1), part) == part;
}

}  // namespace patterns
