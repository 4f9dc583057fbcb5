#include "evaluate/bits.hpp"

#include "doctest/doctest.h"
#include "random_boards.hpp"

using namespace hexcore;

TEST_CASE("a set counts, lists and shifts its cells") {
  Bits<2> bits;
  for (const int cell : {3, 63, 64, 100}) bits.set(cell);
  CHECK(bits.count() == 4);
  CHECK(bits.first() == 3);
  CHECK(bits.without_first().first() == 63);
  CHECK(bits.test(64));
  CHECK_FALSE(bits.test(65));
  std::vector<int> moved;
  bits.up(5).for_each([&](int cell) { moved.push_back(cell); });
  CHECK(moved == std::vector{8, 68, 69, 105});
  CHECK(bits.up(5).down(5) == bits);
  CHECK(bits.minus(Bits<2>::of(3)) == bits.without_first());
  CHECK_FALSE(Bits<2>{}.any());
}

TEST_CASE("a spread follows the links of every shape") {
  Rng rng(1);
  for (const auto& grid : all_shapes())
    with_words(grid->cells(), [&](auto words) {
      const auto field = Field<words>::get(*grid);
      for (int round = 0; round < 20; ++round) {
        Bits<words> from, expected;
        for (int cell = 0; cell < grid->cells(); ++cell) {
          if (rng.below(4) != 0) continue;
          from.set(cell);
          for (const int node : grid->links(cell))
            if (node < grid->cells()) expected.set(node);
        }
        CHECK((field->spread(from) & field->all).minus(from) == expected.minus(from));
      }
    });
}
