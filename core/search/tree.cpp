#include "search/tree.hpp"

#include <algorithm>
#include <new>
#include <vector>

namespace hexcore {

void Branch::copy(const Branch& from) {
  own.copy(from.own);
  amaf.copy(from.amaf);
  replies.store(from.replies.load(std::memory_order_relaxed), std::memory_order_relaxed);
  reply_count = from.reply_count;
  tag.store(from.tag.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

void Tree::Free::operator()(Branch* storage) const { ::operator delete[](storage); }

// The pool is raw memory: pages that no branch was ever put on cost nothing.
Tree::Tree(std::size_t mebibytes)
    : capacity_(std::min<std::size_t>((mebibytes << 20) / sizeof(Branch), Branch::kExpanding)),
      storage_(static_cast<Branch*>(::operator new[](capacity_ * sizeof(Branch)))) {}

std::uint32_t Tree::allocate(std::size_t count) {
  std::size_t first = next_.load(std::memory_order_relaxed);
  do {
    if (first + count > capacity_) {
      full_.store(true, std::memory_order_relaxed);
      return Branch::kLeaf;
    }
  } while (!next_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
  for (std::size_t at = first; at < first + count; ++at) new (&storage_[at]) Branch;
  return static_cast<std::uint32_t>(first);
}

std::size_t Tree::used() const { return next_.load(std::memory_order_relaxed) - 1; }

std::span<Branch> Tree::replies(const Branch& branch) const {
  const std::uint32_t first = branch.replies.load(std::memory_order_acquire);
  if (first == Branch::kLeaf || first == Branch::kExpanding) return {};
  return {&storage_[first], branch.reply_count};
}

Branch* Tree::reply(const Branch& branch, int move) const {
  for (Branch& found : replies(branch))
    if (found.move() == move) return &found;
  return nullptr;
}

void Tree::clear() {
  root_.copy(Branch{});
  next_ = 1;
  full_ = false;
}

// Replies are always allocated after the branch they answer, so the blocks that stay, in the order
// of the pool, can slide down over what goes without one overwriting another.
void Tree::keep_only(const Branch& branch) {
  root_.copy(branch);
  struct Block {
    std::uint32_t first;
    std::uint32_t moved_to;
    std::span<Branch> branches;
  };
  std::vector<Block> blocks;
  const auto note = [&](const Branch& owner) {
    if (const auto found = replies(owner); !found.empty())
      blocks.push_back({owner.replies.load(), 0, found});
  };
  note(root_);
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    const auto branches = blocks[at].branches;  // a copy: noting moves the blocks
    for (const Branch& reply : branches) note(reply);
  }
  std::ranges::sort(blocks, {}, &Block::first);
  std::uint32_t next = 1;
  for (Block& block : blocks) {
    block.moved_to = next;
    next += static_cast<std::uint32_t>(block.branches.size());
  }
  const auto redirect = [&](Branch& owner) {
    if (replies(owner).empty()) return;
    const auto block = std::ranges::lower_bound(blocks, owner.replies.load(), {}, &Block::first);
    owner.replies = block->moved_to;
  };
  redirect(root_);
  for (const Block& block : blocks)
    for (std::size_t at = 0; at < block.branches.size(); ++at) {
      Branch& place = storage_[block.moved_to + at];
      place.copy(block.branches[at]);
      redirect(place);
    }
  next_ = next;
  full_ = false;
}

}  // namespace hexcore
