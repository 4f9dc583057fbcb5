// Which moves other threads are searching right now, so that this one can do something else first.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "board/rng.hpp"
#include "board/types.hpp"

namespace hexcore {

// A hint, not a lock: a lost or wrong entry costs time, never a result.
class BusyMoves {
 public:
  static std::uint64_t tag(std::uint64_t position, Move move) {
    return position ^ mix(static_cast<std::uint64_t>(move) + 1);
  }

  bool contains(std::uint64_t tag) const {
    for (const auto& slot : bucket(tag))
      if (slot.load(std::memory_order_relaxed) == tag) return true;
    return false;
  }

  void enter(std::uint64_t tag) {
    auto& slots = bucket(tag);
    for (auto& slot : slots)
      if (slot.load(std::memory_order_relaxed) == 0) {
        slot.store(tag, std::memory_order_relaxed);
        return;
      }
    slots[0].store(tag, std::memory_order_relaxed);
  }

  void leave(std::uint64_t tag) {
    for (auto& slot : bucket(tag))
      if (slot.load(std::memory_order_relaxed) == tag) slot.store(0, std::memory_order_relaxed);
  }

  void clear() {
    for (auto& bucket : buckets_)
      for (auto& slot : bucket) slot.store(0, std::memory_order_relaxed);
  }

 private:
  using Bucket = std::array<std::atomic<std::uint64_t>, 4>;
  static constexpr std::size_t kBuckets = 4096;

  Bucket& bucket(std::uint64_t tag) { return buckets_[tag % kBuckets]; }
  const Bucket& bucket(std::uint64_t tag) const { return buckets_[tag % kBuckets]; }

  std::array<Bucket, kBuckets> buckets_{};
};

}  // namespace hexcore
