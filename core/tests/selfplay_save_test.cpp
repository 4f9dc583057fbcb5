#include <algorithm>
#include <span>
#include <vector>

#include "doctest/doctest.h"
#include "selfplay_runs.hpp"

using namespace hexcore;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<SelfPlayOptions> kinds() {
  SelfPlayOptions puct = small(), drawn = small(), resigning = small(), everything = small();
  puct.puct = true;
  drawn.drawn_several = 0.4F;
  resigning.resign = 0.4F;
  resigning.resign_check = 0.5F;
  everything.puct = true;
  everything.size = 5;
  everything.drawn_several = 0.4F;
  everything.resign = 0.3F;
  everything.resign_check = 0.3F;
  return {small(), puct, drawn, resigning, everything};
}

bool same(const SelfPlayCounts& one, const SelfPlayCounts& two) {
  return std::ranges::all_of(SelfPlayCounts::kAll,
                             [&](auto each) { return one.*each == two.*each; });
}

void gather(SelfPlay& games) {
  Bytes views(static_cast<std::size_t>(games.options().games * games.cells()));
  games.gather(views.data());
}

Bytes resealed(std::span<const std::uint8_t> content) {
  ByteWriter writer;
  writer.put_all(content);
  return std::move(writer).sealed();
}

Bytes saved_after(const SelfPlayOptions& options, int batches) {
  SelfPlay games(options);
  play(games, batches);
  return games.save();
}

}  // namespace

TEST_CASE("games that were saved and games that were loaded continue alike") {
  for (const SelfPlayOptions& options : kinds())
    for (const int batches : {0, 1, 37, 150})
      for (const bool waiting : {false, true}) {
        SelfPlay saved(options);
        if (batches > 0) play(saved, batches);
        if (waiting) gather(saved);
        const Bytes bytes = saved.save();
        SelfPlayOptions threads = options;
        threads.threads = 3;
        SelfPlay loaded(threads);
        play(loaded, 5);
        gather(loaded);
        loaded.load(bytes);
        CHECK(same(saved.counts(), loaded.counts()));
        CHECK(loaded.save() == bytes);
        play(saved, 120);
        play(loaded, 120);
        CHECK(same(saved.drain(), loaded.drain()));
        CHECK(same(saved.counts(), loaded.counts()));
        CHECK(saved.save() == loaded.save());
      }
}

TEST_CASE("samples that were taken are not saved") {
  SelfPlay games(small());
  play(games, 150);
  const std::size_t count = games.drain().count();
  REQUIRE(count > 0);
  SelfPlay loaded(small());
  loaded.load(games.save());
  CHECK(loaded.drain().count() == 0);
  play(loaded, 150);
  CHECK(loaded.drain().count() > 0);
}

TEST_CASE("with the same network, saving changes no game") {
  for (SelfPlayOptions options : kinds()) {
    options.games = 1;
    const Samples plain = samples_of(options, 900);
    SelfPlay games(options);
    for (int round = 0; round < 30; ++round) {
      play(games, 30 + round);
      gather(games);
      games.save();
    }
    const Samples often = games.drain();
    const std::size_t count = std::min(plain.count(), often.count());
    REQUIRE(count > 20);
    const std::size_t cells = count * static_cast<std::size_t>(games.cells());
    CHECK(std::ranges::equal(std::span(plain.policies).first(cells),
                             std::span(often.policies).first(cells)));
    CHECK(
        std::ranges::equal(std::span(plain.wins).first(count), std::span(often.wins).first(count)));
  }
}

TEST_CASE("after saving or loading, leaves are gathered anew") {
  SelfPlay games(small());
  const std::vector<float> logits(20 * 16), win_probabilities(20, 0.5F);
  gather(games);
  const Bytes bytes = games.save();
  CHECK_THROWS_AS(games.scatter(logits.data(), win_probabilities.data()), Error);
  gather(games);
  games.load(bytes);
  CHECK_THROWS_AS(games.scatter(logits.data(), win_probabilities.data()), Error);
  gather(games);
}

TEST_CASE("games of other options are refused by name") {
  const Bytes bytes = saved_after(small(), 40);
  const auto refused = [&](const char* name, auto change) {
    SelfPlayOptions options = small();
    change(options);
    SelfPlay games(options);
    const std::string message =
        std::string("the saved games were played with another value of ") + name;
    CHECK_THROWS_WITH_AS(games.load(bytes), message.c_str(), Error);
  };
  refused("size", [](SelfPlayOptions& other) { other.size = 5; });
  refused("games", [](SelfPlayOptions& other) { other.games = 19; });
  refused("seed", [](SelfPlayOptions& other) { other.seed = 2; });
  refused("visits", [](SelfPlayOptions& other) { other.visits = 13; });
  refused("puct", [](SelfPlayOptions& other) { other.puct = true; });
  refused("noise_alpha", [](SelfPlayOptions& other) { other.noise_alpha = 9; });
  refused("drawn_several", [](SelfPlayOptions& other) { other.drawn_several = 0.1F; });
  refused("resign_check", [](SelfPlayOptions& other) { other.resign_check = 0.2F; });
}

TEST_CASE("damaged bytes are refused, and the games stay as they were") {
  SelfPlayOptions options = small();
  options.games = 3;
  const Bytes bytes = saved_after(options, 60);
  SelfPlay games(options);
  play(games, 30);
  const Bytes before = games.save();
  Rng rng(9);
  for (int round = 0; round < 300; ++round) {
    Bytes changed = bytes;
    const std::size_t at = rng.below(static_cast<std::uint32_t>(bytes.size()));
    if (round % 3 == 0)
      changed.resize(at);
    else
      changed[at] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    CHECK_THROWS_AS(games.load(changed), Error);
  }
  CHECK(games.save() == before);
  CHECK_THROWS_AS(games.load({}), Error);
}

TEST_CASE("made-up bytes are refused or played, whatever they say") {
  SelfPlayOptions options = kinds().back();
  options.games = 3;
  const Bytes bytes = saved_after(options, 60);
  const std::span content = std::span(bytes).first(bytes.size() - 8);
  Rng rng(11);
  int refused = 0;
  for (int round = 0; round < 600; ++round) {
    Bytes changed(content.begin(), content.end());
    // Far more bytes are policies, which may be anything, than say how the rest is to be read.
    const std::size_t most = round % 2 == 0 ? 400 : content.size();
    for (int changes = 1 + static_cast<int>(rng.below(4)); changes > 0; --changes)
      changed[rng.below(static_cast<std::uint32_t>(most))] =
          static_cast<std::uint8_t>(rng.next() >> 56);
    if (round % 5 == 0) changed.resize(rng.below(static_cast<std::uint32_t>(content.size())));
    SelfPlay games(options);
    try {
      games.load(resealed(changed));
      play(games, 3);
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(refused > 100);
  CHECK(refused < 600);
  SelfPlay games(options);
  CHECK_NOTHROW(games.load(resealed(content)));
}
