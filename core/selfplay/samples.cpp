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
  extend(chances, more.chances);
}

}  // namespace hexcore
