#include "solve/proof_search.hpp"

#include <atomic>

#include "search/threads.hpp"

namespace hexcore {

template <int Words>
ProofSearch<Words>::ProofSearch(const Grid& grid, const ProofOptions& options)
    : store_(options.table_mib, options.library) {
  for (int thread = 0; thread < options.threads; ++thread)
    workers_.push_back(std::make_unique<ProofWorker<Words>>(grid, options, store_));
}

template <int Words>
std::vector<typename ProofSearch<Words>::Result> ProofSearch<Words>::solve(
    const std::vector<Board>& boards, Stopper& stopper) {
  store_.start(static_cast<int>(workers_.size()));
  std::atomic<std::size_t> next{0};
  std::vector<std::atomic<std::uint64_t>> expanded(boards.size());
  const auto work = [&](std::size_t thread) {
    const auto search = [&](std::size_t at) {
      expanded[at] += workers_[thread]->search(boards[at], stopper);
    };
    for (std::size_t at = next++; at < boards.size(); at = next++) search(at);
    for (std::size_t at = 0; at < boards.size(); ++at) search(at);
  };
  run_threads(workers_.size(), work, [&] { stopper.end(); });
  std::vector<Result> results;
  for (std::size_t at = 0; at < boards.size(); ++at)
    results.push_back({workers_[0]->result(boards[at]), expanded[at]});
  return results;
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
