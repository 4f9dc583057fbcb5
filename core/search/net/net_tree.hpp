// A search tree whose leaves a network evaluates. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "search/net/fact_finder.hpp"
#include "search/tree.hpp"

namespace hexcore {

// How a node below the root chooses the move to look at next.
enum class Descent : std::uint8_t {
  // Value plus prior over visits, as AlphaZero does: for many visits.
  puct,
  // Keep the visits in step with the improved policy, as Gumbel AlphaZero does: for few.
  improved,
};

struct NetTreeOptions {
  Descent descent = Descent::puct;
  // Weight of the prior, growing with the logarithm of the visits. Values are win probabilities.
  float exploration = 0.6F;
  float exploration_growth = 0.22F;
  float exploration_base = 500.0F;
  // A move without visits counts as the node itself less this, the more the more was tried.
  float first_play_loss = 0.12F;
  // Sharpness of the improved policy: this many units for a certain win, plus the visits.
  float visit_offset = 50.0F;
  float value_scale = 1.0F;
  // Look for chains of bridges at each new position; dearer than a look at immediate wins.
  bool see_bridges = false;
  // Look for virtual connections and inferior moves at the visit of a position with this number,
  // and at the root at once. 0: never. 1: before the network evaluates the position.
  std::uint32_t connect = 0;
  // Evaluate the root even if its result is known, for the network's policy.
  bool always_evaluate_root = false;
};

class NetTree {
 public:
  // One move out of a node; statistics are for the side that makes it.
  struct Edge {
    float prior = 0;
    float value_sum = 0;
    std::uint32_t visits = 0;
    std::uint32_t child = 0;
    std::int16_t move = 0;
    Proven proven = Proven::unknown;
    // Another move is at least as good.
    bool inferior = false;

    // Whether the move need not be looked at.
    bool closed() const { return proven == Proven::loss || inferior; }
    float mean(float without) const {
      return visits == 0 ? without : value_sum / static_cast<float>(visits);
    }
  };

  enum class Visit : std::uint8_t {
    leaf,       // waits for `evaluate`
    settled,    // reached a certain result, already counted
    collision,  // reached a leaf that waits already; nothing was counted
  };

  explicit NetTree(const NetTreeOptions& options) : options_(options) {
    if (options.connect > 0) finder_ = std::make_unique<FactFinder>();
  }

  // Forgets everything. The game must be open and the board of the hex shape.
  void reset(const Board& root);
  // Makes the position after the moves the root and keeps what is below; false when the tree does
  // not reach it.
  bool advance(std::span<const Move> moves);

  // Goes down to a leaf, by root edge `first` if that is not negative; a leaf's view is written to
  // `cells`, and `leaf` and `leaf_key` tell which it was until the next visit.
  Visit visit(std::uint8_t* cells, int first = -1);
  std::uint32_t leaf() const { return waiting_.back().node; }
  std::uint64_t leaf_key() const { return leaf_key_; }
  // `logits` of all cells of the view of a leaf that waits, and the win probability of the side to
  // move.
  void evaluate(std::uint32_t leaf, const float* logits, float win_probability);
  // Takes back the visits that still wait.
  void forget_waiting();

  const Board& board() const { return board_; }
  bool evaluated() const { return !nodes_.empty() && nodes_[0].evaluated; }
  Proven proven() const { return nodes_[0].proven; }
  // Visits below the root.
  std::uint32_t visits() const { return nodes_[0].visits; }
  // The root's win probability according to the network, and to the search.
  float raw_win_probability() const { return nodes_[0].win_probability; }
  float win_probability() const;
  std::span<Edge> edges() { return edges_of(nodes_[0]); }
  std::span<const Edge> edges() const { return edges_of(nodes_[0]); }
  std::span<const Edge> replies(const Edge& edge) const {
    return edge.child == 0 ? std::span<const Edge>{} : edges_of(nodes_[edge.child]);
  }
  // How long a certain result takes to be on the board: a win its shortest way, a loss its longest,
  // as far as they are known.
  int plies(const Edge& edge) const { return edge.child == 0 ? 1 : 1 + nodes_[edge.child].plies; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge); }
  std::size_t waiting() const { return waiting_.size(); }

  // What the edges of the root are worth, moves without visits by what the others tell.
  void completed_values(std::vector<float>& values) const;
  // Units that values weigh against the logarithms of priors.
  float sharpness() const;

 private:
  struct Node {
    std::uint32_t first = 0;
    std::uint16_t count = 0;
    // To the end, once the result is certain.
    std::uint16_t plies = 0;
    bool evaluated = false;
    // Whether connections have been looked for.
    bool examined = false;
    Proven proven = Proven::unknown;
    float win_probability = 0.5F;
    // Visits include those that wait for an answer; the sum is that of the answers.
    std::uint32_t visits = 0;
    std::uint32_t answers = 0;
    float value_sum = 0;

    float mean() const { return (win_probability + value_sum) / static_cast<float>(1 + answers); }
  };
  struct Step {
    std::uint32_t node;
    std::uint32_t edge;
  };
  struct Waiting {
    std::uint32_t node;
    std::vector<Step> path;
  };
  // What is certain without a search, for the side to move; `move` wins by bridges unless negative.
  struct Plain {
    Proven proven = Proven::unknown;
    std::size_t plies = 0;
    Move move = -1;
  };

  std::span<Edge> edges_of(const Node& node) { return {edges_.data() + node.first, node.count}; }
  std::span<const Edge> edges_of(const Node& node) const {
    return {edges_.data() + node.first, node.count};
  }
  std::uint32_t choose(const Node& node) const;
  std::uint32_t choose_puct(const Node& node) const;
  std::uint32_t choose_improved(const Node& node) const;
  float sharpness(const Node& node) const;
  float mixed_value(const Node& node) const;
  std::uint32_t expand(std::uint8_t* cells);
  Plain plain_result(bool is_root) const;
  void add_edges(Node& node, const Plain& plain);
  bool is_open(std::uint32_t number) const { return nodes_[number].proven == Proven::unknown; }
  void examine_if_due(std::uint32_t number);
  void close_edges(Node& node, const PositionFacts& facts);
  void take_back(std::span<const Step> path);
  void back_up(std::span<const Step> path, Proven proven, float win_probability);
  Proven prove_parent(const Node& parent, Proven edge) const;
  int plies_of(const Node& proven) const;
  void return_to_root(std::size_t steps);
  void copy_subtree(const NetTree& from, std::uint32_t node);

  NetTreeOptions options_;
  std::unique_ptr<FactFinder> finder_;  // where options ask for connections
  Board board_{Grid::get(Shape::hex, 1, 1)};
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> path_;
  std::vector<Waiting> waiting_;
  std::uint64_t leaf_key_ = 0;
};

}  // namespace hexcore
