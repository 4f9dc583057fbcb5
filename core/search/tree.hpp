// The memory of a tree search: moves with their statistics, in one pool of fixed size.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "board/types.hpp"

namespace hexcore {

// What all threads write keeps this far away from what all threads read.
constexpr std::size_t kCacheLine = 64;

// What is known for certain, for the player who made the move.
enum class Proven : std::uint8_t { unknown = 0, loss = 1, draw = 2, win = 3 };

constexpr Proven opposite(Proven proven) {
  return proven == Proven::unknown ? proven
                                   : static_cast<Proven>(4 - static_cast<std::uint8_t>(proven));
}

// How often, and for how many half points.
struct Tried {
  std::uint32_t visits;
  std::uint32_t half_points;
};

// Both numbers in one word, so that threads always see a matching pair.
class Statistics {
 public:
  Tried load() const {
    const std::uint64_t word = word_.load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
  void add(std::uint32_t visits, std::uint32_t half_points) {
    word_.fetch_add(pack(visits, half_points), std::memory_order_relaxed);
  }
  // Cheaper than `add`; an update of another thread at the same instant may be lost.
  void add_loosely(std::uint64_t packed) {
    word_.store(word_.load(std::memory_order_relaxed) + packed, std::memory_order_relaxed);
  }
  void set(std::uint32_t visits, std::uint32_t half_points) {
    word_.store(pack(visits, half_points), std::memory_order_relaxed);
  }
  void copy(const Statistics& from) {
    word_.store(from.word_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  static constexpr std::uint64_t pack(std::uint32_t visits, std::uint32_t half_points) {
    return std::uint64_t{visits} << 32 | half_points;
  }

 private:
  std::atomic<std::uint64_t> word_{0};
};

// A move in the tree. Its replies lie side by side in the pool once it is expanded.
struct Branch {
  static constexpr std::uint32_t kLeaf = 0;
  static constexpr std::uint32_t kExpanding = ~std::uint32_t{0};

  Statistics own;
  // All moves as first: every simulation in which this side took the cell sooner or later.
  Statistics amaf;
  std::atomic<std::uint32_t> replies{kLeaf};
  // Written before `replies` is published.
  std::uint16_t reply_count = 0;
  // The move, and above it what is proven.
  std::atomic<std::uint16_t> tag{0};

  int move() const { return tag.load(std::memory_order_relaxed) & kMoveMask; }
  Proven proven() const {
    return static_cast<Proven>(tag.load(std::memory_order_relaxed) >> kMoveBits);
  }
  void set(int move, Proven proven) {
    tag.store(static_cast<std::uint16_t>(move | static_cast<int>(proven) << kMoveBits),
              std::memory_order_relaxed);
  }
  void prove(Proven proven) { set(move(), proven); }
  void copy(const Branch& from);

 private:
  static constexpr int kMoveBits = 10;
  static constexpr int kMoveMask = (1 << kMoveBits) - 1;
};

class Tree {
 public:
  explicit Tree(std::size_t mebibytes);

  Branch& root() { return root_; }
  const Branch& root() const { return root_; }

  // The first of `count` new replies, or kLeaf when the pool is full.
  std::uint32_t allocate(std::size_t count);
  Branch& at(std::size_t place) { return storage_[place]; }
  bool full() const { return full_.load(std::memory_order_relaxed); }
  std::size_t used() const;
  std::size_t capacity() const { return capacity_; }

  // Empty when the branch is a leaf.
  std::span<Branch> replies(const Branch& branch) const;
  // One of them, or nothing.
  Branch* reply(const Branch& branch, int move) const;

  void clear();
  // Makes a branch below the root the new root; what else there was keeps its room until later.
  void move_root(const Branch& branch) { root_.copy(branch); }
  // The same, and frees everything else at once.
  void keep_only(const Branch& branch);

 private:
  struct Free {
    void operator()(Branch* storage) const;
  };

  alignas(kCacheLine) Branch root_;
  alignas(kCacheLine) std::size_t capacity_;
  std::unique_ptr<Branch[], Free> storage_;
  std::atomic<bool> full_{false};
  alignas(kCacheLine) std::atomic<std::size_t> next_{1};
};

}  // namespace hexcore
