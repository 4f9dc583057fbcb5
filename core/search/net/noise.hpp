// Dirichlet noise on the priors of a root, as AlphaZero has it, so that games differ.
#pragma once

#include <span>

#include "board/rng.hpp"
#include "search/net/net_tree.hpp"

namespace hexcore {

// So large a share of each prior becomes noise; `alpha` is that of every move, and the smaller it
// is the fewer moves get most of the noise.
void add_noise(std::span<NetTree::Edge> edges, float share, float alpha, Rng& rng);

}  // namespace hexcore
