#include "solve/proof_search.hpp"

#include "search/threads.hpp"

namespace hexcore {

template <int Words>
ProofSearch<Words>::ProofSearch(const Grid& grid, const ProofOptions& options)
    : store_(options.table_mib, options.library) {
  for (int thread = 0; thread < options.threads; ++thread)
    workers_.push_back(std::make_unique<ProofWorker<Words>>(grid, options, store_));
}

template <int Words>
typename ProofSearch<Words>::Result ProofSearch<Words>::solve(const Board& board,
                                                              Stopper& stopper) {
  store_.start(static_cast<int>(workers_.size()));
  run_threads(
      workers_.size(), [&](std::size_t at) { workers_[at]->search(board, stopper); },
      [&] { stopper.end(); });
  return workers_[0]->result();
}

template <int Words>
ProofCounts ProofSearch<Words>::counts() const {
  ProofCounts sum;
  for (const auto& worker : workers_) sum += worker->counts();
  return sum;
}

#define HEXCORE_MAKE(words) template class ProofSearch<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
