// Proofs that hold in other positions too.
//
// Who has a proof wins with some stones and the empty cells of the carrier, even if every other
// cell were the opponent's. So the same side wins every position where it has these stones and the
// opponent has no cell of the carrier.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "connect/hex_position.hpp"

namespace hexcore {

template <int Words>
class ProofLibrary {
 public:
  using Cells = Bits<Words>;

  struct Entry {
    Cells stones;
    Cells carrier;
    std::uint32_t work;  // positions expanded for it
    std::int16_t best;   // the winning move, or -1 if the opponent moves
  };

  // When there are more than `most` of a kind, it forgets the half that took the least work.
  explicit ProofLibrary(std::size_t most) : most_(most) {}

  void add(Color winner, bool moves_first, const Entry& entry) {
    if (most_ == 0) return;
    Shelf& shelf = shelves_[shelf_of(winner, moves_first)];
    if (shelf.count >= most_) forget_half(shelf);
    put(shelf, entry);
  }

  // A proof that holds in this position, or null.
  const Entry* find(Color winner, bool moves_first, const Cells& own, const Cells& enemy) const {
    if (const Entry* entry = find_in(shelf_of(winner, false), own, enemy)) return entry;
    return moves_first ? find_in(shelf_of(winner, true), own, enemy) : nullptr;
  }

  void clear() { shelves_ = {}; }

 private:
  // Each proof is in the box of one of its stones, the emptiest: a position without a stone there
  // need not look into the box.
  struct Shelf {
    std::array<std::vector<Entry>, 64 * Words> boxes;
    std::vector<Entry> without_stones;
    std::size_t count = 0;
  };

  static std::size_t shelf_of(Color winner, bool moves_first) {
    return 2 * index_of(winner) + (moves_first ? 1 : 0);
  }

  static void put(Shelf& shelf, const Entry& entry) {
    std::vector<Entry>* emptiest = nullptr;
    entry.stones.for_each([&](int cell) {
      std::vector<Entry>& box = shelf.boxes[static_cast<std::size_t>(cell)];
      if (emptiest == nullptr || box.size() < emptiest->size()) emptiest = &box;
    });
    (emptiest == nullptr ? shelf.without_stones : *emptiest).push_back(entry);
    ++shelf.count;
  }

  const Entry* find_in(std::size_t at, const Cells& own, const Cells& enemy) const {
    const Shelf& shelf = shelves_[at];
    const auto holds = [&](const Entry& entry) {
      return !(entry.stones.minus(own) | (entry.carrier & enemy)).any();
    };
    const Entry* found = nullptr;
    const auto look_into = [&](const std::vector<Entry>& box) {
      if (found != nullptr) return;
      const auto entry = std::ranges::find_if(box, holds);
      if (entry != box.end()) found = &*entry;
    };
    own.for_each([&](int cell) { look_into(shelf.boxes[static_cast<std::size_t>(cell)]); });
    look_into(shelf.without_stones);
    return found;
  }

  void forget_half(Shelf& shelf) {
    std::vector<Entry> all = std::move(shelf.without_stones);
    for (const std::vector<Entry>& box : shelf.boxes) all.insert(all.end(), box.begin(), box.end());
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(most_ / 2),
                             std::ranges::greater{}, &Entry::work);
    all.resize(most_ / 2);
    shelf = {};
    for (const Entry& entry : all) put(shelf, entry);
  }

  std::size_t most_;
  std::array<Shelf, 4> shelves_;
};

}  // namespace hexcore
