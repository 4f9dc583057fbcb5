// Small translations that several registrars need.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/types.hpp"
#include "search/limits.hpp"

inline hexcore::Color color_from(int color) {
  if (color != 0 && color != 1)
    throw hexcore::Error(hexcore::ErrorKind::player,
                         "a player is BLACK (0) or WHITE (1), not " + std::to_string(color));
  return static_cast<hexcore::Color>(color);
}

// None for a limit that is not set; without a token nothing stops the search from outside.
inline hexcore::Limits limits_from(std::optional<double> seconds,
                                   std::optional<std::uint64_t> nodes, std::optional<int> depth,
                                   const hexcore::StopToken* stop) {
  constexpr double kForever = 1e9;  // seconds; the clock cannot count 300 years, nor infinity
  if (seconds && std::isnan(*seconds))
    throw hexcore::Error(hexcore::ErrorKind::player, "the time must be a number of seconds");
  if (seconds && *seconds > kForever) seconds.reset();
  if (seconds && *seconds < 0) seconds = 0;
  return {seconds, nodes, depth, stop == nullptr ? hexcore::StopToken() : *stop};
}

// An array that owns its numbers.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> owned_array(std::vector<T> values,
                                                  const std::vector<std::size_t>& shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nanobind::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(kept->data(), shape.size(), shape.data(), owner);
}
