#include "selfplay/selfplay.hpp"

#include "search/busy.hpp"

namespace hexcore {

SelfPlay::SelfPlay(const SelfPlayOptions& options)
    : options_(checked(options)), workers_(options.threads) {
  games_.resize(static_cast<std::size_t>(options.games));
  workers_.for_each(options.games, [this](int at) {
    games_[static_cast<std::size_t>(at)] =
        std::make_unique<Game>(options_, static_cast<std::uint64_t>(at));
  });
}

void SelfPlay::take_turn(bool gathering) {
  if (waiting_ == gathering)
    throw Error(ErrorKind::player, gathering ? "the leaves gathered last wait for their answers"
                                             : "no leaves wait for answers");
  waiting_ = gathering;
}

void SelfPlay::gather(std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(true);
  workers_.for_each(options_.games, [&](int at) { gather_one(at, views); });
}

void SelfPlay::scatter(const float* logits, const float* chances) {
  const Busy busy(running_);
  take_turn(false);
  workers_.for_each(options_.games, [&](int at) { scatter_one(at, logits, chances); });
}

void SelfPlay::advance(const float* logits, const float* chances, std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(false);
  workers_.for_each(options_.games, [&](int at) {
    scatter_one(at, logits, chances);
    gather_one(at, views);
  });
  take_turn(true);
}

void SelfPlay::gather_one(int at, std::uint8_t* views) {
  games_[static_cast<std::size_t>(at)]->gather(views + static_cast<std::ptrdiff_t>(at) * cells());
}

void SelfPlay::scatter_one(int at, const float* logits, const float* chances) {
  games_[static_cast<std::size_t>(at)]->scatter(logits + static_cast<std::ptrdiff_t>(at) * cells(),
                                                chances[at]);
}

Samples SelfPlay::drain() {
  const Busy busy(running_);
  Samples taken;
  taken.cells = cells();
  for (const auto& game : games_) game->hand_over(taken);
  return taken;
}

SelfPlayCounts SelfPlay::counts() const {
  SelfPlayCounts sum;
  for (const auto& game : games_) sum.add(game->counts());
  return sum;
}

}  // namespace hexcore
