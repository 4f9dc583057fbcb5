// Choosing at the root with few visits: Gumbel AlphaZero's sequential halving.
//
// Each move gets one random bonus; the moves with the best sums of bonus and log prior are the
// candidates; visits are shared evenly and the worse half leaves after each round. The move played
// follows the improved policy, which is also what the network learns.
#pragma once

#include <cstdint>
#include <vector>

#include "board/rng.hpp"
#include "search/net/net_tree.hpp"

namespace hexcore {

constexpr float kLeastPrior = 1e-9F;  // keeps the logarithm of a prior finite

class GumbelRoot {
 public:
  // `noise` 1 draws moves from the improved policy, 0 takes the best.
  void start(int visits, int candidates, float noise, std::uint64_t seed);

  // The root edge for the next visit; the tree's root must be evaluated.
  int next(const NetTree& tree);
  // The edge to play: a certain win, else the best of those visited most.
  int best(const NetTree& tree);
  // The improved policy over the root's edges, adding up to 1.
  static void policy(const NetTree& tree, std::vector<float>& shares);

 private:
  void score(const NetTree& tree);

  std::vector<std::uint32_t> schedule_;  // visits so far of the move to visit next
  std::size_t done_ = 0;
  float noise_ = 1;
  Rng rng_{0};
  std::vector<float> bonuses_, values_, scores_;
};

}  // namespace hexcore
