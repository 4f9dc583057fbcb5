#include "selfplay/options.hpp"

#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "board/types.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

namespace {

// Stands for any value, to count the members of a struct.
struct Any {
  template <typename T>
  operator T() const;
};

template <typename T, std::size_t... At>
constexpr bool takes(std::index_sequence<At...>) {
  return requires { T{((void)At, Any{})...}; };
}

template <typename T, std::size_t Count = 1>
constexpr std::size_t members() {
  if constexpr (takes<T>(std::make_index_sequence<Count + 1>()))
    return members<T, Count + 1>();
  else
    return Count;
}

}  // namespace

TEST_CASE("the table has every option once, with defaults in range") {
  static_assert(members<SelfPlayOptions>() == std::tuple_size_v<decltype(kSelfPlayOptions)>);
  std::set<std::string> names;
  const SelfPlayOptions defaults;
  for_each_option([&](const auto& option) {
    names.insert(option.name);
    CHECK(defaults.*option.member >= option.lowest);
    CHECK(defaults.*option.member <= option.highest);
    CHECK(std::string(option.help).ends_with("."));
  });
  CHECK(names.size() == members<SelfPlayOptions>());
}

TEST_CASE("a value out of range is named, with the range and the value") {
  SelfPlayOptions options;
  options.visits = 0;
  CHECK_THROWS_WITH_AS(checked(options), "visits must be between 1 and 1000000 (got 0)", Error);
  options = {};
  options.resign = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH_AS(checked(options), "resign must be between 0 and 0.5 (got nan)", Error);
  options = {};
  options.random_first = 0.95F;
  CHECK_THROWS_WITH_AS(
      checked(options),
      "random_first, random_several and drawn_several must add up to at most 1 (got 1.05)", Error);
}
