// Choosing at the root by visits, as AlphaZero does: noise on the priors, the move drawn by its
// visits while the game is young, the visits as what the network learns.
#pragma once

#include <cstdint>
#include <vector>

#include "board/rng.hpp"
#include "search/net/net_tree.hpp"

namespace hexcore {

class PuctRoot {
 public:
  // `alpha` is the sum over all moves; `drawn` draws the move by visits, else the most visited.
  void start(float noise_share, float alpha, bool drawn, std::uint64_t seed);

  // Before each visit of a root that is evaluated; the first call adds the noise.
  void prepare(NetTree& tree);
  // The edge to play: a certain win, else by visits; no certain loss while there is another move.
  int best(const NetTree& tree);
  // The visits as shares of the root's edges, adding up to 1.
  static void policy(const NetTree& tree, std::vector<float>& shares);

 private:
  float noise_share_ = 0;
  float alpha_ = 1;
  bool drawn_ = false;
  bool noisy_ = false;
  Rng rng_{0};
  std::vector<float> shares_;
};

// An index drawn by weights that add up to 1, or nearly so; `uniform` is 0 to 1.
int draw_by_weight(const std::vector<float>& weights, float uniform);

}  // namespace hexcore
