// Proof-number search on one or several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/proof_worker.hpp"

namespace hexcore {

template <int Words>
class ProofSearch {
 public:
  struct Result : ProofWorker<Words>::Result {
    std::uint64_t expanded = 0;  // positions, this time
  };

  ProofSearch(const Grid& grid, const ProofOptions& options);

  // Unsolved when cut by the limits. The boards must not be over. Each thread takes the next board;
  // when there is none left, it helps with the others. With one thread, the same calls always give
  // the same answers.
  std::vector<Result> solve(const std::vector<Board>& boards, Stopper& stopper);
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
