#include "solve/connection_flow.hpp"

#include <algorithm>

namespace hexcore {
namespace {

constexpr float kStone = 0.1F, kEmptyCell = 1.0F;  // resistances
constexpr float kTiny = 1e-6F;

}  // namespace

template <int Words>
ConnectionFlow<Words>::ConnectionFlow(const HexField<Words>& field)
    : field_(&field),
      stride_(static_cast<std::size_t>(field.grid->cells())),
      place_(stride_ + 2),
      matrix_(stride_ * stride_),
      potential_(stride_),
      inverse_(stride_) {
  result_.energy.resize(stride_);
}

template <int Words>
const typename ConnectionFlow<Words>::Result& ConnectionFlow<Words>::solve(
    const ConnectionSet<Words>& set) {
  number(set);
  wire(set);
  find_potentials();
  find_energies(set);
  return result_;
}

template <int Words>
void ConnectionFlow<Words>::number(const ConnectionSet<Words>& set) {
  std::ranges::fill(place_, std::int16_t{-1});
  nodes_.clear();
  for (int cell = 0; cell < field_->grid->cells(); ++cell) {
    if (set.end_of(cell) != cell) continue;
    place_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(nodes_.size());
    nodes_.push_back(cell);
  }
  unknowns_ = static_cast<int>(nodes_.size());
}

template <int Words>
void ConnectionFlow<Words>::wire(const ConnectionSet<Words>& set) {
  const auto resistance = [&](int node) { return set.is_stone(node) ? kStone : kEmptyCell; };
  for (int at = 0; at < unknowns_; ++at) {
    std::fill_n(row(at), at, 0.0F);
    row(at)[at] = kTiny;
    potential_[static_cast<std::size_t>(at)] = 0;
  }
  for (int at = 0; at < unknowns_; ++at) {
    const int node = nodes_[static_cast<std::size_t>(at)];
    set.partners(node).for_each([&](int partner) {
      if (partner >= node) return;
      const float conductance = 1 / (resistance(node) + resistance(partner));
      const int to = place_[static_cast<std::size_t>(partner)];
      row(at)[at] += conductance;
      row(to)[to] += conductance;
      row(at)[to] -= conductance;
    });
    const float conductance = 1 / (resistance(node) + kStone);
    for (const int edge : {0, 1}) {
      if (!set.meets_edge(node, edge)) continue;
      row(at)[at] += conductance;
      if (edge == 0) potential_[static_cast<std::size_t>(at)] += conductance;
    }
  }
}

// Factors the matrix as L D L^T and solves for the potentials.
template <int Words>
void ConnectionFlow<Words>::find_potentials() {
  for (int at = 0; at < unknowns_; ++at) {
    float* const mine = row(at);
    for (int other = 0; other < at; ++other) {
      const float* const theirs = row(other);
      float sum = mine[other];
      for (int k = 0; k < other; ++k) sum -= mine[k] * theirs[k];
      mine[other] = sum;
    }
    float pivot = mine[at];
    for (int k = 0; k < at; ++k) {
      const float scaled = mine[k] * inverse_[static_cast<std::size_t>(k)];
      pivot -= scaled * mine[k];
      mine[k] = scaled;
    }
    inverse_[static_cast<std::size_t>(at)] = 1 / std::max(pivot, kTiny);
  }
  for (int at = 0; at < unknowns_; ++at)
    for (int k = 0; k < at; ++k)
      potential_[static_cast<std::size_t>(at)] -=
          row(at)[k] * potential_[static_cast<std::size_t>(k)];
  for (int at = unknowns_ - 1; at >= 0; --at) {
    float& value = potential_[static_cast<std::size_t>(at)];
    value *= inverse_[static_cast<std::size_t>(at)];
  }
  for (int at = unknowns_ - 1; at >= 0; --at)
    for (int k = 0; k < at; ++k)
      potential_[static_cast<std::size_t>(k)] -=
          row(at)[k] * potential_[static_cast<std::size_t>(at)];
}

template <int Words>
void ConnectionFlow<Words>::find_energies(const ConnectionSet<Words>& set) {
  const auto resistance = [&](int node) { return set.is_stone(node) ? kStone : kEmptyCell; };
  std::ranges::fill(result_.energy, 0.0F);
  result_.conductance = 0;
  for (int at = 0; at < unknowns_; ++at) {
    const int node = nodes_[static_cast<std::size_t>(at)];
    const float mine = potential_[static_cast<std::size_t>(at)];
    float energy = 0;
    set.partners(node).for_each([&](int partner) {
      const float drop =
          mine - potential_[static_cast<std::size_t>(place_[static_cast<std::size_t>(partner)])];
      energy += drop * drop / (resistance(node) + resistance(partner));
    });
    const float conductance = 1 / (resistance(node) + kStone);
    for (const int edge : {0, 1}) {
      if (!set.meets_edge(node, edge)) continue;
      const float drop = edge == 0 ? 1 - mine : mine;
      energy += drop * drop * conductance;
      if (edge == 0) result_.conductance += drop * conductance;
    }
    result_.energy[static_cast<std::size_t>(node)] = energy;
  }
}

#define HEXCORE_MAKE(words) template class ConnectionFlow<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
