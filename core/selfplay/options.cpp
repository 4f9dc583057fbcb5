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
  for (const float share :
       {options.full_share, options.noise_share, options.random_first, options.random_several,
        options.drawn_several, options.decided, options.decided_share, options.resign_check})
    require(is_share(share), "shares are 0 to 1");
  require(options.random_first + options.random_several + options.drawn_several <= 1,
          "the shares of the openings are 1 at most together");
  require(options.resign >= 0 && options.resign <= 0.5F, "resign must be between 0 and 0.5");
  require(options.resign_moves >= 1, "the moves before giving up are 1 or more");
  return options;
}

}  // namespace hexcore
