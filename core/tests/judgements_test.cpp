#include "search/judgements.hpp"

#include <array>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

constexpr std::array kLogits{0.5F, -1.0F};

}  // namespace

TEST_CASE("judgements stay for the page that follows, and as long as they are asked for") {
  Judgements judgements;
  judgements.keep(1, kLogits, 0.25F);
  judgements.keep(2, kLogits, 0.5F);
  judgements.turn_page();
  REQUIRE(judgements.find(1) != nullptr);
  CHECK(judgements.find(1)->chance == 0.25F);
  CHECK(judgements.find(1)->logits == std::vector{0.5F, -1.0F});
  judgements.turn_page();
  CHECK(judgements.find(1) != nullptr);
  CHECK(judgements.find(2) == nullptr);
  judgements.clear();
  CHECK(judgements.find(1) == nullptr);
}

TEST_CASE("a full page turns by itself") {
  Judgements judgements(10);
  for (std::uint64_t key = 0; key < 15; ++key) judgements.keep(key, kLogits, 0.5F);
  CHECK(judgements.find(0) != nullptr);
  for (std::uint64_t key = 15; key < 35; ++key) judgements.keep(key, kLogits, 0.5F);
  CHECK(judgements.find(1) == nullptr);
  CHECK(judgements.find(34) != nullptr);
  Judgements none(0);
  none.keep(1, kLogits, 0.5F);
  CHECK(none.find(1) == nullptr);
}
