// How much each empty cell matters for joining two edges, by the current in a circuit.
//
// The circuit's nodes are the edges, groups and empty cells of one colour; those that are fully
// connected are joined by a wire. An empty cell resists, a stone hardly. Cells that carry much
// current are on many short ways.
#pragma once

#include <vector>

#include "connect/connection_set.hpp"

namespace hexcore {

template <int Words>
class ConnectionFlow {
 public:
  struct Result {
    float conductance;          // between the edges; 0 if nothing joins them
    std::vector<float> energy;  // by cell
  };

  explicit ConnectionFlow(const HexField<Words>& field);

  // The set must be complete: built without ending early.
  const Result& solve(const ConnectionSet<Words>& set);

 private:
  void number(const ConnectionSet<Words>& set);
  void wire(const ConnectionSet<Words>& set);
  void join(int one, int two, float conductance);
  void find_potentials();
  void find_energies(const ConnectionSet<Words>& set);

  float* row(int node) { return &matrix_[static_cast<std::size_t>(node) * stride_]; }

  const HexField<Words>* field_;
  std::size_t stride_;
  int unknowns_ = 0;
  std::vector<std::int16_t> place_;  // by node of the set: its unknown, or -1
  std::vector<int> nodes_;           // by unknown
  std::vector<float> matrix_;        // [unknowns, stride], the lower half and the diagonal
  std::vector<float> potential_;     // by unknown; the first edge has 1, the second 0
  std::vector<float> inverse_;       // of each pivot
  Result result_;
};

#define HEXCORE_MAKE(words) extern template class ConnectionFlow<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
