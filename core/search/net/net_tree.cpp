#include "search/net/net_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "connect/bridge_win.hpp"
#include "search/net/canonical.hpp"

namespace hexcore {

namespace {

float win_probability_of(Proven proven) {
  return 0.5F * static_cast<float>(static_cast<int>(proven) - 1);
}

}  // namespace

void NetTree::reset(const Board& root) {
  board_ = root;
  nodes_.clear();
  edges_.clear();
  waiting_.clear();
}

// A new node for the position on the board; only one that may be gone through gets edges.
std::uint32_t NetTree::expand(std::uint8_t* cells) {
  const bool is_root = nodes_.empty();
  const Plain plain = plain_result(is_root);
  Node node;
  node.proven = plain.proven;
  node.plies = static_cast<std::uint16_t>(plain.plies);
  if (node.proven == Proven::unknown || is_root) add_edges(node, plain);
  nodes_.push_back(node);
  const auto number = static_cast<std::uint32_t>(nodes_.size() - 1);
  if (options_.connect == 1 || is_root) examine_if_due(number);
  if (is_open(number) || (is_root && options_.always_evaluate_root)) {
    write_view(board_, cells);
    leaf_key_ = board_.key();
  }
  return number;
}

// Looks for connections in the position on the board, if it is time.
void NetTree::examine_if_due(std::uint32_t number) {
  Node& node = nodes_[number];
  const bool enough = number == 0 || node.visits + 2 >= options_.connect;
  if (options_.connect == 0 || node.examined || !is_open(number) || !enough) return;
  node.examined = true;
  const PositionFacts facts = finder_->find(board_);
  if (facts.proven == Proven::unknown) return close_edges(node, facts);
  const auto edges = edges_of(node);
  const auto move = std::ranges::find(edges, facts.move, &Edge::move);
  // A lost root stays open, as with bridges; a won one needs its move.
  if (number == 0 && (facts.proven == Proven::loss || move == edges.end())) return;
  if (move != edges.end()) move->proven = Proven::win;
  node.proven = facts.proven;
  node.plies = static_cast<std::uint16_t>(facts.plies);
  // Like a position that is settled when it is new: as a root it is looked at again.
  node.evaluated = node.evaluated && number == 0;
}

void NetTree::close_edges(Node& node, const PositionFacts& facts) {
  for (Edge& edge : edges_of(node)) {
    const Fate fate = facts.fates[static_cast<std::size_t>(edge.move)];
    if (fate == Fate::lost) edge.proven = Proven::loss;
    if (fate == Fate::inferior) edge.inferior = true;
  }
  // The other moves may have been refuted before.
  node.proven = prove_parent(node, Proven::unknown);
  if (node.proven != Proven::unknown) node.plies = static_cast<std::uint16_t>(plies_of(node));
}

void NetTree::add_edges(Node& node, const Plain& plain) {
  node.first = static_cast<std::uint32_t>(edges_.size());
  for (int cell = 0; cell < board_.grid().cells(); ++cell) {
    if (board_.at(cell) != Stone::none) continue;
    Edge edge;
    edge.move = static_cast<std::int16_t>(cell);
    const bool wins = plain.move >= 0 ? cell == plain.move : board_.would_win(cell, board_.turn());
    if (plain.proven == Proven::win && wins) edge.proven = Proven::win;
    edges_.push_back(edge);
  }
  node.count = static_cast<std::uint16_t>(edges_.size() - node.first);
}

NetTree::Plain NetTree::plain_result(bool is_root) const {
  const Color mover = board_.turn();
  if (const auto winner = board_.winner()) return {*winner == mover ? Proven::win : Proven::loss};
  for (int cell = 0; cell < board_.grid().cells(); ++cell)
    if (board_.at(cell) == Stone::none && board_.would_win(cell, mover)) return {Proven::win, 1};
  if (!options_.see_bridges) return {};
  BridgeTracker bridges = BridgeTracker::of_position(board_);
  // A lost root stays open: a move must be chosen, and the network tells which is the hardest.
  if (!is_root)
    if (const auto found = bridge_win(bridges, other(mover)))
      return {Proven::loss, 2 * found->pairs.size()};
  if (const auto found = bridge_win_move(bridges, mover))
    return {Proven::win, 1 + 2 * found->win.pairs.size(), found->move};
  return {};
}

NetTree::Visit NetTree::visit(std::uint8_t* cells, int first) {
  path_.clear();
  std::uint32_t at = 0;
  if (nodes_.empty()) {
    expand(cells);
    if (nodes_[0].proven != Proven::unknown && !options_.always_evaluate_root)
      return Visit::settled;
    waiting_.push_back({0, {}});
    return Visit::leaf;
  }
  while (nodes_[at].evaluated && (at == 0 || is_open(at))) {
    examine_if_due(at);
    if (nodes_[at].examined && !is_open(at)) break;
    const Node& node = nodes_[at];
    const std::uint32_t edge =
        at == 0 && first >= 0 ? node.first + static_cast<std::uint32_t>(first) : choose(node);
    path_.push_back({at, edge});
    ++edges_[edge].visits;
    ++nodes_[at].visits;
    board_.push(edges_[edge].move);
    if (edges_[edge].child == 0) {
      const std::uint32_t child = expand(cells);
      edges_[edge].child = child;
      at = child;
      if (is_open(child)) {
        return_to_root(path_.size());
        waiting_.push_back({child, path_});
        return Visit::leaf;
      }
      break;
    }
    at = edges_[edge].child;
  }
  return_to_root(path_.size());
  if (!is_open(at)) {
    back_up(path_, nodes_[at].proven, win_probability_of(nodes_[at].proven));
    return Visit::settled;
  }
  take_back(path_);
  return Visit::collision;
}

void NetTree::take_back(std::span<const Step> path) {
  for (const auto& [node, edge] : path) {
    --edges_[edge].visits;
    --nodes_[node].visits;
  }
}

void NetTree::return_to_root(std::size_t steps) {
  for (; steps > 0; --steps) board_.pop();
}

void NetTree::evaluate(std::uint32_t number, const float* logits, float win_probability) {
  const auto found = std::ranges::find(waiting_, number, &Waiting::node);
  if (found == waiting_.end())
    throw Error(ErrorKind::player, "no such leaf is waiting for an evaluation");
  const Waiting leaf = std::move(*found);
  waiting_.erase(found);
  Node& node = nodes_[leaf.node];
  node.evaluated = true;
  node.win_probability = win_probability;
  // The side to move at the leaf follows from the length of the path: colours alternate.
  const Color mover = leaf.path.size() % 2 == 0 ? board_.turn() : other(board_.turn());
  const CanonicalView view(board_.grid(), mover);
  float highest = -std::numeric_limits<float>::infinity();
  for (Edge& edge : edges_of(node)) {
    edge.prior = logits[view.index(edge.move)];
    highest = std::max(highest, edge.prior);
  }
  float sum = 0;
  for (Edge& edge : edges_of(node)) sum += edge.prior = std::exp(edge.prior - highest);
  for (Edge& edge : edges_of(node)) edge.prior /= sum;
  back_up(leaf.path, Proven::unknown, win_probability);
}

void NetTree::forget_waiting() {
  for (const Waiting& leaf : waiting_) {
    take_back(leaf.path);
    if (!leaf.path.empty()) edges_[leaf.path.back().edge].child = 0;
  }
  const bool root_waits = !nodes_.empty() && !nodes_[0].evaluated;
  waiting_.clear();
  if (root_waits) {
    nodes_.clear();
    edges_.clear();
  }
}

// `proven` and `win_probability` are those of the side to move at the end of the path.
void NetTree::back_up(std::span<const Step> path, Proven proven, float win_probability) {
  for (std::size_t at = path.size(); at-- > 0;) {
    Node& parent = nodes_[path[at].node];
    Edge& edge = edges_[path[at].edge];
    win_probability = 1 - win_probability;
    edge.value_sum += win_probability;
    parent.value_sum += win_probability;
    ++parent.answers;
    if (proven == Proven::unknown) continue;
    edge.proven = opposite(proven);
    proven = prove_parent(parent, edge.proven);
    if (proven != Proven::unknown) {
      parent.proven = proven;
      parent.plies = static_cast<std::uint16_t>(plies_of(parent));
      win_probability = win_probability_of(proven);
    }
  }
}

Proven NetTree::prove_parent(const Node& parent, Proven edge) const {
  if (edge == Proven::win) return Proven::win;
  const bool lost =
      std::ranges::all_of(edges_of(parent), [](const Edge& each) { return each.closed(); });
  return lost ? Proven::loss : Proven::unknown;
}

int NetTree::plies_of(const Node& proven) const {
  int shortest = std::numeric_limits<int>::max(), longest = 0;
  for (const Edge& edge : edges_of(proven)) {
    if (edge.proven == Proven::win) shortest = std::min(shortest, plies(edge));
    longest = std::max(longest, plies(edge));
  }
  return proven.proven == Proven::win ? shortest : longest;
}

std::uint32_t NetTree::choose(const Node& node) const {
  return options_.descent == Descent::puct ? choose_puct(node) : choose_improved(node);
}

std::uint32_t NetTree::choose_puct(const Node& node) const {
  const auto edges = edges_of(node);
  const float visits = static_cast<float>(node.visits);
  float tried = 0;
  for (const Edge& edge : edges)
    if (edge.visits > 0) tried += edge.prior;
  const float untried = node.mean() - options_.first_play_loss * std::sqrt(tried);
  const float weight = (options_.exploration + options_.exploration_growth *
                                                   std::log((visits + options_.exploration_base) /
                                                            options_.exploration_base)) *
                       std::sqrt(visits + 1);
  float best = -std::numeric_limits<float>::infinity();
  std::uint32_t chosen = node.first;
  for (std::uint32_t at = 0; at < edges.size(); ++at) {
    const Edge& edge = edges[at];
    if (edge.closed()) continue;
    const float score =
        edge.mean(untried) + weight * edge.prior / static_cast<float>(1 + edge.visits);
    if (score > best) {
      best = score;
      chosen = node.first + at;
    }
  }
  return chosen;
}

float NetTree::sharpness(const Node& node) const {
  std::uint32_t most = 0;
  for (const Edge& edge : edges_of(node)) most = std::max(most, edge.visits);
  return (options_.visit_offset + static_cast<float>(most)) * options_.value_scale;
}

// The value for moves without visits: the network's own, mixed with what visits have shown.
float NetTree::mixed_value(const Node& node) const {
  float visits = 0, priors = 0, values = 0;
  for (const Edge& edge : edges_of(node))
    if (edge.visits > 0) {
      visits += static_cast<float>(edge.visits);
      priors += edge.prior;
      values += edge.prior * edge.mean(0);
    }
  if (visits == 0) return node.win_probability;
  const float seen = priors > 0 ? values / priors : node.win_probability;
  return (node.win_probability + visits * seen) / (1 + visits);
}

std::uint32_t NetTree::choose_improved(const Node& node) const {
  const auto edges = edges_of(node);
  const float mixed = mixed_value(node);
  const float sharp = sharpness(node);
  static thread_local std::vector<float> weights;
  weights.resize(edges.size());
  // Relative to the mixed value; few edges have visits and need an exponential of their own.
  float sum = 0;
  for (std::size_t at = 0; at < edges.size(); ++at) {
    const Edge& edge = edges[at];
    float weight = edge.prior;
    if (edge.closed())
      weight = 0;
    else if (edge.visits > 0)
      weight *= std::exp(std::clamp(sharp * (edge.mean(0) - mixed), -60.0F, 60.0F));
    sum += weights[at] = weight;
  }
  const float total = static_cast<float>(node.visits) + 1;
  float best = -std::numeric_limits<float>::infinity();
  std::uint32_t chosen = node.first;
  for (std::uint32_t at = 0; at < edges.size(); ++at) {
    if (edges[at].closed()) continue;
    const float score = weights[at] / sum - static_cast<float>(edges[at].visits) / total;
    if (score > best) {
      best = score;
      chosen = node.first + at;
    }
  }
  return chosen;
}

float NetTree::win_probability() const {
  const Node& root = nodes_[0];
  if (root.proven != Proven::unknown) return win_probability_of(root.proven);
  return root.mean();
}

float NetTree::sharpness() const { return sharpness(nodes_[0]); }

void NetTree::completed_values(std::vector<float>& values) const {
  const auto edges = edges_of(nodes_[0]);
  const float mixed = mixed_value(nodes_[0]);
  values.resize(edges.size());
  for (std::size_t at = 0; at < edges.size(); ++at)
    values[at] = edges[at].proven != Proven::unknown ? win_probability_of(edges[at].proven)
                                                     : edges[at].mean(mixed);
}

bool NetTree::advance(std::span<const Move> moves) {
  std::uint32_t at = 0;
  Board board = board_;
  for (const Move move : moves) {
    if (at >= nodes_.size()) return false;
    const auto edges = edges_of(nodes_[at]);
    const auto found =
        std::ranges::find_if(edges, [move](const Edge& edge) { return edge.move == move; });
    if (found == edges.end() || found->child == 0) return false;
    board.push(move);
    at = found->child;
  }
  if (nodes_.empty() || !nodes_[at].evaluated || !waiting_.empty() || board.over()) return false;
  if (at == 0) return true;
  NetTree kept(options_);
  kept.copy_subtree(*this, at);
  kept.board_ = board;
  kept.finder_ = std::move(finder_);
  *this = std::move(kept);
  return true;
}

// Copies a node and all below it to the end; breadth first, so that nothing recurses.
void NetTree::copy_subtree(const NetTree& from, std::uint32_t node) {
  const auto take = [&](std::uint32_t at) {
    Node copy = from.nodes_[at];
    copy.first = static_cast<std::uint32_t>(edges_.size());
    const auto edges = from.edges_of(from.nodes_[at]);
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    nodes_.push_back(copy);
  };
  take(node);
  for (std::uint32_t at = 0; at < nodes_.size(); ++at)
    for (std::uint32_t edge = nodes_[at].first; edge < nodes_[at].first + nodes_[at].count; ++edge)
      if (edges_[edge].child != 0) {
        const std::uint32_t old = edges_[edge].child;
        edges_[edge].child = static_cast<std::uint32_t>(nodes_.size());
        take(old);
      }
}

}  // namespace hexcore
