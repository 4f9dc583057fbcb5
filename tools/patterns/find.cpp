// Finds every local pattern of captured, reversible and dominated cells up to a size and proves it
// by playing out the set for every filling of the cells around it. Run by `make patterns`:
//   find SIZE > core/inferior/patterns.inc
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "catalogue.hpp"

using namespace patterns;
using hexcore::kBall;
using hexcore::kBallSteps;

namespace {

Cells turned(const Cells& cells) {  // by 60 degrees anticlockwise
  Cells out;
  for (const BallStep& cell : cells) out.push_back({-cell.col, cell.row + cell.col});
  return out;
}
Cells mirrored(const Cells& cells) {
  Cells out;
  for (const BallStep& cell : cells) out.push_back({-cell.row, cell.col + cell.row});
  return out;
}

std::vector<Cells> all_views(Cells cells) {
  std::vector<Cells> out;
  for (int view = 0; view < 12; ++view) {
    out.push_back(normal(cells));
    cells = view == 5 ? mirrored(cells) : turned(cells);
  }
  return out;
}

bool shape_less(const Cells& a, const Cells& b) {
  return std::ranges::lexicographical_compare(a, b, less);
}

// Every joined set of this many cells, up to turns and reflections.
std::vector<Cells> shapes(int size) {
  if (size == 1) return {{{0, 0}}};
  std::set<Cells, bool (*)(const Cells&, const Cells&)> found(shape_less);
  for (const Cells& small : shapes(size - 1))
    for (const BallStep& cell : Region(small).rim) {
      Cells grown = small;
      grown.push_back(cell);
      const std::vector<Cells> views = all_views(grown);
      found.insert(*std::ranges::min_element(views, shape_less));
    }
  return {found.begin(), found.end()};
}

// A pattern as text around one of its cells, the least of its twelve views; nothing if a cell that
// it needs is out of sight.
std::optional<std::string> seen_from(const BallStep& centre, const Cells& cells,
                                     const std::string& marks) {
  std::string text(kBall, '.');
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const auto found = std::ranges::find(
        kBallSteps, BallStep{cells[at].row - centre.row, cells[at].col - centre.col});
    if (found == kBallSteps.end()) return std::nullopt;
    text[found - kBallSteps.begin()] = marks[at];
  }
  std::string least = text;
  for (int view = 0; view < 12; ++view) {
    std::string next(kBall, '.');
    for (int at = 0; at < kBall; ++at)
      next[view == 5 ? hexcore::reflected(at) : hexcore::turned(at)] = text[at];
    text = next;
    least = std::min(least, text);
  }
  return least;
}

// How much the first ring tells: the more, the fewer places where the rest must be looked at.
int told_by_ring(const std::string& text) {
  return static_cast<int>(7 - std::ranges::count(text.substr(0, 7), '.'));
}

struct Found {
  std::set<std::string> captured, reversible, dominated;
  int out_of_sight = 0;
};

// The cells of a region that a pattern names, with their marks.
void marked(const Region& region, std::uint32_t rim, const std::string& set_marks, Cells& cells,
            std::string& marks) {
  cells = region.set;
  marks = set_marks;
  for (const BallStep& cell : region.rim) {
    const std::uint32_t digit = Catalogue::digit(region, rim, cell);
    if (digit == 0) continue;
    cells.push_back(cell);
    marks += digit == 1 ? 'b' : 'w';
  }
}

// Calls with every rim that has one stone less.
template <typename Test>
bool any_weaker(const Region& region, std::uint32_t rim, Test test) {
  std::uint32_t power = 1;
  for (int at = 0; at < region.around(); ++at, power *= 3)
    if (const std::uint32_t digit = rim / power % 3; digit != 0 && test(rim - digit * power))
      return true;
  return false;
}

class Finder {
 public:
  Found found;

  void search(const Cells& shape) {
    const Entry& entry = catalogue_.of(shape);
    for (std::uint32_t rim = 0; rim < entry.rims(); ++rim) {
      const Local& local = entry.at(rim);
      if (!local.captured && local.reversible == 0) continue;
      if (local.captured)
        add_captured(entry, rim);
      else
        add_reversible(entry, rim, local);
    }
  }

  // y instead of x is at least as good for Black, whatever else happens: an exchange of the two.
  void search_exchange(const BallStep& other) {
    const Region region(Cells{{0, 0}, other});
    const std::vector<Mask> table = over_rims(
        region, [&](std::uint32_t rim) { return static_cast<Mask>(region.at_least(2, 1, rim)); });
    for (std::uint32_t rim = 0; rim < table.size(); ++rim) {
      if (table[rim] == 0) continue;
      if (any_weaker(region, rim, [&](std::uint32_t weaker) { return table[weaker] != 0; }))
        continue;
      if (filled_in(region, rim)) continue;
      Cells cells;
      std::string marks;
      marked(region, rim, "xy", cells, marks);
      if (const auto text = seen_from(region.set[0], cells, marks))
        found.dominated.insert(*text);
      else
        ++found.out_of_sight;
    }
  }

 private:
  // Whether smaller patterns fill in a cell of the set already.
  bool filled_in(const Region& region, std::uint32_t rim) {
    const std::uint32_t all = (1U << region.size()) - 1;
    for (std::uint32_t part = 1; part < all; ++part)
      if (joined(region, part) && catalogue_.of_part(region, rim, part).captured) return true;
    return false;
  }

  void add_captured(const Entry& entry, std::uint32_t rim) {
    const Region& region = entry.region;
    if (any_weaker(region, rim, [&](std::uint32_t weaker) { return entry.at(weaker).captured; }))
      return;
    if (filled_in(region, rim)) return;
    Cells cells;
    std::string marks;
    marked(region, rim, std::string(region.set.size(), 'x'), cells, marks);
    std::optional<std::string> best;
    for (const BallStep& centre : region.set)
      if (const auto text = seen_from(centre, cells, marks))
        if (!best || told_by_ring(*text) > told_by_ring(*best) ||
            (told_by_ring(*text) == told_by_ring(*best) && *text < *best))
          best = text;
    if (best)
      found.captured.insert(*best);
    else
      ++found.out_of_sight;
  }

  bool smaller_reversible(const Region& region, std::uint32_t rim, int cell) {
    const std::uint32_t all = (1U << region.size()) - 1;
    for (std::uint32_t part = 1; part < all; ++part)
      if ((part >> cell & 1) != 0 && joined(region, part)) {
        const int before = std::popcount(part & ((1U << cell) - 1));
        if ((catalogue_.of_part(region, rim, part).reversible >> before & 1) != 0) return true;
      }
    return false;
  }

  void add_reversible(const Entry& entry, std::uint32_t rim, const Local& local) {
    const Region& region = entry.region;
    for (int cell = 0; cell < region.size(); ++cell) {
      if ((local.reversible >> cell & 1) == 0) continue;
      if (any_weaker(region, rim, [&](std::uint32_t weaker) {
            return (entry.at(weaker).reversible >> cell & 1) != 0;
          }))
        continue;
      if (filled_in(region, rim) || smaller_reversible(region, rim, cell)) continue;
      std::string set_marks(region.set.size(), 'e');
      set_marks[cell] = 'x';
      set_marks[local.answer[cell]] = 'y';
      Cells cells;
      std::string marks;
      marked(region, rim, set_marks, cells, marks);
      if (const auto text = seen_from(region.set[cell], cells, marks))
        found.reversible.insert(*text);
      else
        ++found.out_of_sight;
    }
  }

  Catalogue catalogue_;
};

void print(const char* name, const std::set<std::string>& texts) {
  std::printf("constexpr const char* %s[] = {\n", name);
  for (const std::string& text : texts) std::printf("    \"%s\",\n", text.c_str());
  std::printf("};\n");
}

}  // namespace

int main(int count, char** arguments) {
  const int size = count > 1 ? std::atoi(arguments[1]) : 4;
  Finder finder;
  for (int cells = 1; cells <= size; ++cells) {
    for (const Cells& shape : shapes(cells)) finder.search(shape);
    std::fprintf(stderr, "%d cells: %zu captured, %zu reversible, %d out of sight\n", cells,
                 finder.found.captured.size(), finder.found.reversible.size(),
                 finder.found.out_of_sight);
  }
  for (const BallStep& other : {kBallSteps[1], kBallSteps[7], kBallSteps[8]})
    finder.search_exchange(other);
  std::fprintf(stderr, "%zu dominated\n", finder.found.dominated.size());
  std::printf("// Found and proven by tools/patterns/find.cpp: make patterns (find %d).\n", size);
  print("kCapturedPatterns", finder.found.captured);
  print("kReversiblePatterns", finder.found.reversible);
  print("kDominatedPatterns", finder.found.dominated);
  return 0;
}
