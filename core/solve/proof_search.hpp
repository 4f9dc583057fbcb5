// Depth-first proof-number search over filled-in positions with virtual connections.
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
#include "solve/proof_library.hpp"
#include "solve/proof_table.hpp"
#include "solve/verdict.hpp"

namespace hexcore {

struct ProofOptions {
  std::size_t table_mib = 64;
  double widening = 0.25;      // of the moves that may win, searched besides the first
  double slack = 0.25;         // how far a child may be searched past its sibling
  std::size_t library = 4096;  // proofs of a kind that are tried on other positions
  ConnectionLimits connections{.fulls = 16, .semis = 32, .cell_size = 8};
};

struct ProofCounts {
  std::uint64_t expanded = 0;  // positions
  std::uint64_t builds = 0;    // connections built from nothing
  std::uint64_t advances = 0;
  std::uint64_t transfers = 0;  // positions won by a proof of another one
  std::uint64_t steps = 0;      // of the connection search
};

template <int Words>
class ProofSearch {
 public:
  using Cells = Bits<Words>;

  ProofSearch(const Grid& grid, const ProofOptions& options);

  struct Result {
    ProofNumbers numbers;
    Move move = kPass;  // one that wins, if there is one
    Cells carrier;      // of the winner's proof, without the winner's stones
  };

  // Unsolved when cut by the limits. The board must not be over.
  Result solve(const Board& board, Stopper& stopper);
  // What is known of a position now.
  SolverProgress progress(const Board& board);
  void clear() { table_.clear(), library_.clear(); }
  const ProofCounts& counts() const { return counts_; }

 private:
  using Node = ProofNode<Words>;
  using Set = ConnectionSet<Words>;

  struct Level {
    explicit Level(const HexField<Words>& field) : position(field) {}
    HexPosition<Words> position;
    Color mover = Color::black;
    std::array<Cells, 2> captured;  // filled in since the level above, beside the move
    std::uint64_t key = 0;
    bool turned = false;
    bool symmetric = false;
    bool built = false;
    std::array<std::unique_ptr<Set>, 2> sets;
    std::vector<ProofChild> children;
    bool kept = false;  // the children are in the table, of this generation
    std::uint32_t generation = 0;
  };

  Level& level(int depth);
  void set_root(const Board& board);
  Move expected_move(int depth, Node node);
  void enter(int depth, Move move);
  void look_at(const Level& from, Move move);
  void fill_and_key(Level& level, const std::array<Cells, 2>& before);
  void build(int depth, Color color, typename Set::Until until);
  void build_all(int depth);

  void search(int depth, ProofNumbers limit);
  Node expand(int depth);
  bool end_by_connection(int depth, Node& node);
  void list_moves(int depth, Node& node);
  void order(const Level& level, std::vector<std::pair<float, Move>>& moves);
  ProofNumbers numbers_of(const ProofChild& child) const;
  void load_children(Level& level, const Node& node);
  void turn(std::vector<ProofChild>& children) const;
  void settle_children(int depth, Node& node);
  void refute(int depth, Node& node, const ProofChild& child, const Node& after);
  void inspect(const Level& level);
  bool end_by_library(int depth, Node& node);
  void keep(const Level& level, const Node& node);
  Cells close_proof(Level& level, Cells proof);
  int summarise(const Level& level, Node& node, std::uint32_t& second) const;
  void save(Level& level, Node& node);
  bool load(const Level& level, Node& node) const;
  Node turned(Node node) const;
  Cells turned(const Cells& cells) const;
  Cells proof_before(int depth, const ProofChild& child, const Node& after, Color winner);

  HexField<Words> field_;
  ProofOptions options_;
  ProofTable<Words> table_;
  ProofLibrary<Words> library_;
  InferiorCells<Words> inferior_;
  ConnectionFlow<Words> flow_;
  std::vector<std::unique_ptr<Level>> levels_;
  Level looked_at_;                        // a child that is not searched
  std::vector<std::uint64_t> stone_keys_;  // by cell and colour
  Stopper* stopper_ = nullptr;
  bool stop_ = false;
  ProofCounts counts_;
};

#define HEXCORE_MAKE(words) extern template class ProofSearch<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
