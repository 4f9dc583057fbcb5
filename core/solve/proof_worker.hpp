// One thread of a depth-first proof-number search over filled-in positions with virtual
// connections.
//
// A position here is always filled in: dead and captured cells are stones. Who has a proof wins
// with their stones and the empty cells of the proof's carrier, even if every other cell were the
// opponent's. So a move that is refuted leaves only moves inside the refutation's carrier.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "connect/connection_set.hpp"
#include "inferior/inferior.hpp"
#include "search/limits.hpp"
#include "solve/connection_flow.hpp"
#include "solve/policy_order.hpp"
#include "solve/proof_store.hpp"
#include "solve/verdict.hpp"

namespace hexcore {

struct ProofOptions {
  std::size_t table_mib = 64;
  int threads = 1;
  EvaluateViews network{};         // orders the moves; without it, circuits do
  double widening = 0.25;          // of the moves that may win, searched besides the first
  double network_widening = 0.05;  // the same with a network
  int few_moves = 3;               // not worth an evaluation for their order
  double slack = 0.25;             // how far a child may be searched past its sibling
  double loss_slack = 4;           // the same where the network expects a loss
  std::size_t library = 32768;     // proofs of a kind that are tried on other positions
  ConnectionLimits connections{
      .fulls = 16, .semis = 32, .or_steps = 24, .cell_size = 8, .over_edges = true};
};

struct ProofCounts {
  std::uint64_t expanded = 0;  // positions
  std::uint64_t builds = 0;    // connections built from nothing
  std::uint64_t advances = 0;
  std::uint64_t transfers = 0;    // positions won by a proof of another one
  std::uint64_t steps = 0;        // of the connection search
  std::uint64_t evaluations = 0;  // by the network

  ProofCounts& operator+=(const ProofCounts& more) {
    expanded += more.expanded, builds += more.builds, advances += more.advances;
    transfers += more.transfers, steps += more.steps, evaluations += more.evaluations;
    return *this;
  }
};

template <int Words>
class ProofWorker {
 public:
  using Cells = Bits<Words>;

  ProofWorker(const Grid& grid, const ProofOptions& options, ProofStore<Words>& store);

  struct Result {
    ProofNumbers numbers;
    Move move = kPass;  // one that wins, if there is one
    Cells carrier;      // of the winner's proof, without the winner's stones
  };

  // Searches until the position is solved, by this thread or another, or the limits end it.
  // Returns how many positions it expanded.
  std::uint64_t search(const Board& board, Stopper& stopper);
  // What is known of a position, when no thread searches any more.
  Result result(const Board& board);
  SolverProgress progress(const Board& board);
  const ProofCounts& counts() const { return counts_; }

 private:
  using Node = ProofNode<Words>;
  using Set = ConnectionSet<Words>;

  struct Level {
    explicit Level(const HexField<Words>& field) : position(field) {}
    HexPosition<Words> position;
    Color mover = Color::black;
    std::array<Cells, 2> captured;  // filled in since the level above, beside the move
    typename InferiorCells<Words>::Filled filled;
    std::uint64_t sum = 0, turned_sum = 0;  // of the keys of its stones, also turned
    std::uint64_t key = 0;
    bool turned = false;
    bool symmetric = false;
    bool built = false;
    std::array<std::unique_ptr<Set>, 2> sets;
    std::vector<ProofChild> children;
    bool kept = false;     // the children are in the table, of this generation
    bool changed = false;  // since then
    std::uint32_t generation = 0;
  };

  struct Expansion {
    ProofStore<Words>& store;
    std::uint64_t key;
    ~Expansion() { store.end_expansion(key); }
  };

  Level& level(int depth);
  template <typename Work>
  void unlocked(Work work) {
    struct Relock {
      typename ProofStore<Words>::Lock& lock;
      ~Relock() { lock.lock(); }
    };
    lock_->unlock();
    const Relock relock{*lock_};
    work();
  }
  void set_root(const Board& board);
  Move expected_move(int depth, Node node);
  void enter(int depth, Move move);
  void look_at(const Level& from, Move move);
  void take_fill_in(Level& level);
  void build(int depth, Color color, typename Set::Until until);
  void build_all(int depth);

  void search(int depth, ProofNumbers limit);
  void search_child(int depth, const ProofChild& child, ProofNumbers limit);
  bool is_outdated(int depth) const;
  void catch_up(Level& level, Node& node);
  bool find_or_expand(int depth, Node& node);
  Node expand(int depth);
  void look_into(int depth, Node& node);
  bool end_by_connection(int depth, Node& node);
  void list_moves(int depth, Node& node);
  void order_by_network(Level& level, Node& node);
  void order_by_circuits(const Level& level, std::vector<std::pair<float, Move>>& moves);
  ProofNumbers numbers_of(const ProofChild& child) const;
  void load_children(Level& level, const Node& node);
  void turn(std::vector<ProofChild>& children) const;
  void settle_children(int depth, Node& node);
  bool end_by_library(int depth, Node& node);
  void keep(const Level& level, const Node& node);
  Cells close_proof(Level& level, Cells proof);
  struct Choice {
    int child = -1;
    std::uint32_t delta = ProofNumbers::kInfinite;   // more where other threads search
    std::uint32_t second = ProofNumbers::kInfinite;  // the least delta of the others
  };
  Choice summarise(const Level& level, Node& node) const;
  void save(Level& level, Node& node);
  void keep_children(Level& level, Node& node);
  bool load(const Level& level, Node& node) const;
  Node turned(Node node) const;
  Cells turned(const Cells& cells) const;
  Cells proof_before(int depth, const ProofChild& child, const Node& after, Color winner);

  HexField<Words> field_;
  ProofOptions options_;
  ProofStore<Words>& store_;
  ProofTable<Words>& table_;
  typename ProofStore<Words>::Lock* lock_ = nullptr;  // of the store, during a search
  InferiorCells<Words> inferior_;
  ConnectionFlow<Words> flow_;
  PolicyOrder<Words> policy_;
  std::vector<std::unique_ptr<Level>> levels_;
  Level looked_at_;                        // a child that is not searched
  std::vector<std::uint64_t> stone_keys_;  // by cell and colour
  Stopper* stopper_ = nullptr;
  bool stop_ = false;
  ProofCounts counts_;
};

#define HEXCORE_MAKE(words) extern template class ProofWorker<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
