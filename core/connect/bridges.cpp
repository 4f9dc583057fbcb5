#include "connect/bridges.hpp"

#include <algorithm>

namespace hexcore {
namespace {

constexpr int kLabelOfFirstCell = kEdges;

}  // namespace

void BridgeTracker::Roots::add(int root) {
  for (int at = 0; at < count; ++at)
    if (node[static_cast<std::size_t>(at)] == root) return;
  node[static_cast<std::size_t>(count++)] = root;
}

BridgeTracker::BridgeTracker(const Board& board) : BridgeTracker(board, true) {}

BridgeTracker BridgeTracker::of_position(const Board& board) { return {board, false}; }

BridgeTracker::BridgeTracker(const Board& board, bool replay)
    : grid_(&board.grid()),
      swap_(board.swap_rule()),
      nodes_(grid_->nodes()),
      words_((nodes_ + 63) / 64),
      memory_(empty_board()) {
  if (!replay || board.ply() == 0) {
    start_from(board);
    return;
  }
  Board root(board);
  while (root.ply() > 0) root.pop();
  start_from(root);
  for (const auto& [move, color] : board.played()) push(move, color);
}

std::vector<BridgeTracker::Word> BridgeTracker::empty_board() const {
  std::vector<Word> memory(row_at(2 * nodes_ + 4), 0);
  const auto set = [&](std::size_t row, int bit) {
    memory[row + static_cast<std::size_t>(bit / 64)] |= Word{1} << (bit % 64);
  };
  for (int edge = 0; edge < kEdges; ++edge) {
    const int node = grid_->edge_node(edge), owner = static_cast<int>(edge_owner(edge));
    memory[part_at(node)] = static_cast<Word>(node) | Word{1} << 16 | static_cast<Word>(edge) << 32;
    set(ends_at(owner), node);
    set(stones_at(owner), node);
    for (const int cell : grid_->edge_cells(edge)) set(liberties_at(node), cell);
  }
  return memory;
}

void BridgeTracker::start_from(const Board& root) {
  for (int cell = 0; cell < grid_->cells(); ++cell)
    if (root.at(cell) != Stone::none)
      place(cell, root.at(cell) == Stone::black ? Color::black : Color::white, false);
  for (const Color color : {Color::black, Color::white})
    each_bit(ends(color), words_, [&](int end) { remember_whole(end, color); });
  memory_.forget();
}

void BridgeTracker::push(Move move, Color color) {
  if (move == kPass || (move == kSwap && swap_ == SwapRule::sides)) return memory_.begin_step();
  if (move == kSwap) return swap_pieces();
  grid_->require_cell(move);
  if (!is_free(move)) throw Error(ErrorKind::occupied, grid_->name(move) + " is occupied");
  memory_.begin_step();
  place(move, color, true);
}

void BridgeTracker::pop() {
  if (memory_.steps() == 0) throw Error(ErrorKind::no_move, "there is no move to take back");
  memory_.undo_step();
}

void BridgeTracker::swap_pieces() {
  int stone = 0, count = 0;
  for (int cell = 0; cell < grid_->cells(); ++cell)
    if (!is_free(cell)) stone = cell, ++count;
  if (count != 1 || !has_stone(stone, 0) || swap_ != SwapRule::pieces)
    throw Error(ErrorKind::swap, "only a lone black stone can be swapped");
  memory_.begin_step();
  const std::vector<Word> empty = empty_board();
  for (std::size_t at = 0; at < empty.size(); ++at) memory_.set(at, empty[at]);
  place(grid_->mirror(stone), Color::white, false);
  for (const Color color : {Color::black, Color::white})
    each_bit(ends(color), words_, [&](int end) { remember_whole(end, color); });
}

void BridgeTracker::place(int cell, Color color, bool remember) {
  take_from_enemy(cell, other(color));
  Roots roots;
  for (const int node : grid_->links(cell))
    if (has_stone(node, static_cast<int>(color))) roots.add(root(node));
  set_bit(stones_at(static_cast<int>(color)), cell);
  const int end = merge(cell, roots, color);
  if (remember) remember_whole(end, color);
}

void BridgeTracker::take_from_enemy(int cell, Color enemy) {
  for (const int node : grid_->links(cell))
    if (has_stone(node, static_cast<int>(enemy))) clear_bit(liberties_at(root(node)), cell);
}

// Makes one end of a new stone and the ends it touches; returns its root.
int BridgeTracker::merge(int cell, const Roots& roots, Color color) {
  Bits free{};
  const auto words = static_cast<std::size_t>(words_);
  for (const int node : grid_->links(cell))
    if (node < grid_->cells() && is_free(node))
      free[static_cast<std::size_t>(node / 64)] |= Word{1} << (node % 64);
  Part merged{cell, 1, cell + kLabelOfFirstCell};
  int largest = 0;
  for (int at = 0; at < roots.count; ++at) {
    const int end = roots.node[static_cast<std::size_t>(at)];
    const Part joined = part(end);
    merged.size += joined.size;
    merged.label = std::min(merged.label, joined.label);
    if (joined.size > largest) largest = joined.size, merged.parent = end;
    for (std::size_t word = 0; word < words; ++word) free[word] |= liberties(end)[word];
  }
  free[static_cast<std::size_t>(cell / 64)] &= ~(Word{1} << (cell % 64));
  const int end = merged.parent;
  if (end != cell) set_part(cell, {end, 1, 0});
  for (int at = 0; at < roots.count; ++at) {
    const int child = roots.node[static_cast<std::size_t>(at)];
    if (child == end) continue;
    set_part(child, {end, part(child).size, part(child).label});
    clear_bit(ends_at(static_cast<int>(color)), child);
  }
  set_part(end, merged);
  set_bit(ends_at(static_cast<int>(color)), end);
  for (std::size_t word = 0; word < words; ++word)
    memory_.set(liberties_at(end) + word, free[word]);
  if (roots.count > 1) merge_partners(end, roots, color);
  return end;
}

void BridgeTracker::merge_partners(int end, const Roots& roots, Color color) {
  Bits all{};
  for (int at = 0; at < roots.count; ++at)
    for (std::size_t word = 0; word < static_cast<std::size_t>(words_); ++word)
      all[word] |= partners(roots.node[static_cast<std::size_t>(at)])[word] & ends(color)[word];
  all[static_cast<std::size_t>(end / 64)] &= ~(Word{1} << (end % 64));
  for (std::size_t word = 0; word < static_cast<std::size_t>(words_); ++word)
    memory_.set(partners_at(end) + word, all[word]);
  each_bit(all.data(), words_, [&](int partner) { set_bit(partners_at(partner), end); });
}

void BridgeTracker::remember_whole(int end, Color color) {
  each_bit(ends(color), words_, [&](int partner) {
    if (partner == end || !is_whole(end, partner)) return;
    set_bit(partners_at(end), partner);
    set_bit(partners_at(partner), end);
  });
}

void BridgeTracker::change_bit(std::size_t row, int bit, bool value) {
  const std::size_t at = row + static_cast<std::size_t>(bit / 64);
  const Word mask = Word{1} << (bit % 64);
  memory_.set(at, value ? memory_[at] | mask : memory_[at] & ~mask);
}

BridgeTracker::Part BridgeTracker::part(int node) const {
  const Word word = memory_[part_at(node)];
  return {static_cast<int>(word & 0xffff), static_cast<int>(word >> 16 & 0xffff),
          static_cast<int>(word >> 32 & 0xffff)};
}

void BridgeTracker::set_part(int node, const Part& part) {
  memory_.set(part_at(node), static_cast<Word>(part.parent) | static_cast<Word>(part.size) << 16 |
                                 static_cast<Word>(part.label) << 32);
}

int BridgeTracker::root(int node) const {
  for (int parent = part(node).parent; parent != node; parent = part(node).parent) node = parent;
  return node;
}

int BridgeTracker::name(int root) const {
  const int label = part(root).label;
  return label < kLabelOfFirstCell ? grid_->edge_node(label) : label - kLabelOfFirstCell;
}

std::vector<Bridge> BridgeTracker::bridges(Color color) const {
  std::vector<Bridge> found;
  const Word* active = ends(color);
  each_bit(active, words_, [&](int one) {
    Bits pairs{};
    for (std::size_t word = 0; word < static_cast<std::size_t>(words_); ++word)
      pairs[word] = partners(one)[word] & active[word];
    each_bit(pairs.data(), words_, [&](int two) {
      if (two < one) return;
      Bits common{};
      for (std::size_t word = 0; word < static_cast<std::size_t>(words_); ++word)
        common[word] = liberties(one)[word] & liberties(two)[word];
      Bridge bridge{std::min(name(one), name(two)), std::max(name(one), name(two)), {}, {}};
      each_bit(common.data(), words_, [&](int cell) { bridge.carrier.push_back(cell); });
      bridge.state = bridge.carrier.size() >= 2   ? BridgeState::whole
                     : bridge.carrier.size() == 1 ? BridgeState::one_left
                                                  : BridgeState::broken;
      found.push_back(std::move(bridge));
    });
  });
  std::ranges::sort(found, {}, [](const Bridge& b) { return std::pair{b.one, b.two}; });
  return found;
}

std::vector<int> BridgeTracker::last_cells(Color color) const {
  std::vector<int> cells;
  for (const Bridge& bridge : bridges(color))
    if (bridge.state == BridgeState::one_left) cells.push_back(bridge.carrier.front());
  std::ranges::sort(cells);
  const auto repeated = std::ranges::unique(cells);
  cells.erase(repeated.begin(), repeated.end());
  return cells;
}

}  // namespace hexcore
