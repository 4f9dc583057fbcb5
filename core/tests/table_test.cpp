#include "search/negamax/table.hpp"

#include <thread>
#include <vector>

#include "board/rng.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("an entry comes back as it was stored") {
  Table table(1);
  const TableEntry entry{-99'987, 1023, 1023, Bound::lower};
  table.store(42, entry);
  const auto found = table.find(42);
  REQUIRE(found);
  CHECK(found->score == entry.score);
  CHECK(found->depth == entry.depth);
  CHECK(found->move == entry.move);
  CHECK(found->bound == entry.bound);
  CHECK_FALSE(table.find(43));
  table.clear();
  CHECK_FALSE(table.find(42));
}

TEST_CASE("deep entries of this search outlive shallow and old ones") {
  Table table(1);
  const std::uint64_t step = table.slots();  // same bucket
  for (std::uint64_t at = 0; at < 4; ++at) table.store(7 + at * step, {0, 10, 1, Bound::exact});
  table.new_search();
  table.store(7 + 4 * step, {0, 1, 1, Bound::exact});
  CHECK(table.find(7 + 4 * step));
  int old = 0;
  for (std::uint64_t at = 0; at < 4; ++at) old += table.find(7 + at * step) ? 1 : 0;
  CHECK(old == 3);
  for (std::uint64_t at = 5; at < 8; ++at) table.store(7 + at * step, {0, 5, 1, Bound::exact});
  table.store(7 + 8 * step, {0, 6, 1, Bound::exact});
  CHECK_FALSE(table.find(7 + 4 * step));
}

TEST_CASE("threads that write the same slots never read what was not written") {
  Table table(1);
  const auto work = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (int at = 0; at < 50'000; ++at) {
      // Keys as random as real ones, of one bucket: a torn slot matches none of them by chance.
      const std::uint64_t key = (mix(rng.below(64)) & ~(table.slots() - 1)) | 3;
      if (const auto found = table.find(key))
        CHECK(found->score == static_cast<int>(key % 1'000'003));
      table.store(key, {static_cast<int>(key % 1'000'003), static_cast<int>(rng.below(50)), 5,
                        Bound::exact});
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 0; seed < 3; ++seed) threads.emplace_back(work, seed);
}
