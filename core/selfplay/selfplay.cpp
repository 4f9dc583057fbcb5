#include "selfplay/selfplay.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "search/busy.hpp"

namespace hexcore {

namespace {

// What saved games begin with: "hxsp", and the number of their layout.
constexpr std::uint32_t kMark = 0x70737868;
constexpr std::uint32_t kLayout = 2;

// The options that the games follow from: all but the number of threads.
template <typename See>
void for_each_shaping_option(const See& see) {
  for_each_option([&](const auto& option) {
    if (std::string_view(option.name) != "threads") see(option);
  });
}

}  // namespace

SelfPlay::SelfPlay(const SelfPlayOptions& options)
    : options_(checked(options)), workers_(options.threads) {
  games_.resize(static_cast<std::size_t>(options.games));
  workers_.for_each(options.games, [this](int at) {
    games_[static_cast<std::size_t>(at)] =
        std::make_unique<Game>(options_, static_cast<std::uint64_t>(at));
  });
}

void SelfPlay::require_whole() const {
  if (broken_)
    throw Error(ErrorKind::player,
                "an earlier call failed halfway: load saved games, or start new ones");
}

void SelfPlay::for_each_game(const std::function<void(int)>& work) {
  require_whole();
  broken_ = true;
  workers_.for_each(options_.games, work);
  broken_ = false;
}

void SelfPlay::take_turn(bool gathering) {
  require_whole();
  if (waiting_ == gathering)
    throw Error(ErrorKind::player, gathering ? "the leaves gathered last wait for their answers"
                                             : "no leaves wait for answers");
  waiting_ = gathering;
}

void SelfPlay::gather(std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(true);
  for_each_game([&](int at) { gather_one(at, views); });
}

void SelfPlay::scatter(const float* logits, const float* win_probabilities) {
  const Busy busy(running_);
  take_turn(false);
  for_each_game([&](int at) { scatter_one(at, logits, win_probabilities); });
}

void SelfPlay::advance(const float* logits, const float* win_probabilities, std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(false);
  for_each_game([&](int at) {
    scatter_one(at, logits, win_probabilities);
    gather_one(at, views);
  });
  take_turn(true);
}

void SelfPlay::gather_one(int at, std::uint8_t* views) {
  games_[static_cast<std::size_t>(at)]->gather(views + static_cast<std::ptrdiff_t>(at) * cells());
}

void SelfPlay::scatter_one(int at, const float* logits, const float* win_probabilities) {
  games_[static_cast<std::size_t>(at)]->scatter(logits + static_cast<std::ptrdiff_t>(at) * cells(),
                                                win_probabilities[at]);
}

std::vector<std::uint8_t> SelfPlay::save() {
  const Busy busy(running_);
  ByteWriter bytes;
  bytes.put(kMark);
  bytes.put(kLayout);
  for_each_shaping_option([&](const auto& option) { bytes.put(options_.*option.member); });
  for_each_game([&](int at) { games_[static_cast<std::size_t>(at)]->rewind(); });
  for (const auto& game : games_) game->save(bytes);
  waiting_ = false;
  return std::move(bytes).sealed();
}

void SelfPlay::load(std::span<const std::uint8_t> saved) {
  const Busy busy(running_);
  ByteReader bytes(saved);
  ByteReader::require(bytes.take<std::uint32_t>() == kMark);
  if (bytes.take<std::uint32_t>() != kLayout)
    throw Error(ErrorKind::player, "the games were saved by another version");
  for_each_shaping_option([&](const auto& option) {
    const auto value = options_.*option.member;
    if (bytes.take<std::remove_const_t<decltype(value)>>() != value)
      throw Error(ErrorKind::player,
                  std::string("the saved games were played with another value of ") + option.name);
  });
  std::vector<std::unique_ptr<Game>> games;
  for (std::size_t at = 0; at < games_.size(); ++at) {
    games.push_back(std::make_unique<Game>(options_, at));
    games.back()->load(bytes);
  }
  bytes.finish();
  games_ = std::move(games);
  waiting_ = broken_ = false;
}

Samples SelfPlay::drain() {
  const Busy busy(running_);
  require_whole();
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
