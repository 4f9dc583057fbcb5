#include "search/net/puct_root.hpp"

#include <algorithm>
#include <numeric>

#include "search/net/noise.hpp"

namespace hexcore {

namespace {

// The weights of the edges as shares; false when they are all zero.
template <typename Weigh>
bool share_out(const NetTree& tree, std::vector<float>& shares, Weigh weigh) {
  const auto edges = tree.edges();
  shares.resize(edges.size());
  float sum = 0;
  for (std::size_t at = 0; at < edges.size(); ++at) sum += shares[at] = weigh(edges[at]);
  if (!(sum > 0)) return false;
  for (float& share : shares) share /= sum;
  return true;
}

}  // namespace

void PuctRoot::start(float noise_share, float alpha, bool drawn, std::uint64_t seed) {
  noise_share_ = noise_share;
  alpha_ = alpha;
  drawn_ = drawn;
  noisy_ = false;
  rng_ = Rng(seed);
}

void PuctRoot::prepare(NetTree& tree) {
  if (noisy_) return;
  noisy_ = true;
  const auto edges = tree.edges();
  add_noise(edges, noise_share_, alpha_ / static_cast<float>(edges.size()), rng_);
}

int PuctRoot::best(const NetTree& tree) {
  const auto edges = tree.edges();
  const auto won = std::ranges::find(edges, Proven::win, &NetTree::Edge::proven);
  if (won != edges.end()) return static_cast<int>(won - edges.begin());
  policy(tree, shares_);
  if (drawn_) return draw_by_weight(shares_, static_cast<float>(rng_.next() >> 40) * 0x1p-24F);
  return static_cast<int>(std::ranges::max_element(shares_) - shares_.begin());
}

void PuctRoot::policy(const NetTree& tree, std::vector<float>& shares) {
  const auto open = [](const auto& edge) { return edge.proven == Proven::loss ? 0.0F : 1.0F; };
  const auto visits = [](const auto& edge) { return static_cast<float>(edge.visits); };
  // Few visits may all have ended in losses: then the priors tell the other moves apart, and in a
  // lost position the visits tell which move took the longest to refute.
  if (share_out(tree, shares, [&](const auto& edge) { return open(edge) * visits(edge); })) return;
  if (share_out(tree, shares, [&](const auto& edge) { return open(edge) * edge.prior; })) return;
  if (share_out(tree, shares, visits)) return;
  share_out(tree, shares, [](const auto&) { return 1.0F; });
}

int draw_by_weight(const std::vector<float>& weights, float uniform) {
  int last = 0;
  for (std::size_t at = 0; at < weights.size(); ++at) {
    if (!(weights[at] > 0)) continue;
    last = static_cast<int>(at);
    uniform -= weights[at];
    if (uniform < 0) break;
  }
  return last;
}

}  // namespace hexcore
