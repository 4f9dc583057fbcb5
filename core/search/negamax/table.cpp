#include "search/negamax/table.hpp"

#include <algorithm>
#include <limits>

namespace hexcore {
namespace {

// 32 bits score, 12 move, 12 depth, 2 bound, 6 age.
constexpr int kMoveShift = 32, kDepthShift = 44, kBoundShift = 56, kAgeShift = 58;
constexpr std::uint64_t kTwelveBits = 0xfff;

std::uint64_t pack(const TableEntry& entry, std::uint64_t age) {
  const auto score = static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score));
  const auto move = static_cast<std::uint64_t>(entry.move - kPass) & kTwelveBits;
  const auto depth = static_cast<std::uint64_t>(entry.depth) & kTwelveBits;
  return score | move << kMoveShift | depth << kDepthShift |
         static_cast<std::uint64_t>(entry.bound) << kBoundShift | age << kAgeShift;
}

TableEntry unpack(std::uint64_t data) {
  return {static_cast<int>(static_cast<std::uint32_t>(data)),
          static_cast<int>(data >> kDepthShift & kTwelveBits),
          static_cast<Move>(data >> kMoveShift & kTwelveBits) + kPass,
          static_cast<Bound>(data >> kBoundShift & 3)};
}

}  // namespace

Table::Table(std::size_t mib)
    : count_(std::bit_floor(std::max<std::size_t>(mib, 1) * 1024 * 1024 / sizeof(Slot))),
      slots_(new Slot[count_]) {}

std::optional<TableEntry> Table::find(std::uint64_t key) const {
  const Slot* slots = bucket(key);
  for (std::size_t at = 0; at < kBucket; ++at) {
    const std::uint64_t data = slots[at].data.load(std::memory_order_relaxed);
    if ((slots[at].lock.load(std::memory_order_relaxed) ^ data) == key && data != 0)
      return unpack(data);
  }
  return std::nullopt;
}

void Table::store(std::uint64_t key, const TableEntry& entry) {
  Slot* slots = bucket(key);
  Slot* victim = slots;
  int least = std::numeric_limits<int>::max();
  for (std::size_t at = 0; at < kBucket; ++at) {
    const std::uint64_t data = slots[at].data.load(std::memory_order_relaxed);
    if ((slots[at].lock.load(std::memory_order_relaxed) ^ data) == key || data == 0) {
      victim = &slots[at];
      break;
    }
    const int worth = unpack(data).depth + (data >> kAgeShift == age_ ? 4096 : 0);
    if (worth < least) {
      least = worth;
      victim = &slots[at];
    }
  }
  const std::uint64_t data = pack(entry, age_);
  victim->lock.store(key ^ data, std::memory_order_relaxed);
  victim->data.store(data, std::memory_order_relaxed);
}

void Table::clear() {
  for (std::size_t at = 0; at < count_; ++at) {
    slots_[at].lock.store(0, std::memory_order_relaxed);
    slots_[at].data.store(0, std::memory_order_relaxed);
  }
}

}  // namespace hexcore
