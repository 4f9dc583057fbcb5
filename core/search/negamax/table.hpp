// The transposition table: shared by threads without locks, sized in MiB, aged by search.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "board/types.hpp"

namespace hexcore {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TableEntry {
  int score = 0;
  int depth = 0;
  Move move = kPass;  // kPass: no move known
  Bound bound = Bound::none;
};

// Each slot holds its key mixed with its data, so that a slot torn between two threads does not
// match any key and is simply not found.
class Table {
 public:
  explicit Table(std::size_t mib);

  std::optional<TableEntry> find(std::uint64_t key) const;
  void store(std::uint64_t key, const TableEntry& entry);
  void clear();
  // Entries of earlier searches give way first.
  void new_search() { age_ = (age_ + 1) & kAgeMask; }
  std::size_t slots() const { return count_; }

 private:
  struct Slot {
    std::atomic<std::uint64_t> lock{0};
    std::atomic<std::uint64_t> data{0};
  };
  static constexpr std::uint64_t kAgeMask = 0x3f;
  static constexpr std::size_t kBucket = 4;

  Slot* bucket(std::uint64_t key) const {
    return &slots_[(key & (count_ / kBucket - 1)) * kBucket];
  }

  std::size_t count_;
  std::unique_ptr<Slot[]> slots_;
  std::uint64_t age_ = 0;
};

}  // namespace hexcore
