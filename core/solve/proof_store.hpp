// What the threads of a proof search share: the table, the kept proofs, and who works where.
//
// One mutex guards all of it. A thread holds it while it chooses a move and gives it up while it
// expands a position, which takes nearly all of the time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "solve/proof_library.hpp"
#include "solve/proof_table.hpp"

namespace hexcore {

template <int Words>
struct ProofStore {
  using Lock = std::unique_lock<std::mutex>;

  ProofStore(std::size_t table_mib, std::size_t proofs) : table(table_mib), library(proofs) {}

  // Before the threads start.
  void start(int count) {
    threads = count;
    searched.clear();
    expanding.clear();
  }
  void clear() { table.clear(), library.clear(); }

  bool is_shared() const { return threads > 1; }
  // How many threads search a position.
  std::uint32_t searchers(std::uint64_t key) const {
    if (!is_shared()) return 0;
    const auto found = searched.find(key);
    return found == searched.end() ? 0 : found->second;
  }
  void enter(std::uint64_t key) {
    if (is_shared()) ++searched[key];
  }
  void leave(std::uint64_t key) {
    if (!is_shared()) return;
    if (const auto found = searched.find(key); --found->second == 0) searched.erase(found);
  }

  // Whether this thread is to expand the position: no other does.
  bool begin_expansion(std::uint64_t key) { return !is_shared() || expanding.insert(key).second; }
  void end_expansion(std::uint64_t key) {
    if (!is_shared()) return;
    expanding.erase(key);
    expanded.notify_all();
  }
  // Until another thread has expanded a position.
  void wait(Lock& lock) { expanded.wait(lock); }

  std::mutex mutex;
  ProofTable<Words> table;
  ProofLibrary<Words> library;
  int threads = 1;
  std::unordered_map<std::uint64_t, std::uint32_t> searched;
  std::unordered_set<std::uint64_t> expanding;
  std::condition_variable expanded;
};

}  // namespace hexcore
