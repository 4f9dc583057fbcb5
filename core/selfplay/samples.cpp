#include "selfplay/samples.hpp"

namespace hexcore {

namespace {

template <typename T>
void extend(std::vector<T>& values, const std::vector<T>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

}  // namespace

void Samples::append(const Samples& more) {
  extend(views, more.views);
  extend(policies, more.policies);
  extend(wins, more.wins);
  extend(replies, more.replies);
  extend(chains, more.chains);
  extend(plies, more.plies);
  extend(win_probabilities, more.win_probabilities);
}

void Samples::save(ByteWriter& bytes) const {
  bytes.put(static_cast<std::uint32_t>(count()));
  bytes.put_all<std::uint8_t>(views);
  bytes.put_all<float>(policies);
  bytes.put_all<std::uint8_t>(wins);
  bytes.put_all<std::int16_t>(replies);
  bytes.put_all<std::int8_t>(chains);
  bytes.put_all<std::int16_t>(plies);
  bytes.put_all<float>(win_probabilities);
}

Samples Samples::load(ByteReader& bytes, int cells) {
  const std::size_t count = bytes.take<std::uint32_t>();
  const std::size_t all = count * static_cast<std::size_t>(cells);
  Samples samples;
  samples.views = bytes.take_all<std::uint8_t>(all);
  samples.policies = bytes.take_all<float>(all);
  samples.wins = bytes.take_all<std::uint8_t>(count);
  samples.replies = bytes.take_all<std::int16_t>(count);
  samples.chains = bytes.take_all<std::int8_t>(all);
  samples.plies = bytes.take_all<std::int16_t>(count);
  samples.win_probabilities = bytes.take_all<float>(count);
  return samples;
}

}  // namespace hexcore
