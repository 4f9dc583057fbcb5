#include "search/net/noise.hpp"

#include <cmath>
#include <vector>

namespace hexcore {

namespace {

// More than 0 and less than 1.
double uniform(Rng& rng) { return (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1p-53; }

double normal(Rng& rng) {
  while (true) {
    const double x = 2 * uniform(rng) - 1, y = 2 * uniform(rng) - 1;
    const double square = x * x + y * y;
    if (square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

// By Marsaglia and Tsang, for alpha + 1, then brought down to alpha: the distributions of the
// standard library differ from one library to the next.
double gamma(double alpha, Rng& rng) {
  const double d = alpha + 1 - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal(rng), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform(rng)) < 0.5 * x * x + d - d * v + d * std::log(v))
      return d * v * std::pow(uniform(rng), 1 / alpha);
  }
}

}  // namespace

void add_noise(std::span<NetTree::Edge> edges, float share, float alpha, Rng& rng) {
  if (share <= 0) return;
  std::vector<double> draws(edges.size());
  double sum = 0;
  for (double& draw : draws) sum += draw = gamma(alpha, rng);
  if (sum <= 0) return;
  for (std::size_t at = 0; at < edges.size(); ++at)
    edges[at].prior = (1 - share) * edges[at].prior + share * static_cast<float>(draws[at] / sum);
}

}  // namespace hexcore
