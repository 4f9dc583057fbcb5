#include "selfplay/workers.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("every piece of work is done once, with any number of threads") {
  for (const int threads : {0, 1, 2, 5}) {
    Workers workers(threads);
    CHECK(workers.count() == std::max(1, threads));
    for (const int count : {0, 1, 7, 8, 100}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      workers.for_each(count, [&](int at) { ++done[static_cast<std::size_t>(at)]; });
      for (const auto& each : done) CHECK(each == 1);
    }
  }
}

TEST_CASE("an exception in any piece reaches the caller, and the threads can continue") {
  for (const int threads : {1, 2, 5}) {
    Workers workers(threads);
    for (const int bad : {0, 50, 99}) {
      std::atomic<int> done{0};
      const auto work = [&](int at) {
        if (at == bad) throw std::bad_alloc();
        ++done;
      };
      CHECK_THROWS_AS(workers.for_each(100, work), std::bad_alloc);
      CHECK(done < 100);
    }
    std::atomic<int> done{0};
    workers.for_each(100, [&](int) { ++done; });
    CHECK(done == 100);
  }
}
