#include "search/threads.hpp"

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("work is done once by each thread, the first of them the caller's") {
  for (const std::size_t count : {1U, 2U, 5U}) {
    std::vector<std::atomic<int>> done(count);
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> first_is_caller{false};
    run_threads(
        count,
        [&](std::size_t at) {
          ++done[at];
          if (at == 0) first_is_caller = std::this_thread::get_id() == caller;
        },
        [] { FAIL("nothing was thrown"); });
    for (const auto& each : done) CHECK(each == 1);
    CHECK(first_is_caller);
  }
}

TEST_CASE("an exception of any thread cancels the others and reaches the caller") {
  for (const std::size_t thrower : {0U, 1U, 3U}) {
    std::atomic<bool> cancelled{false};
    const auto work = [&](std::size_t at) {
      if (at == thrower) throw std::bad_alloc();
      while (!cancelled) std::this_thread::yield();
    };
    CHECK_THROWS_AS(run_threads(4, work, [&] { cancelled = true; }), std::bad_alloc);
    CHECK(cancelled);
  }
}

TEST_CASE("of several exceptions the first one is kept") {
  FirstError error;
  CHECK(error.guard([] {}));
  error.rethrow();
  CHECK_FALSE(error.guard([] { throw std::runtime_error("first"); }));
  CHECK_FALSE(error.guard([] { throw std::bad_alloc(); }));
  CHECK_THROWS_WITH_AS(error.rethrow(), "first", std::runtime_error);
  error.rethrow();  // forgotten by now
}
