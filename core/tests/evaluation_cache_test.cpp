#include "search/net/evaluation_cache.hpp"

#include <array>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

constexpr std::array kLogits{0.5F, -1.0F};

}  // namespace

TEST_CASE("evaluations stay for the page that follows, and as long as they are asked for") {
  EvaluationCache evaluations;
  evaluations.keep(1, kLogits, 0.25F);
  evaluations.keep(2, kLogits, 0.5F);
  evaluations.turn_page();
  REQUIRE(evaluations.find(1) != nullptr);
  CHECK(evaluations.find(1)->win_probability == 0.25F);
  CHECK(evaluations.find(1)->logits == std::vector{0.5F, -1.0F});
  evaluations.turn_page();
  CHECK(evaluations.find(1) != nullptr);
  CHECK(evaluations.find(2) == nullptr);
  evaluations.clear();
  CHECK(evaluations.find(1) == nullptr);
}

TEST_CASE("a full page turns by itself") {
  EvaluationCache evaluations(10);
  for (std::uint64_t key = 0; key < 15; ++key) evaluations.keep(key, kLogits, 0.5F);
  CHECK(evaluations.find(0) != nullptr);
  for (std::uint64_t key = 15; key < 35; ++key) evaluations.keep(key, kLogits, 0.5F);
  CHECK(evaluations.find(1) == nullptr);
  CHECK(evaluations.find(34) != nullptr);
  evaluations.limit_page(3);
  for (std::uint64_t key = 0; key < 8; ++key) evaluations.keep(key, kLogits, 0.5F);
  CHECK(evaluations.find(1) == nullptr);
  CHECK(evaluations.find(7) != nullptr);
  EvaluationCache none(0);
  none.keep(1, kLogits, 0.5F);
  CHECK(none.find(1) == nullptr);
}
