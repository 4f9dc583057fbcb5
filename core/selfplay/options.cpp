#include "selfplay/options.hpp"

#include "board/grid.hpp"

namespace hexcore {

namespace {

bool is_share(float value) { return value >= 0 && value <= 1; }

void require(bool holds, const char* what) {
  if (!holds) throw Error(ErrorKind::player, what);
}

}  // namespace

const SelfPlayOptions& checked(const SelfPlayOptions& options) {
  require(options.size >= 2 && options.size <= Grid::kLongestSide,
          "self-play is for boards 2x2 to 32x32");
  require(options.games >= 1 && options.visits >= 1 && options.quick_visits >= 1 &&
              options.candidates >= 1,
          "games, visits and candidates are 1 or more");
  require(options.threads >= 1 && options.threads <= 256, "threads are 1 to 256");
  require(options.most_random >= 2, "several random stones are 2 or more");
  require(options.warm_moves >= 0, "warm moves are 0 or more");
  require(options.noise_alpha > 0, "the alpha of the noise is more than 0");
  require(is_share(options.full_share) && is_share(options.noise_share) &&
              is_share(options.random_first) && is_share(options.random_several) &&
              is_share(options.decided_share) && is_share(options.decided) &&
              options.random_first + options.random_several <= 1,
          "shares are 0 to 1, and those of the openings 1 at most together");
  return options;
}

}  // namespace hexcore
