#include "search/net/noise.hpp"

#include <algorithm>
#include <vector>

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

// Noise alone, without any prior left.
std::vector<float> draw(std::size_t moves, float alpha, std::uint64_t seed, float share = 1) {
  std::vector<NetTree::Edge> edges(moves);
  for (NetTree::Edge& edge : edges) edge.prior = 1.0F / static_cast<float>(moves);
  Rng rng(seed);
  add_noise(edges, share, alpha, rng);
  std::vector<float> priors;
  for (const NetTree::Edge& edge : edges) priors.push_back(edge.prior);
  return priors;
}

}  // namespace

TEST_CASE("noise has the mean and the spread of a Dirichlet distribution") {
  const int draws = 4000;
  const std::size_t moves = 8;
  for (const float alpha : {0.05F, 0.3F, 2.5F}) {
    CAPTURE(alpha);
    double sum = 0, squares = 0;
    for (int at = 0; at < draws; ++at) {
      const float first = draw(moves, alpha, static_cast<std::uint64_t>(at))[0];
      sum += first;
      squares += first * first;
    }
    const double mean = sum / draws, share = 1.0 / moves;
    CHECK(mean == doctest::Approx(share).epsilon(0.1));
    const double spread = share * (1 - share) / (moves * alpha + 1);
    CHECK(squares / draws - mean * mean == doctest::Approx(spread).epsilon(0.1));
  }
}

TEST_CASE("priors with noise still add up to one, and keep their share") {
  for (const float share : {0.0F, 0.25F, 1.0F})
    for (const float alpha : {1e-4F, 0.03F, 10.0F}) {
      const auto priors = draw(121, alpha, 5, share);
      float sum = 0;
      for (const float prior : priors) sum += prior;
      CHECK(sum == doctest::Approx(1));
      CHECK(std::ranges::min(priors) >= doctest::Approx((1 - share) / 121));
    }
  CHECK(draw(20, 0.3F, 1) == draw(20, 0.3F, 1));
  CHECK(draw(20, 0.3F, 1) != draw(20, 0.3F, 2));
}
