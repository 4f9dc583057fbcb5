#include "selfplay/selfplay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "doctest/doctest.h"
#include "selfplay_runs.hpp"

using namespace hexcore;

TEST_CASE("one seed gives the same samples on any number of threads") {
  const Samples one = samples_of(small(1));
  CHECK(one.count() > 50);
  CHECK(same(one, samples_of(small(1))));
  CHECK(same(one, samples_of(small(3))));
  CHECK_FALSE(same(one, samples_of(small(1, 2))));
}

TEST_CASE("answers and the next leaves in one round are the same games") {
  SelfPlay apart(small(2)), at_once(small(2));
  play(apart, 400);
  play(at_once, 400, true);
  CHECK(same(apart.drain(), at_once.drain()));
}

TEST_CASE("samples are whole, and say what came of the game") {
  const Samples samples = samples_of(small());
  const std::size_t count = samples.count(), cells = 16;
  REQUIRE(samples.cells == 16);
  REQUIRE(samples.views.size() == count * cells);
  REQUIRE(samples.policies.size() == count * cells);
  REQUIRE(samples.chains.size() == count * cells);
  REQUIRE(samples.replies.size() == count);
  REQUIRE(samples.plies.size() == count);
  for (std::size_t at = 0; at < count; ++at) {
    float sum = 0;
    int stones = 0, chain = 0;
    for (std::size_t cell = at * cells; cell < (at + 1) * cells; ++cell) {
      sum += samples.policies[cell];
      stones += samples.views[cell] != 0;
      if (samples.views[cell] != 0) CHECK(samples.policies[cell] == 0);
      chain += samples.chains[cell];
    }
    CHECK(sum == doctest::Approx(1));
    CHECK(stones == samples.plies[at]);
    CHECK((samples.wins[at] != 0 ? chain : -chain) >= 4);
    CHECK(samples.replies[at] >= -1);
    CHECK(samples.replies[at] < 16);
    if (samples.replies[at] < 0) CHECK(samples.wins[at] == 1);
  }
}

TEST_CASE("counts tell what was played, and samples are handed over once") {
  SelfPlay games(small());
  play(games, 400);
  const SelfPlayCounts counts = games.counts();
  CHECK(counts.leaves == 400 * 20);
  CHECK(counts.games > 20);
  CHECK(counts.moves > 4 * counts.games);
  CHECK(counts.black_wins > 0);
  CHECK(counts.black_wins < counts.games);
  CHECK(games.drain().count() > 0);
  CHECK(games.drain().count() == 0);
}

TEST_CASE("a game hardly ever asks about a position again: the next search remembers the last") {
  SelfPlayOptions options = small();
  options.games = 1;
  SelfPlay games(options);
  std::vector<std::uint8_t> views(16);
  std::vector<float> logits(16), win_probabilities(1);
  std::set<std::vector<std::uint8_t>> asked;
  std::uint64_t finished = 0;
  int again = 0;
  games.gather(views.data());
  for (int batch = 0; batch < 2000; ++batch) {
    if (games.counts().games > finished) asked.clear();
    finished = games.counts().games;
    again += !asked.insert(views).second;
    answer(views, logits, win_probabilities);
    games.advance(logits.data(), win_probabilities.data(), views.data());
  }
  CHECK(finished > 5);
  CHECK(again < 40);
  CHECK(games.counts().recalled > 200);
  CHECK(games.counts().leaves == 2001);
}

TEST_CASE("openings and the share of moves to learn from are as asked for") {
  SelfPlayOptions options = small();
  options.full_share = 1;
  options.decided = 0;
  options.random_first = options.random_several = 0;
  const Samples every = samples_of(options);
  CHECK(std::ranges::count(every.plies, 0) > 0);
  options.random_several = 1;
  options.most_random = 4;
  const Samples opened = samples_of(options);
  CHECK(std::ranges::min(opened.plies) == 2);
  options.random_several = 0;
  options.random_first = 1;
  CHECK(std::ranges::min(samples_of(options).plies) == 1);
  options.full_share = 0;
  CHECK(samples_of(options).count() == 0);
}

TEST_CASE("openings are drawn from the policy, one answer a stone, and not learnt from") {
  SelfPlayOptions options = small();
  options.games = 400;
  options.full_share = 1;
  options.decided = 0;
  options.random_first = options.random_several = 0;
  options.drawn_several = 1;
  options.most_random = 3;
  options.visits = 1;
  for (const int threads : {1, 3}) {
    options.threads = threads;
    const Samples samples = samples_of(options, 60);
    CHECK(std::ranges::min(samples.plies) == 1);
    // The network's answer on the empty board, and where the only stone lies.
    const TableAnswer answer = look_up(std::vector<std::uint8_t>(16));
    float sum = 0;
    for (const float logit : answer.logits) sum += std::exp(logit);
    std::vector<int> stones(16);
    int first = 0;
    for (std::size_t at = 0; at < samples.count(); ++at) {
      if (samples.plies[at] != 1) continue;
      const auto view = std::span(samples.views).subspan(at * 16, 16);
      const auto cell = std::ranges::find(view, 2) - view.begin();
      ++stones[static_cast<std::size_t>(cell % 4 * 4 + cell / 4)];  // White sees it reflected
      ++first;
    }
    REQUIRE(first > 100);
    for (std::size_t cell = 0; cell < 16; ++cell)
      CHECK(std::abs(static_cast<float>(stones[cell]) / static_cast<float>(first) -
                     std::exp(answer.logits[cell]) / sum) < 0.08F);
  }
}

TEST_CASE("a drawn opening ends before a stone that would win") {
  SelfPlayOptions options = small();
  options.size = 2;
  options.random_first = options.random_several = 0;
  options.drawn_several = 1;
  options.full_share = 1;
  const Samples samples = samples_of(options, 60);
  REQUIRE(samples.count() > 50);
  CHECK(std::ranges::max(samples.plies) <= 3);
  CHECK(std::ranges::min(samples.plies) >= 1);
}

TEST_CASE("with PUCT the same holds, and what is learnt is the shares of visits") {
  SelfPlayOptions options = small();
  options.puct = true;
  options.full_share = 1;
  options.decided = 0;
  const Samples samples = samples_of(options);
  REQUIRE(samples.count() > 50);
  options.threads = 3;
  CHECK(same(samples, samples_of(options)));
  int drawn = 0;
  for (std::size_t at = 0; at < samples.count(); ++at) {
    const auto policy = std::span(samples.policies).subspan(at * 16, 16);
    CHECK(std::accumulate(policy.begin(), policy.end(), 0.0F) == doctest::Approx(1));
    // Twelve visits, less those to moves that were refuted.
    const float least = *std::ranges::min_element(
        policy, {}, [](float share) { return share == 0 ? 2.0F : share; });
    CHECK(least >= doctest::Approx(1.0F / 12));
    drawn += least < 1;
  }
  CHECK(drawn > 10);
}

TEST_CASE("noise and warm moves make games of PUCT differ; without them they are alike") {
  SelfPlayOptions options = small();
  options.puct = true;
  options.full_share = 1;
  options.decided = 0;
  options.random_first = options.random_several = 0;
  const auto first_replies = [&options] {
    const Samples samples = samples_of(options);
    std::set<std::int16_t> replies;
    for (std::size_t at = 0; at < samples.count(); ++at)
      if (samples.plies[at] == 0) replies.insert(samples.replies[at]);
    return replies.size();
  };
  CHECK(first_replies() > 1);
  options.noise_share = 0;
  CHECK(first_replies() > 1);
  options.warm_moves = 0;
  CHECK(first_replies() == 1);
  options.noise_share = 0.5F;
  options.noise_alpha = 1;
  CHECK(first_replies() > 1);
}

namespace {

// Whether all games ask about the same positions, batch by batch.
bool alike(const SelfPlayOptions& options) {
  SelfPlay games(options);
  std::vector<std::uint8_t> views(20 * 16);
  std::vector<float> logits(20 * 16), win_probabilities(20);
  games.gather(views.data());
  for (int batch = 0; batch < 40; ++batch) {
    for (std::size_t at = 16; at < views.size(); ++at)
      if (views[at] != views[at - 16]) return false;
    answer(views, logits, win_probabilities);
    games.advance(logits.data(), win_probabilities.data(), views.data());
  }
  return true;
}

// Every move of every game is a sample, and games differ by nothing but their searches.
SelfPlayOptions recorded() {
  SelfPlayOptions options = small();
  options.full_share = 1;
  options.decided = 0;
  options.random_first = options.random_several = 0;
  options.resign = 0.4F;
  options.resign_moves = 2;
  return options;
}

}  // namespace

TEST_CASE("quick searches have no noise") {
  SelfPlayOptions options = recorded();
  options.puct = true;
  options.quick_visits = options.visits;
  options.warm_moves = 0;
  options.noise_share = 0.5F;
  CHECK_FALSE(alike(options));
  options.full_share = 0;
  CHECK(alike(options));
  options.warm_moves = 2;
  CHECK_FALSE(alike(options));
}

TEST_CASE("games that play on are counted, and those that resigning would have lost") {
  for (const float resign : {0.3F, 0.4F})
    for (const int in_a_row : {1, 2}) {
      SelfPlayOptions options = recorded();
      options.resign_check = 1;
      options.resign = resign;
      options.resign_moves = in_a_row;
      SelfPlay games(options);
      play(games, 600);
      const Samples samples = games.drain();
      SelfPlayCounts expected;
      for (std::size_t at = 0, end = 0; at < samples.count(); at = end) {
        std::array<int, 2> low{};
        bool given_up = false;
        for (end = at; end == at || (end < samples.count() && samples.plies[end] > 0); ++end) {
          int& count = low[static_cast<std::size_t>(samples.plies[end] % 2)];
          count = samples.win_probabilities[end] < resign ? count + 1 : 0;
          if (count < in_a_row || given_up) continue;
          given_up = true;
          ++expected.checked;
          expected.false_resigns += samples.wins[end];
        }
      }
      const SelfPlayCounts counts = games.counts();
      CHECK(counts.checked == expected.checked);
      CHECK(counts.false_resigns == expected.false_resigns);
      CHECK(counts.resigned == 0);
      CHECK(counts.false_resigns > 0);
      CHECK(counts.false_resigns < counts.checked);
      CHECK(std::ranges::count(samples.chains, kUnknownChain) == 0);
      // They are the games of a side that never resigns.
      options.resign = 0;
      CHECK(same(samples, samples_of(options, 600)));
    }
}

TEST_CASE("a game that is given up has a winner, and no chain that anybody knows") {
  SelfPlayOptions options = recorded();
  options.resign_check = 0;
  SelfPlay games(options);
  play(games, 600);
  const Samples samples = games.drain();
  const SelfPlayCounts counts = games.counts();
  CHECK(counts.checked == 0);
  CHECK(counts.false_resigns == 0);
  std::uint64_t resigned = 0;
  for (std::size_t at = 0; at < samples.count(); ++at) {
    const auto chain = std::span(samples.chains).subspan(at * 16, 16);
    const auto unknown = std::ranges::count(chain, kUnknownChain);
    CHECK((unknown == 0 || unknown == 16));
    const bool last = at + 1 == samples.count() || samples.plies[at + 1] == 0;
    if (!last || unknown == 0) continue;
    ++resigned;
    CHECK(samples.wins[at] == 0);
    CHECK(samples.win_probabilities[at] < 0.4F);
    CHECK(samples.replies[at] == -1);
    // The same side was also below the limit two moves ago.
    CHECK(samples.win_probabilities[at - 2] < 0.4F);
  }
  CHECK(resigned == counts.resigned);
  CHECK(resigned > 20);
  CHECK(resigned < counts.games);
  options.threads = 3;
  CHECK(same(samples, samples_of(options, 600)));
}

TEST_CASE("the share of games that play on is as asked for") {
  SelfPlayOptions options = recorded();
  options.games = 200;
  options.resign_check = 0.25F;
  for (const bool puct : {false, true}) {
    options.puct = puct;
    SelfPlay games(options);
    play(games, 600);
    const SelfPlayCounts counts = games.counts();
    const double given_up = static_cast<double>(counts.resigned + counts.checked);
    CHECK(given_up > 300);
    CHECK(static_cast<double>(counts.checked) / given_up == doctest::Approx(0.25).epsilon(0.3));
  }
}

TEST_CASE("leaves and answers take turns") {
  SelfPlay games(small());
  std::vector<std::uint8_t> views(20 * 16);
  const std::vector<float> logits(20 * 16), win_probabilities(20, 0.5F);
  CHECK_THROWS_AS(games.scatter(logits.data(), win_probabilities.data()), Error);
  CHECK_THROWS_AS(games.advance(logits.data(), win_probabilities.data(), views.data()), Error);
  games.gather(views.data());
  CHECK_THROWS_AS(games.gather(views.data()), Error);
  games.scatter(logits.data(), win_probabilities.data());
  CHECK_THROWS_AS(games.scatter(logits.data(), win_probabilities.data()), Error);
}

TEST_CASE("bad options are errors") {
  const auto refused = [](auto change) {
    SelfPlayOptions bad = small();
    change(bad);
    CHECK_THROWS_AS(SelfPlay{bad}, Error);
  };
  refused([](SelfPlayOptions& bad) { bad.size = 1; });
  refused([](SelfPlayOptions& bad) { bad.size = 33; });
  refused([](SelfPlayOptions& bad) { bad.games = 0; });
  refused([](SelfPlayOptions& bad) { bad.threads = 0; });
  refused([](SelfPlayOptions& bad) { bad.threads = 257; });
  refused([](SelfPlayOptions& bad) { bad.visits = 0; });
  refused([](SelfPlayOptions& bad) { bad.quick_visits = 0; });
  refused([](SelfPlayOptions& bad) { bad.candidates = 0; });
  refused([](SelfPlayOptions& bad) { bad.most_random = 1; });
  refused([](SelfPlayOptions& bad) { bad.full_share = 1.5F; });
  refused([](SelfPlayOptions& bad) { bad.noise_share = -0.1F; });
  refused([](SelfPlayOptions& bad) { bad.noise_alpha = 0; });
  refused([](SelfPlayOptions& bad) { bad.warm_moves = -1; });
  refused([](SelfPlayOptions& bad) { bad.random_first = 0.95F; });
  refused([](SelfPlayOptions& bad) { bad.drawn_several = 0.45F; });
  refused([](SelfPlayOptions& bad) { bad.resign = 0.6F; });
  refused([](SelfPlayOptions& bad) { bad.resign_moves = 0; });
  refused([](SelfPlayOptions& bad) { bad.resign_check = 2; });
}
