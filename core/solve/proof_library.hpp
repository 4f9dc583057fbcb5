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
    std::vector<Entry>& shelf = shelves_[shelf_of(winner, moves_first)];
    if (shelf.size() >= most_) {
      std::ranges::nth_element(shelf, shelf.begin() + static_cast<std::ptrdiff_t>(most_ / 2),
                               std::ranges::greater{}, &Entry::work);
      shelf.resize(most_ / 2);
    }
    shelf.push_back(entry);
  }

  // A proof that holds in this position, or null.
  const Entry* find(Color winner, bool moves_first, const Cells& own, const Cells& enemy) const {
    if (const Entry* entry = find_in(shelf_of(winner, false), own, enemy)) return entry;
    return moves_first ? find_in(shelf_of(winner, true), own, enemy) : nullptr;
  }

  void clear() { shelves_ = {}; }

 private:
  static std::size_t shelf_of(Color winner, bool moves_first) {
    return 2 * index_of(winner) + (moves_first ? 1 : 0);
  }
  const Entry* find_in(std::size_t shelf, const Cells& own, const Cells& enemy) const {
    for (const Entry& entry : shelves_[shelf])
      if (!(entry.stones.minus(own) | (entry.carrier & enemy)).any()) return &entry;
    return nullptr;
  }

  std::size_t most_;
  std::array<std::vector<Entry>, 4> shelves_;
};

}  // namespace hexcore
