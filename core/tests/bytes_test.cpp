#include "selfplay/bytes.hpp"

#include <limits>
#include <vector>

#include "doctest/doctest.h"

using namespace hexcore;

TEST_CASE("numbers come back as they were") {
  ByteWriter writer;
  writer.put(std::int16_t{-2});
  writer.put(std::numeric_limits<std::uint64_t>::max());
  writer.put(-0.125F);
  writer.put(true);
  writer.put_all<std::int8_t>(std::vector<std::int8_t>{-1, 0, 2});
  writer.put(std::uint16_t{7});
  const auto bytes = std::move(writer).sealed();
  CHECK(bytes.size() == 2 + 8 + 4 + 1 + 3 + 2 + 8);
  CHECK(bytes[0] == 0xfe);
  CHECK(bytes[1] == 0xff);
  ByteReader reader(bytes);
  CHECK(reader.take<std::int16_t>() == -2);
  CHECK(reader.take<std::uint64_t>() == std::numeric_limits<std::uint64_t>::max());
  CHECK(reader.take<float>() == -0.125F);
  CHECK(reader.take<bool>());
  CHECK(reader.take_all<std::int8_t>(3) == std::vector<std::int8_t>{-1, 0, 2});
  CHECK_THROWS_AS(reader.finish(), Error);
  CHECK(reader.take_up_to<std::uint16_t>(7) == 7);
  CHECK_NOTHROW(reader.finish());
  CHECK_THROWS_AS(reader.take<bool>(), Error);
}

TEST_CASE("what is damaged, short or out of range is an error") {
  ByteWriter writer;
  for (std::uint32_t number = 0; number < 20; ++number) writer.put(number);
  const auto bytes = std::move(writer).sealed();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto changed = bytes;
    changed[at] ^= 0x10;
    CHECK_THROWS_AS(ByteReader{changed}, Error);
    CHECK_THROWS_AS(ByteReader(std::span(bytes).first(at)), Error);
  }
  ByteReader reader(bytes);
  CHECK_THROWS_AS(reader.take_all<std::uint32_t>(21), Error);
  CHECK_THROWS_AS(reader.take_all<std::uint64_t>(~std::size_t{0} / 4), Error);
  CHECK(reader.take_up_to<std::uint32_t>(0) == 0);
  CHECK_THROWS_AS(reader.take_up_to<std::uint32_t>(0), Error);
  CHECK_THROWS_AS(reader.take_up_to<std::int64_t>(2), Error);
}
