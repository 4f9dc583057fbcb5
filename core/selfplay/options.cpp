#include "selfplay/options.hpp"

#include <sstream>
#include <string>

#include "board/types.hpp"

namespace hexcore {

namespace {

template <typename T>
std::string text(T value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

}  // namespace

SelfPlayOptions checked(const SelfPlayOptions& options) {
  for_each_option([&](const auto& option) {
    const auto value = options.*option.member;
    // Written so that NaN fails too.
    if (!(value >= option.lowest && value <= option.highest))
      throw Error(ErrorKind::player, std::string(option.name) + " must be between " +
                                         text(option.lowest) + " and " + text(option.highest) +
                                         " (got " + text(value) + ")");
  });
  const float openings = options.random_first + options.random_several + options.drawn_several;
  if (openings > 1)
    throw Error(ErrorKind::player,
                "random_first, random_several and drawn_several must add up to at most 1 (got " +
                    text(openings) + ")");
  return options;
}

}  // namespace hexcore
