#include "solve/proof_worker.hpp"

#include <algorithm>
#include <cmath>

#include "board/rng.hpp"

namespace hexcore {
namespace {

constexpr float kNoConductance = 1e-9F;
constexpr float kExpectsLossBelow = 0.1F;  // win probability

}  // namespace

template <int Words>
ProofWorker<Words>::ProofWorker(const Grid& grid, const ProofOptions& options,
                                ProofStore<Words>& store)
    : field_(grid),
      options_(options),
      store_(store),
      table_(store.table),
      inferior_(grid),
      flow_(field_),
      policy_(grid, options.network),
      looked_at_(field_),
      stone_keys_(static_cast<std::size_t>(2 * grid.cells())) {
  for (std::size_t at = 0; at < stone_keys_.size(); ++at) stone_keys_[at] = mix(at + 1);
}

template <int Words>
typename ProofWorker<Words>::Level& ProofWorker<Words>::level(int depth) {
  while (levels_.size() <= static_cast<std::size_t>(depth))
    levels_.push_back(std::make_unique<Level>(field_));
  return *levels_[static_cast<std::size_t>(depth)];
}

template <int Words>
std::uint64_t ProofWorker<Words>::search(const Board& board, Stopper& stopper) {
  stopper_ = &stopper;
  stop_ = stopper.stopped();
  set_root(board);
  if (stop_) return 0;
  const std::uint64_t before = counts_.expanded;
  typename ProofStore<Words>::Lock lock(store_.mutex);
  lock_ = &lock;
  search(0, {ProofNumbers::kInfinite, ProofNumbers::kInfinite});
  return counts_.expanded - before;
}

template <int Words>
typename ProofWorker<Words>::Result ProofWorker<Words>::result(const Board& board) {
  set_root(board);
  const Level& root = level(0);
  Node node;
  load(root, node);
  Result result{node.numbers, kPass, {}};
  if (!node.numbers.solved()) return result;
  const Color winner = node.numbers.won() ? root.mover : other(root.mover);
  result.carrier = node.proof | root.captured[index_of(winner)];
  if (node.numbers.won()) result.move = node.best;
  return result;
}

template <int Words>
void ProofWorker<Words>::set_root(const Board& board) {
  Level& root = level(0);
  root.position = HexPosition<Words>(field_);
  root.mover = board.turn();
  root.sum = root.turned_sum = 0;
  inferior_.fill_in(stones_of<Words>(board, Color::black), stones_of<Words>(board, Color::white));
  take_fill_in(root);
  inferior_.save(root.filled);
}

template <int Words>
SolverProgress ProofWorker<Words>::progress(const Board& board) {
  set_root(board);
  SolverProgress found;
  Node node;
  for (int depth = 0; load(level(depth), node); ++depth) {
    if (depth == 0) found.to_win = node.numbers.phi, found.to_lose = node.numbers.delta;
    const Move move = expected_move(depth, node);
    if (move < 0) break;
    found.line.push_back(move);
    enter(depth + 1, move);
  }
  return found;
}

// The winning move; the move searched next; or the one that took the most work to refute.
template <int Words>
Move ProofWorker<Words>::expected_move(int depth, Node node) {
  Level& here = level(depth);
  if (node.numbers.won()) return node.best;
  if (!node.numbers.solved()) {
    load_children(here, node);
    const int best = summarise(here, node).child;
    return best < 0 ? kPass : here.children[static_cast<std::size_t>(best)].move;
  }
  Move hardest = kPass;
  std::uint32_t most = 0;
  here.position.empty().for_each([&](int cell) {
    look_at(here, cell);
    const Node* after = table_.find(looked_at_.key);
    if (after == nullptr || !after->numbers.won() || after->work <= most) return;
    hardest = cell;
    most = after->work;
  });
  return hardest;
}

// Places the stones that the level does not have yet, and computes its key.
template <int Words>
void ProofWorker<Words>::take_fill_in(Level& level) {
  for (const Color color : {Color::black, Color::white}) {
    const Cells added = inferior_.filled(color).minus(level.position.stones(color));
    level.position.place_all(added, color);
    level.captured[index_of(color)] = inferior_.captured(color);
    added.for_each([&](int cell) {
      const int opposite = field_.grid->cells() - 1 - cell;
      level.sum += stone_keys_[static_cast<std::size_t>(2 * cell) + index_of(color)];
      level.turned_sum += stone_keys_[static_cast<std::size_t>(2 * opposite) + index_of(color)];
    });
  }
  level.symmetric = level.sum == level.turned_sum;
  level.turned = level.turned_sum < level.sum;
  level.key = mix(std::min(level.sum, level.turned_sum) + static_cast<std::uint64_t>(level.mover));
  if (level.key == 0) level.key = 1;
  level.built = false;
}

template <int Words>
void ProofWorker<Words>::look_at(const Level& from, Move move) {
  Level& to = looked_at_;
  to.position = from.position;
  to.mover = other(from.mover);
  to.sum = from.sum;
  to.turned_sum = from.turned_sum;
  inferior_.place(from.filled, move, from.mover);
  take_fill_in(to);
}

// Connections that were built for the same position are kept.
template <int Words>
void ProofWorker<Words>::enter(int depth, Move move) {
  look_at(level(depth - 1), move);
  Level& to = level(depth);
  if (to.built && to.mover == looked_at_.mover && to.position == looked_at_.position) {
    to.captured = looked_at_.captured;
    return;
  }
  inferior_.save(to.filled);
  to.position = looked_at_.position;
  to.mover = looked_at_.mover;
  to.captured = looked_at_.captured;
  to.sum = looked_at_.sum;
  to.turned_sum = looked_at_.turned_sum;
  to.key = looked_at_.key;
  to.turned = looked_at_.turned;
  to.symmetric = looked_at_.symmetric;
  to.built = false;
}

// Starts from the nearest position above that has its connections.
template <int Words>
void ProofWorker<Words>::build(int depth, Color color, typename Set::Until until) {
  Level& here = level(depth);
  auto& set = here.sets[index_of(color)];
  if (!set) set = std::make_unique<Set>(field_, color, options_.connections);
  const std::uint64_t before = set->steps();
  int above = depth - 1;
  while (above >= 0 && !level(above).built) --above;
  if (above >= 0) {
    ++counts_.advances;
    set->advance(*level(above).sets[index_of(color)], here.position, until);
  } else {
    ++counts_.builds;
    set->build(here.position, until);
  }
  counts_.steps += set->steps() - before;
}

// A position that has been expanded before has no winning connection.
template <int Words>
void ProofWorker<Words>::build_all(int depth) {
  if (level(depth).built) return;
  for (const Color color : {Color::black, Color::white}) build(depth, color, Set::Until::full_win);
  level(depth).built = true;
}

template <int Words>
void ProofWorker<Words>::search(int depth, ProofNumbers limit) {
  Level& here = level(depth);
  Node node;
  if (!find_or_expand(depth, node) || node.numbers.solved()) return;
  load_children(here, node);
  const std::uint64_t before = counts_.expanded;
  for (;;) {
    catch_up(here, node);
    if (!node.numbers.solved()) settle_children(depth, node);
    if (node.numbers.solved()) break;
    const Choice choice = summarise(here, node);
    if (stop_ || node.numbers.phi >= limit.phi || node.numbers.delta >= limit.delta) break;
    if (is_outdated(depth)) break;
    if (policy_ && !node.ordered && node.alive.count() > options_.few_moves) {
      order_by_network(here, node);
      continue;
    }
    ProofChild& child = here.children[static_cast<std::size_t>(choice.child)];
    enter(depth + 1, child.move);
    if (child.key != level(depth + 1).key) {
      // Fill-in may depend on the side from which the board is seen.
      child = {level(depth + 1).key, child.move, level(depth + 1).turned};
      here.changed = true;
      continue;
    }
    const ProofNumbers now = numbers_of(child);
    // Where every move must be refuted, changing between them gains little.
    const double slack = node.expects_loss ? options_.loss_slack : options_.slack;
    const double past =
        std::min<double>(choice.second * (1.0 + slack) + 1, ProofNumbers::kInfinite);
    // At least one step: the move may be worse than one that another thread searches.
    const auto least = std::min(limit.phi, static_cast<std::uint32_t>(past));
    search_child(depth, child,
                 {std::min(ProofNumbers::kInfinite, limit.delta - node.numbers.delta + now.phi),
                  std::max(least, now.delta + 1)});
  }
  node.work += static_cast<std::uint32_t>(counts_.expanded - before);
  save(here, node);
}

template <int Words>
void ProofWorker<Words>::search_child(int depth, const ProofChild& child, ProofNumbers limit) {
  const std::uint64_t key = child.key;
  store_.enter(key);
  search(depth + 1, limit);
  store_.leave(key);
}

// Whether another thread has solved a position above, so that this one matters no more.
template <int Words>
bool ProofWorker<Words>::is_outdated(int depth) const {
  if (!store_.is_shared()) return false;
  for (int above = 0; above < depth; ++above) {
    const Node* node = table_.find(levels_[static_cast<std::size_t>(above)]->key);
    if (node != nullptr && node->numbers.solved()) return true;
  }
  return false;
}

// Takes what other threads have found here.
template <int Words>
void ProofWorker<Words>::catch_up(Level& level, Node& node) {
  Node known;
  if (!store_.is_shared() || !load(level, known)) return;
  const Node mine = node;
  node = known;
  if (known.numbers.solved()) return;
  node.alive &= mine.alive;
  node.proof |= mine.proof;
  if (known.ordered == mine.ordered) {
    node.first = mine.first;
  } else if (known.ordered) {
    load_children(level, node);
  } else {
    node.ordered = true, node.expects_loss = mine.expects_loss, node.first = mine.first;
  }
}

// False if the search was stopped before. Only one thread expands a position.
template <int Words>
bool ProofWorker<Words>::find_or_expand(int depth, Node& node) {
  Level& here = level(depth);
  while (!load(here, node)) {
    if (store_.begin_expansion(here.key)) {
      const Expansion expansion{store_, here.key};
      node = expand(depth);
      save(here, node);
      break;
    }
    store_.wait(*lock_);
    stop_ = stop_ || stopper_->stopped();
    if (stop_) break;
  }
  return !stop_;
}

template <int Words>
typename ProofWorker<Words>::Node ProofWorker<Words>::expand(int depth) {
  ++counts_.expanded;
  stop_ = stop_ || stopper_->spend(1);
  Node node;
  node.work = 1;
  if (stop_ || end_by_library(depth, node)) return node;
  unlocked([&] { look_into(depth, node); });
  return node;
}

template <int Words>
void ProofWorker<Words>::look_into(int depth, Node& node) {
  if (depth > 0) build_all(depth - 1);
  if (end_by_connection(depth, node)) return;
  level(depth).built = true;
  list_moves(depth, node);
}

template <int Words>
bool ProofWorker<Words>::end_by_library(int depth, Node& node) {
  const Level& here = level(depth);
  for (const Color winner : {here.mover, other(here.mover)}) {
    const bool first = winner == here.mover;
    const Cells& own = here.position.stones(winner);
    const auto* entry =
        store_.library.find(winner, first, own, here.position.stones(other(winner)));
    if (entry == nullptr) continue;
    ++counts_.transfers;
    node.numbers =
        first ? ProofNumbers{0, ProofNumbers::kInfinite} : ProofNumbers{ProofNumbers::kInfinite, 0};
    node.proof = entry->carrier.minus(own);
    if (first && entry->best >= 0 && !own.test(entry->best)) node.best = entry->best;
    return true;
  }
  return false;
}

// Keeps a proof for other positions, without the stones that no way between the edges passes. The
// connections find again what they have ended alone.
template <int Words>
void ProofWorker<Words>::keep(const Level& level, const Node& node) {
  if (node.work < 2) return;
  const bool first = node.numbers.won();
  const Color winner = first ? level.mover : other(level.mover);
  const Field<Words>& field = *field_.field;
  const Cells all = level.position.stones(winner) | node.proof;
  const auto reach = [&](Cells from) {
    for (Cells grown = from & all;; from = grown) {
      grown |= field.spread(grown) & all;
      if (grown == from) return from;
    }
  };
  const Cells useful = reach(field.source(winner)) & reach(field.goal(winner));
  store_.library.add(
      winner, first,
      {level.position.stones(winner) & useful, node.proof & useful, node.work, node.best});
}

// The side that has just moved comes first: its stone makes connections, the other's only lose
// some.
template <int Words>
bool ProofWorker<Words>::end_by_connection(int depth, Node& node) {
  Level& here = level(depth);
  const Color me = here.mover;
  build(depth, other(me), Set::Until::full_win);
  const Set& theirs = *here.sets[index_of(other(me))];
  if (theirs.has_full_win()) {
    node.numbers = {ProofNumbers::kInfinite, 0};
    node.proof = theirs.full_win();
    return true;
  }
  build(depth, me, Set::Until::semi_win);
  const Set& mine = *here.sets[index_of(me)];
  if (!mine.has_full_win() && !mine.has_semi_win()) return false;
  node.numbers = {0, ProofNumbers::kInfinite};
  if (mine.has_full_win())
    node.proof = mine.full_win();
  else
    node.proof = mine.semi_win().carrier, node.best = mine.semi_win().key;
  return true;
}

template <int Words>
void ProofWorker<Words>::list_moves(int depth, Node& node) {
  Level& here = level(depth);
  const Set& theirs = *here.sets[1 - index_of(here.mover)];
  node.alive = theirs.must_play();
  node.proof = theirs.must_play_carrier();
  inferior_.load(here.filled);
  for (const auto& inferior : inferior_.inferior(here.mover))
    node.alive = node.alive.minus(Cells::of(inferior.cell));
  if (here.symmetric)
    node.alive.for_each([&](int cell) {
      const int opposite = field_.grid->cells() - 1 - cell;
      if (opposite > cell) node.alive = node.alive.minus(Cells::of(opposite));
    });
  std::vector<std::pair<float, Move>> moves;
  node.alive.for_each([&](int cell) { moves.emplace_back(0.0F, cell); });
  if (!policy_) order_by_circuits(here, moves);
  here.children.clear();
  for (const auto& [score, move] : moves) {
    look_at(here, move);
    here.children.push_back({looked_at_.key, static_cast<std::int16_t>(move), looked_at_.turned});
  }
  node.children = static_cast<std::int16_t>(here.children.size());
  here.kept = false;
  if (moves.empty()) {
    node.numbers = {ProofNumbers::kInfinite, 0};
    node.proof = close_proof(here, node.proof);
  }
}

// Late: positions that are never searched into need no order.
template <int Words>
void ProofWorker<Words>::order_by_network(Level& level, Node& node) {
  ++counts_.evaluations;
  float win_probability = 0;
  unlocked([&] { win_probability = policy_.sort(level.position, level.mover, level.children); });
  node.ordered = true;
  node.expects_loss = win_probability < kExpectsLossBelow;
  level.changed = true;
}

// The cells that carry most energy in both circuits come first: they matter most to both sides.
template <int Words>
void ProofWorker<Words>::order_by_circuits(const Level& level,
                                           std::vector<std::pair<float, Move>>& moves) {
  for (const Color color : {Color::black, Color::white}) {
    const auto& flow = flow_.solve(*level.sets[index_of(color)]);
    const float scale = 1 / (flow.conductance + kNoConductance);
    for (auto& [score, move] : moves) score -= scale * flow.energy[static_cast<std::size_t>(move)];
  }
  std::ranges::sort(moves);
}

template <int Words>
void ProofWorker<Words>::load_children(Level& level, const Node& node) {
  const ProofChild* from = table_.children(node);
  level.children.assign(from, from + node.children);
  if (level.turned) turn(level.children);
  level.kept = true;
  level.changed = false;
  level.generation = table_.generation();
}

template <int Words>
void ProofWorker<Words>::turn(std::vector<ProofChild>& children) const {
  for (ProofChild& child : children) {
    child.move = static_cast<std::int16_t>(field_.grid->cells() - 1 - child.move);
    child.turned = !child.turned;
  }
}

// Uses the children that are solved.
template <int Words>
void ProofWorker<Words>::settle_children(int depth, Node& node) {
  Level& here = level(depth);
  for (const ProofChild& child : here.children) {
    if (!node.alive.test(child.move)) continue;
    const Node* after = table_.find(child.key);
    if (after == nullptr || !after->numbers.solved()) continue;
    if (!after->numbers.won()) {
      node.numbers = {0, ProofNumbers::kInfinite};
      node.best = child.move;
      node.proof = proof_before(depth, child, *after, here.mover) | Cells::of(child.move);
      return;
    }
    const Cells refutation = proof_before(depth, child, *after, other(here.mover));
    node.alive &= refutation;
    node.proof |= refutation;
    if (here.symmetric) {
      node.alive &= turned(refutation);
      node.proof |= turned(refutation);
    }
  }
  for (const ProofChild& child : here.children)
    if (node.alive.test(child.move)) return;
  node.numbers = {ProofNumbers::kInfinite, 0};
  node.proof = close_proof(here, node.proof);
}

// The carrier of a child's proof, in the position before the move.
template <int Words>
typename ProofWorker<Words>::Cells ProofWorker<Words>::proof_before(int depth,
                                                                    const ProofChild& child,
                                                                    const Node& after,
                                                                    Color winner) {
  const Cells proof = child.turned ? turned(after.proof) : after.proof;
  look_at(level(depth), child.move);
  if (looked_at_.key != child.key)  // filled in otherwise: which cells were captured is not known
    return level(depth).position.empty().minus(Cells::of(child.move));
  return proof | looked_at_.captured[index_of(winner)];
}

// A lost position: the winner's answers to inferior moves inside the proof belong to it.
template <int Words>
typename ProofWorker<Words>::Cells ProofWorker<Words>::close_proof(Level& level, Cells proof) {
  inferior_.load(level.filled);
  const auto& cells = inferior_.inferior(level.mover);
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& inferior : cells) {
      if (!proof.test(inferior.cell)) continue;
      const Cells needed = inferior.carrier | Cells::of(inferior.by);
      if (!needed.minus(proof).any()) continue;
      proof |= needed;
      grown = true;
    }
  }
  return proof;
}

template <int Words>
ProofNumbers ProofWorker<Words>::numbers_of(const ProofChild& child) const {
  const Node* after = table_.find(child.key);
  return after ? after->numbers : ProofNumbers{};
}

// Computes the numbers from the children, and chooses the child to search. Only the first moves are
// searched, but all must be refuted: a position with few moves is closer to a loss. Other threads
// make a child look worse, so that they spread over the moves.
template <int Words>
typename ProofWorker<Words>::Choice ProofWorker<Words>::summarise(const Level& level,
                                                                  Node& node) const {
  int alive = 0;
  for (const ProofChild& child : level.children) alive += node.alive.test(child.move) ? 1 : 0;
  const double widening = policy_ ? options_.network_widening : options_.widening;
  int open = 1 + static_cast<int>(std::ceil(widening * alive));
  Choice choice;
  std::uint32_t least = ProofNumbers::kInfinite;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < level.children.size(); ++at) {
    if (!node.alive.test(level.children[at].move)) continue;
    const ProofNumbers numbers = numbers_of(level.children[at]);
    sum += numbers.phi;
    if (open-- <= 0) continue;
    least = std::min(least, numbers.delta);
    const std::uint64_t seen =
        std::uint64_t{numbers.delta} * (1 + store_.searchers(level.children[at].key));
    const auto delta =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(seen, ProofNumbers::kInfinite));
    if (choice.child < 0 || delta < choice.delta) {
      choice = {static_cast<int>(at), delta,
                choice.child < 0 ? ProofNumbers::kInfinite : choice.delta};
    } else {
      choice.second = std::min(choice.second, delta);
    }
  }
  node.numbers.phi = least;
  node.numbers.delta =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, ProofNumbers::kInfinite - 1));
  return choice;
}

template <int Words>
void ProofWorker<Words>::save(Level& level, Node& node) {
  if (stop_ && !node.numbers.solved() && node.children == 0) return;
  table_.make_room();
  if (node.numbers.solved()) node.children = 0, keep(level, node);
  if (node.children > 0) keep_children(level, node);
  node.key = level.key;
  table_.store(level.turned ? turned(node) : node);
}

template <int Words>
void ProofWorker<Words>::keep_children(Level& level, Node& node) {
  const bool kept = level.kept && level.generation == table_.generation();
  if (kept && !level.changed) return;
  std::vector<ProofChild> children = level.children;
  if (level.turned) turn(children);
  if (kept)
    table_.replace(node.first, children);
  else
    node.first = table_.add(children);
  level.kept = true;
  level.changed = false;
  level.generation = table_.generation();
}

template <int Words>
bool ProofWorker<Words>::load(const Level& level, Node& node) const {
  const Node* found = table_.find(level.key);
  if (found == nullptr) return false;
  node = level.turned ? turned(*found) : *found;
  return true;
}

template <int Words>
typename ProofWorker<Words>::Node ProofWorker<Words>::turned(Node node) const {
  node.alive = turned(node.alive);
  node.proof = turned(node.proof);
  if (node.best >= 0) node.best = static_cast<std::int16_t>(field_.grid->cells() - 1 - node.best);
  return node;
}

template <int Words>
typename ProofWorker<Words>::Cells ProofWorker<Words>::turned(const Cells& cells) const {
  Cells out;
  const int last = field_.grid->cells() - 1;
  cells.for_each([&](int cell) { out.set(last - cell); });
  return out;
}

#define HEXCORE_MAKE(words) template class ProofWorker<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
