#include "board/names.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("columns are letters in bijective base 26") {
  CHECK(column_name(0) == "a");
  CHECK(column_name(25) == "z");
  CHECK(column_name(26) == "aa");
  CHECK(column_name(27) == "ab");
  CHECK(column_name(26 + 26 * 26) == "aaa");
}

TEST_CASE("a cell name reads back as the cell it names") {
  for (int row = 0; row < 40; ++row)
    for (int col = 0; col < 60; ++col) {
      const auto found = parse_cell(cell_name(row, col));
      REQUIRE(found);
      CHECK(*found == std::pair{row, col});
    }
  CHECK(parse_cell("K11") == parse_cell("k11"));
}

TEST_CASE("what is not a cell name is refused") {
  for (const char* text : {"", "a", "1", "a0", "a01", "1a", "a1b", "a-1", "a 1", "aaaa1", "a12345",
                           "\xc3\xa9"
                           "1"})
    CHECK_FALSE(parse_cell(text));
}
