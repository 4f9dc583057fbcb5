#include "selfplay/workers.hpp"

#include <atomic>
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
