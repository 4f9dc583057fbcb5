#include "search/net/gumbel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace hexcore {

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// How often the move to be visited next has been visited before, visit by visit.
void make_schedule(int visits, int candidates, std::vector<std::uint32_t>& schedule) {
  schedule.clear();
  const auto wanted = static_cast<std::size_t>(visits);
  const int rounds = std::max(
      1, static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, candidates - 1)))));
  std::uint32_t had = 0;
  for (int left = candidates; schedule.size() < wanted; left = std::max(2, left / 2)) {
    left = std::min(left, candidates);
    for (int extra = std::max(1, visits / (rounds * left)); extra > 0; --extra, ++had)
      schedule.insert(schedule.end(), static_cast<std::size_t>(left), had);
  }
  schedule.resize(wanted);
}

}  // namespace

void GumbelRoot::start(int visits, int candidates, float noise, std::uint64_t seed) {
  make_schedule(visits, candidates, schedule_);
  done_ = 0;
  noise_ = noise;
  rng_ = Rng(seed);
  bonuses_.clear();
}

void GumbelRoot::score(const NetTree& tree) {
  const auto edges = tree.edges();
  while (bonuses_.size() < edges.size()) {
    const double uniform = (static_cast<double>(rng_.next() >> 11) + 0.5) * 0x1p-53;
    bonuses_.push_back(noise_ * static_cast<float>(-std::log(-std::log(uniform))));
  }
  tree.completed_values(values_);
  const float sharp = tree.sharpness();
  scores_.resize(edges.size());
  for (std::size_t at = 0; at < edges.size(); ++at)
    scores_[at] = bonuses_[at] + std::log(edges[at].prior + kLeastPrior) + sharp * values_[at];
}

int GumbelRoot::next(const NetTree& tree) {
  score(tree);
  const auto edges = tree.edges();
  const std::uint32_t had = done_ < schedule_.size() ? schedule_[done_] : schedule_.back();
  ++done_;
  float best = kNever, best_of_all = kNever;
  int chosen = -1, chosen_of_all = 0;
  for (std::size_t at = 0; at < edges.size(); ++at) {
    if (edges[at].closed()) continue;
    if (scores_[at] > best_of_all) {
      best_of_all = scores_[at];
      chosen_of_all = static_cast<int>(at);
    }
    if (edges[at].visits == had && scores_[at] > best) {
      best = scores_[at];
      chosen = static_cast<int>(at);
    }
  }
  return chosen >= 0 ? chosen : chosen_of_all;
}

int GumbelRoot::best(const NetTree& tree) {
  score(tree);
  const auto edges = tree.edges();
  std::uint32_t most = 0;
  for (std::size_t at = 0; at < edges.size(); ++at) {
    if (edges[at].proven == Proven::win) return static_cast<int>(at);
    if (!edges[at].closed()) most = std::max(most, edges[at].visits);
  }
  int chosen = 0;
  float best = kNever;
  for (std::size_t at = 0; at < edges.size(); ++at) {
    // In a lost position the move that took the longest to refute.
    const bool lost = edges[at].closed() && tree.proven() != Proven::loss;
    if (lost || edges[at].visits < most) continue;
    const float score =
        tree.proven() == Proven::loss ? static_cast<float>(edges[at].visits) : scores_[at];
    if (score > best) {
      best = score;
      chosen = static_cast<int>(at);
    }
  }
  return chosen;
}

void GumbelRoot::policy(const NetTree& tree, std::vector<float>& shares) {
  const auto edges = tree.edges();
  tree.completed_values(shares);
  const float sharp = tree.sharpness();
  float highest = kNever;
  for (std::size_t at = 0; at < edges.size(); ++at) {
    shares[at] = std::log(edges[at].prior + kLeastPrior) + sharp * shares[at];
    highest = std::max(highest, shares[at]);
  }
  float sum = 0;
  for (float& share : shares) sum += share = std::exp(share - highest);
  for (float& share : shares) share /= sum;
}

}  // namespace hexcore
