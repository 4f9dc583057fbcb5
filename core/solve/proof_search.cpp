#include "solve/proof_search.hpp"

#include <algorithm>
#include <cmath>

#include "board/rng.hpp"

namespace hexcore {
namespace {

constexpr float kNoConductance = 1e-9F;

}  // namespace

template <int Words>
ProofSearch<Words>::ProofSearch(const Grid& grid, const ProofOptions& options)
    : field_(grid),
      options_(options),
      table_(options.table_mib),
      library_(options.library),
      inferior_(grid),
      flow_(field_),
      looked_at_(field_),
      stone_keys_(static_cast<std::size_t>(2 * grid.cells())) {
  for (std::size_t at = 0; at < stone_keys_.size(); ++at) stone_keys_[at] = mix(at + 1);
}

template <int Words>
typename ProofSearch<Words>::Level& ProofSearch<Words>::level(int depth) {
  while (levels_.size() <= static_cast<std::size_t>(depth))
    levels_.push_back(std::make_unique<Level>(field_));
  return *levels_[static_cast<std::size_t>(depth)];
}

template <int Words>
typename ProofSearch<Words>::Result ProofSearch<Words>::solve(const Board& board,
                                                              Stopper& stopper) {
  stopper_ = &stopper;
  stop_ = stopper.stopped();
  set_root(board);
  const Level& root = level(0);
  Node node;
  if (!stop_) {
    search(0, {ProofNumbers::kInfinite, ProofNumbers::kInfinite});
    load(root, node);
  }
  Result result{node.numbers, kPass, {}};
  if (!node.numbers.solved()) return result;
  const Color winner = node.numbers.won() ? root.mover : other(root.mover);
  result.carrier = node.proof | root.captured[index_of(winner)];
  if (node.numbers.won()) result.move = node.best;
  return result;
}

template <int Words>
void ProofSearch<Words>::set_root(const Board& board) {
  Level& root = level(0);
  root.position = HexPosition<Words>(field_, board);
  root.mover = board.turn();
  fill_and_key(root, {root.position.stones(Color::black), root.position.stones(Color::white)});
}

template <int Words>
SolverProgress ProofSearch<Words>::progress(const Board& board) {
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
Move ProofSearch<Words>::expected_move(int depth, Node node) {
  Level& here = level(depth);
  if (node.numbers.won()) return node.best;
  if (!node.numbers.solved()) {
    load_children(here, node);
    std::uint32_t second = ProofNumbers::kInfinite;
    const int best = summarise(here, node, second);
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

// Where the level's stones were `before`, fills in and computes the key.
template <int Words>
void ProofSearch<Words>::fill_and_key(Level& level, const std::array<Cells, 2>& before) {
  inferior_.fill_in(before[0], before[1]);
  std::uint64_t key = 0, turned_key = 0;
  for (const Color color : {Color::black, Color::white}) {
    const Cells stones = inferior_.filled(color);
    level.position.place_all(stones.minus(before[index_of(color)]), color);
    level.captured[index_of(color)] = inferior_.captured(color);
    stones.for_each([&](int cell) {
      const auto at = static_cast<std::size_t>(2 * cell) + index_of(color);
      const auto opposite =
          static_cast<std::size_t>(2 * (field_.grid->cells() - 1 - cell)) + index_of(color);
      key += stone_keys_[at];
      turned_key += stone_keys_[opposite];
    });
  }
  level.symmetric = key == turned_key;
  level.turned = turned_key < key;
  level.key = mix(std::min(key, turned_key) + static_cast<std::uint64_t>(level.mover));
  if (level.key == 0) level.key = 1;
  level.built = false;
}

template <int Words>
void ProofSearch<Words>::look_at(const Level& from, Move move) {
  Level& to = looked_at_;
  to.position = from.position;
  to.position.place(move, from.mover);
  to.mover = other(from.mover);
  fill_and_key(to, {to.position.stones(Color::black), to.position.stones(Color::white)});
}

// Connections that were built for the same position are kept.
template <int Words>
void ProofSearch<Words>::enter(int depth, Move move) {
  look_at(level(depth - 1), move);
  Level& to = level(depth);
  if (to.built && to.mover == looked_at_.mover && to.position == looked_at_.position) {
    to.captured = looked_at_.captured;
    return;
  }
  to.position = looked_at_.position;
  to.mover = looked_at_.mover;
  to.captured = looked_at_.captured;
  to.key = looked_at_.key;
  to.turned = looked_at_.turned;
  to.symmetric = looked_at_.symmetric;
  to.built = false;
}

// Starts from the nearest position above that has its connections.
template <int Words>
void ProofSearch<Words>::build(int depth, Color color, typename Set::Until until) {
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
void ProofSearch<Words>::build_all(int depth) {
  if (level(depth).built) return;
  for (const Color color : {Color::black, Color::white}) build(depth, color, Set::Until::full_win);
  level(depth).built = true;
}

template <int Words>
void ProofSearch<Words>::search(int depth, ProofNumbers limit) {
  Level& here = level(depth);
  Node node;
  if (!load(here, node)) {
    node = expand(depth);
    save(here, node);
  }
  if (node.numbers.solved() || stop_) return;
  load_children(here, node);
  const std::uint64_t before = counts_.expanded;
  for (;;) {
    settle_children(depth, node);
    if (node.numbers.solved()) break;
    std::uint32_t second = ProofNumbers::kInfinite;
    const int best = summarise(here, node, second);
    if (stop_ || node.numbers.phi >= limit.phi || node.numbers.delta >= limit.delta) break;
    ProofChild& child = here.children[static_cast<std::size_t>(best)];
    const ProofNumbers now = numbers_of(child);
    const double slack = 1.0 + options_.slack;
    const auto past =
        static_cast<std::uint32_t>(std::min<double>(second * slack + 1, ProofNumbers::kInfinite));
    enter(depth + 1, child.move);
    if (child.key != level(depth + 1).key) {
      // Fill-in may depend on the side from which the board is seen.
      child = {level(depth + 1).key, child.move, level(depth + 1).turned};
      here.kept = false;
      continue;
    }
    search(depth + 1,
           {std::min(ProofNumbers::kInfinite, limit.delta - node.numbers.delta + now.phi),
            std::min(limit.phi, past)});
  }
  node.work += static_cast<std::uint32_t>(counts_.expanded - before);
  save(here, node);
}

template <int Words>
typename ProofSearch<Words>::Node ProofSearch<Words>::expand(int depth) {
  ++counts_.expanded;
  stop_ = stop_ || stopper_->spend(1);
  Node node;
  node.work = 1;
  if (stop_) return node;
  if (end_by_library(depth, node)) return node;
  if (depth > 0) build_all(depth - 1);
  if (end_by_connection(depth, node)) return node;
  level(depth).built = true;
  list_moves(depth, node);
  return node;
}

template <int Words>
bool ProofSearch<Words>::end_by_library(int depth, Node& node) {
  const Level& here = level(depth);
  for (const Color winner : {here.mover, other(here.mover)}) {
    const bool first = winner == here.mover;
    const Cells& own = here.position.stones(winner);
    const auto* entry = library_.find(winner, first, own, here.position.stones(other(winner)));
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
void ProofSearch<Words>::keep(const Level& level, const Node& node) {
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
  library_.add(winner, first,
               {level.position.stones(winner) & useful, node.proof & useful, node.work, node.best});
}

template <int Words>
bool ProofSearch<Words>::end_by_connection(int depth, Node& node) {
  Level& here = level(depth);
  const Color me = here.mover;
  build(depth, me, Set::Until::semi_win);
  const Set& mine = *here.sets[index_of(me)];
  if (mine.has_full_win() || mine.has_semi_win()) {
    node.numbers = {0, ProofNumbers::kInfinite};
    if (mine.has_full_win())
      node.proof = mine.full_win();
    else
      node.proof = mine.semi_win().carrier, node.best = mine.semi_win().key;
    return true;
  }
  build(depth, other(me), Set::Until::full_win);
  const Set& theirs = *here.sets[index_of(other(me))];
  if (!theirs.has_full_win()) return false;
  node.numbers = {ProofNumbers::kInfinite, 0};
  node.proof = theirs.full_win();
  return true;
}

template <int Words>
void ProofSearch<Words>::list_moves(int depth, Node& node) {
  Level& here = level(depth);
  const Set& theirs = *here.sets[1 - index_of(here.mover)];
  node.alive = theirs.must_play();
  node.proof = theirs.must_play_carrier();
  inspect(here);
  for (const auto& inferior : inferior_.inferior(here.mover))
    node.alive = node.alive.minus(Cells::of(inferior.cell));
  if (here.symmetric)
    node.alive.for_each([&](int cell) {
      const int opposite = field_.grid->cells() - 1 - cell;
      if (opposite > cell) node.alive = node.alive.minus(Cells::of(opposite));
    });
  std::vector<std::pair<float, Move>> moves;
  node.alive.for_each([&](int cell) { moves.emplace_back(0.0F, cell); });
  order(here, moves);
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

// The cells that carry most energy in both circuits come first: they matter most to both sides.
template <int Words>
void ProofSearch<Words>::order(const Level& level, std::vector<std::pair<float, Move>>& moves) {
  for (const Color color : {Color::black, Color::white}) {
    const auto& flow = flow_.solve(*level.sets[index_of(color)]);
    const float scale = 1 / (flow.conductance + kNoConductance);
    for (auto& [score, move] : moves) score -= scale * flow.energy[static_cast<std::size_t>(move)];
  }
  std::ranges::sort(moves);
}

template <int Words>
void ProofSearch<Words>::load_children(Level& level, const Node& node) {
  const ProofChild* from = table_.children(node);
  level.children.assign(from, from + node.children);
  if (level.turned) turn(level.children);
  level.kept = true;
  level.generation = table_.generation();
}

template <int Words>
void ProofSearch<Words>::turn(std::vector<ProofChild>& children) const {
  for (ProofChild& child : children) {
    child.move = static_cast<std::int16_t>(field_.grid->cells() - 1 - child.move);
    child.turned = !child.turned;
  }
}

// Uses the children that are solved.
template <int Words>
void ProofSearch<Words>::settle_children(int depth, Node& node) {
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
typename ProofSearch<Words>::Cells ProofSearch<Words>::proof_before(int depth,
                                                                    const ProofChild& child,
                                                                    const Node& after,
                                                                    Color winner) {
  const Cells proof = child.turned ? turned(after.proof) : after.proof;
  look_at(level(depth), child.move);
  if (looked_at_.key != child.key)  // filled in otherwise: which cells were captured is not known
    return level(depth).position.empty().minus(Cells::of(child.move));
  return proof | looked_at_.captured[index_of(winner)];
}

// Looks for inferior cells of a position that is filled in already.
template <int Words>
void ProofSearch<Words>::inspect(const Level& level) {
  inferior_.fill_in(level.position.stones(Color::black), level.position.stones(Color::white));
}

// A lost position: the winner's answers to inferior moves inside the proof belong to it.
template <int Words>
typename ProofSearch<Words>::Cells ProofSearch<Words>::close_proof(Level& level, Cells proof) {
  inspect(level);
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
ProofNumbers ProofSearch<Words>::numbers_of(const ProofChild& child) const {
  const Node* after = table_.find(child.key);
  return after ? after->numbers : ProofNumbers{};
}

// Computes the numbers from the children; returns the child to search, and the delta of the next.
template <int Words>
int ProofSearch<Words>::summarise(const Level& level, Node& node, std::uint32_t& second) const {
  int alive = 0;
  for (const ProofChild& child : level.children) alive += node.alive.test(child.move) ? 1 : 0;
  int open = 1 + static_cast<int>(std::ceil(options_.widening * alive));
  int best = -1;
  std::uint32_t least = ProofNumbers::kInfinite;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < level.children.size(); ++at) {
    if (!node.alive.test(level.children[at].move)) continue;
    if (open-- <= 0) break;
    const ProofNumbers numbers = numbers_of(level.children[at]);
    sum += numbers.phi;
    if (best < 0 || numbers.delta < least) {
      second = best < 0 ? ProofNumbers::kInfinite : least;
      least = numbers.delta;
      best = static_cast<int>(at);
    } else {
      second = std::min(second, numbers.delta);
    }
  }
  node.numbers.phi = least;
  node.numbers.delta =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, ProofNumbers::kInfinite - 1));
  return best;
}

template <int Words>
void ProofSearch<Words>::save(Level& level, Node& node) {
  if (stop_ && !node.numbers.solved() && node.children == 0) return;
  table_.make_room();
  if (node.numbers.solved()) node.children = 0, keep(level, node);
  if (node.children > 0 && !(level.kept && level.generation == table_.generation())) {
    std::vector<ProofChild> children = level.children;
    if (level.turned) turn(children);
    node.first = table_.add(children);
    level.kept = true;
    level.generation = table_.generation();
  }
  node.key = level.key;
  table_.store(level.turned ? turned(node) : node);
}

template <int Words>
bool ProofSearch<Words>::load(const Level& level, Node& node) const {
  const Node* found = table_.find(level.key);
  if (found == nullptr) return false;
  node = level.turned ? turned(*found) : *found;
  return true;
}

template <int Words>
typename ProofSearch<Words>::Node ProofSearch<Words>::turned(Node node) const {
  node.alive = turned(node.alive);
  node.proof = turned(node.proof);
  if (node.best >= 0) node.best = static_cast<std::int16_t>(field_.grid->cells() - 1 - node.best);
  return node;
}

template <int Words>
typename ProofSearch<Words>::Cells ProofSearch<Words>::turned(const Cells& cells) const {
  Cells out;
  const int last = field_.grid->cells() - 1;
  cells.for_each([&](int cell) { out.set(last - cell); });
  return out;
}

#define HEXCORE_MAKE(words) template class ProofSearch<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
