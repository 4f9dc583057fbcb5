#include "net/person.hpp"

#include <algorithm>
#include <cmath>

namespace hexcore::net {

namespace {

// The weight of each known rating: a rating in between belongs to both neighbours; one that is
// unknown belongs to none.
void blend(const std::vector<float>& ratings, float rating, float* weights) {
  if (!(rating > 0)) return;
  const float within = std::clamp(rating, ratings.front(), ratings.back());
  const auto above = std::ranges::lower_bound(ratings, within);
  const auto at = above - ratings.begin();
  if (*above == within) {
    weights[at] = 1;
    return;
  }
  weights[at] = (within - above[-1]) / (*above - above[-1]);
  weights[at - 1] = 1 - weights[at];
}

}  // namespace

void Person::describe(const Kernels& kernels, const float* context, const Canvas& board, int stones,
                      float* features) const {
  const std::size_t count = ratings_.size();
  std::vector<float> facts(static_cast<std::size_t>(blocks_of(static_cast<int>(2 * count) + 5)) *
                           kBlock);
  blend(ratings_, context[0], facts.data());
  blend(ratings_, context[1], facts.data() + count);
  const auto area = static_cast<float>(board.area);
  const float others[] = {context[2], context[3], (std::sqrt(area) - 12) / 4,
                          board.mean(2 * static_cast<float>(stones)), stones == 0 ? 1.0F : 0.0F};
  std::ranges::copy(others, facts.begin() + static_cast<std::ptrdiff_t>(2 * count));
  layer_.apply(kernels, facts.data(), features);
  for (int at = 0; at < kPeopleForm.person; ++at) features[at] = std::max(0.0F, features[at]);
}

}  // namespace hexcore::net
