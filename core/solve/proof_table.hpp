// What a proof search knows of the positions it has met, in bounded memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "evaluate/bits.hpp"

namespace hexcore {

// The effort still expected, at least, to prove that the side to move wins (phi) or loses (delta).
// One of them is 0 when that is proven.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  std::uint32_t phi = 1;
  std::uint32_t delta = 1;
  bool solved() const { return phi == 0 || delta == 0; }
  bool won() const { return phi == 0; }
};

// A move of a position and the position after it. Of a position and the same one turned by 180
// degrees one is kept: `turned` says that the kept one is turned against this one.
struct ProofChild {
  std::uint64_t key;
  std::int16_t move;
  bool turned;
};

template <int Words>
struct ProofNode {
  std::uint64_t key = 0;
  ProofNumbers numbers;
  std::uint32_t work = 0;   // positions expanded below
  std::uint32_t first = 0;  // child
  std::int16_t children = 0;
  std::int16_t best = -1;     // the winning move once it is known
  bool ordered = false;       // by a network
  bool expects_loss = false;  // of the side to move, says the network
  Bits<Words> alive;          // moves that may still win
  Bits<Words> proof;          // solved: the winner's carrier; before: what refutes the other moves
};

// It grows as it is filled. When it is as large as it may be, it forgets the half of its positions
// that took the least work.
template <int Words>
class ProofTable {
 public:
  using Node = ProofNode<Words>;

  explicit ProofTable(std::size_t mib) {
    const std::size_t bytes = std::max<std::size_t>(mib, 1) * 1024 * 1024;
    most_slots_ = std::bit_floor(bytes / 2 / sizeof(Node));
    most_children_ = bytes / 2 / sizeof(ProofChild);
    clear();
  }

  const Node* find(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key & mask;; at = (at + 1) & mask) {
      if (slots_[at].key == key) return &slots_[at];
      if (slots_[at].key == 0) return nullptr;
    }
  }

  // After make_room, which may forget.
  void store(const Node& node) {
    Node& slot = slot_of(node.key);
    if (slot.key == 0) ++count_;
    slot = node;
  }

  // Keeps a list of children and returns its place, until the generation changes: forgetting moves
  // the lists, and only stored nodes know where theirs are afterwards.
  std::uint32_t add(const std::vector<ProofChild>& children) {
    const auto first = static_cast<std::uint32_t>(children_.size());
    children_.insert(children_.end(), children.begin(), children.end());
    return first;
  }
  // Changes a list in place, in the same generation.
  void replace(std::uint32_t first, const std::vector<ProofChild>& children) {
    std::ranges::copy(children, children_.begin() + first);
  }
  const ProofChild* children(const Node& node) const { return children_.data() + node.first; }

  std::uint32_t generation() const { return generation_; }
  void make_room() {
    const bool full = 4 * count_ > 3 * slots_.size();
    if (full && slots_.size() < most_slots_) return rebuild(2 * slots_.size(), 0);
    if (full || children_.size() > most_children_) rebuild(slots_.size(), middle_work());
  }

  void clear() {
    slots_.assign(std::min(kFirstSlots, most_slots_), Node{});
    children_.clear();
    count_ = 0;
    ++generation_;
  }
  std::size_t size() const { return count_; }

 private:
  static constexpr std::size_t kFirstSlots = 1024;

  std::uint32_t middle_work() const {
    std::vector<std::uint32_t> works;
    for (const Node& node : slots_)
      if (node.key != 0) works.push_back(node.work);
    if (works.empty()) return 0;
    const auto middle = works.begin() + static_cast<std::ptrdiff_t>(works.size() / 2);
    std::ranges::nth_element(works, middle);
    return *middle;
  }

  // Keeps the positions that took more work than this.
  void rebuild(std::size_t slots, std::uint32_t work) {
    std::vector<Node> old(slots);
    old.swap(slots_);
    std::vector<ProofChild> lists;
    lists.swap(children_);
    count_ = 0;
    ++generation_;
    for (Node node : old) {
      if (node.key == 0 || node.work <= work) continue;
      if (node.children > 0) {
        const auto from = lists.begin() + node.first;
        node.first = static_cast<std::uint32_t>(children_.size());
        children_.insert(children_.end(), from, from + node.children);
      }
      slot_of(node.key) = node;
      ++count_;
    }
  }
  Node& slot_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = key & mask;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }

  std::vector<Node> slots_;
  std::vector<ProofChild> children_;
  std::size_t count_ = 0, most_slots_ = 0, most_children_ = 0;
  std::uint32_t generation_ = 0;
};

}  // namespace hexcore
