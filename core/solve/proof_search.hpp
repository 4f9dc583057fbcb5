// Proof-number search on one or several threads.
#pragma once

#include <memory>
#include <vector>

#include "solve/proof_worker.hpp"

namespace hexcore {

template <int Words>
class ProofSearch {
 public:
  using Result = typename ProofWorker<Words>::Result;

  ProofSearch(const Grid& grid, const ProofOptions& options);

  // Unsolved when cut by the limits. The board must not be over. With one thread, the same calls
  // always give the same answers.
  Result solve(const Board& board, Stopper& stopper);
  // What is known of a position now.
  SolverProgress progress(const Board& board) { return workers_[0]->progress(board); }
  void clear() { store_.clear(); }
  ProofCounts counts() const;

 private:
  ProofStore<Words> store_;
  std::vector<std::unique_ptr<ProofWorker<Words>>> workers_;  // one for each thread
};

#define HEXCORE_MAKE(words) extern template class ProofSearch<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
