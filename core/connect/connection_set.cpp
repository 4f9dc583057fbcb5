#include "connect/connection_set.hpp"

#include <algorithm>

namespace hexcore {

template <int Words>
ConnectionSet<Words>::ConnectionSet(const HexField<Words>& field, Color color,
                                    const ConnectionLimits& limits)
    : field_(&field),
      color_(color),
      limits_(limits),
      nodes_(field.grid->cells() + 2),
      end_(static_cast<std::size_t>(field.grid->cells())),
      self_(static_cast<std::size_t>(nodes_)),
      captured_(static_cast<std::size_t>(nodes_)),
      partners_(static_cast<std::size_t>(nodes_)),
      edge_partners_(static_cast<std::size_t>(nodes_)),
      pairs_(static_cast<std::size_t>(nodes_ * (nodes_ - 1) / 2)),
      waiting_(static_cast<std::size_t>(nodes_)) {}

template <int Words>
void ConnectionSet<Words>::build(const HexPosition<Words>& position, Until until) {
  start(position, until);
  if (chain_) return;
  add_neighbours();
  run();
}

template <int Words>
void ConnectionSet<Words>::advance(const ConnectionSet& earlier, const HexPosition<Words>& position,
                                   Until until) {
  start(position, until);
  if (chain_) return;
  taken_ = own_.minus(earlier.own_);
  lost_ = field_->field->all.minus(own_ | empty_);
  joined_ = {};
  taken_.for_each([&](int cell) {
    if (is_edge(end_of(cell))) joined_.set(cell);
  });
  carriers_.reserve(earlier.carriers_.size());
  keys_.reserve(earlier.keys_.size());
  left_.clear();
  for (int node = 0; node < nodes_; ++node)
    if (earlier.end_now(node) == node && end_now(node) >= 0) left_.push_back(node);
  for (auto two = left_.begin(); two != left_.end(); ++two)
    for (auto one = left_.begin(); one != two; ++one) {
      const Pair& from = earlier.pairs_[pair_index(*one, *two)];
      if (from.epoch == earlier.epoch_) carry_over(earlier, from, *one, *two);
    }
  if (until_ == Until::semi_win && has_semi_win()) return;
  run();
}

// Takes connections between two ends of an earlier position that are not lost, as far as they are
// left. What led over a stone that an edge has joined leads over that edge, and so nowhere.
template <int Words>
void ConnectionSet<Words>::carry_over(const ConnectionSet& earlier, const Pair& from, int one,
                                      int two) {
  const int now_one = end_now(one), now_two = end_now(two);
  if (now_one == now_two) return;
  const bool same = now_one == one && now_two == two;
  const Cells useless = is_edge(now_one) || is_edge(now_two) ? lost_ : lost_ | joined_;
  for (const List* list : {&from.fulls, &from.semis}) {
    if (list->count == 0) continue;
    const bool full = list == &from.fulls;
    if (same && !(list->cells & (lost_ | taken_)).any()) {
      Pair& between = pair(one, two);
      copy_list(earlier, *list, full ? between.fulls : between.semis);
      if (full)
        make_partners(one, two);
      else
        between.common = from.common;
      continue;
    }
    const auto first = static_cast<std::uint32_t>(carriers_.size());
    for (std::uint32_t at = list->first; at < list->first + list->count; ++at) {
      const Cells& carrier = earlier.carriers_[at];
      const std::int16_t key = earlier.keys_[at];
      if ((carrier & useless).any()) continue;
      if (same && !(carrier & taken_).any())
        carriers_.push_back(carrier), keys_.push_back(key);
      else if (key == kFull || taken_.test(key))
        offer_full(now_one, now_two, carrier.minus(taken_));
      else
        offer_semi(now_one, now_two, carrier.minus(taken_), key);
    }
    if (carriers_.size() > first) adopt(first, one, two, full);
  }
}

// A list that no stone has touched.
template <int Words>
void ConnectionSet<Words>::copy_list(const ConnectionSet& earlier, const List& from, List& to) {
  to = {static_cast<std::uint32_t>(carriers_.size()), from.count, from.count, from.cells};
  const auto carriers = earlier.carriers_.begin() + from.first;
  const auto keys = earlier.keys_.begin() + from.first;
  carriers_.insert(carriers_.end(), carriers, carriers + from.count);
  keys_.insert(keys_.end(), keys, keys + from.count);
}

// Makes the end of the pool the list of a pair.
template <int Words>
void ConnectionSet<Words>::adopt(std::uint32_t first, int one, int two, bool full) {
  Pair& between = pair(one, two);
  const auto count = static_cast<std::uint16_t>(carriers_.size() - first);
  Cells all, common = carriers_[first];
  for (std::size_t at = first; at < carriers_.size(); ++at)
    all |= carriers_[at], common &= carriers_[at];
  (full ? between.fulls : between.semis) = {first, count, count, all};
  if (full) return make_partners(one, two);
  between.common = common;
}

template <int Words>
void ConnectionSet<Words>::start(const HexPosition<Words>& position, Until until) {
  position_ = &position;
  until_ = until;
  ended_ = false;
  own_ = position.stones(color_);
  empty_ = position.empty();
  carriers_.clear(), keys_.clear();
  ++epoch_;
  for (Size& size : waiting_) size.fulls.clear(), size.semis.clear();
  smallest_ = 0;
  std::ranges::fill(partners_, Cells{});
  std::ranges::fill(edge_partners_, std::uint8_t{0});
  find_ends();
  if (!chain_) find_captures();
}

template <int Words>
void ConnectionSet<Words>::find_ends() {
  const Field<Words>& field = *field_->field;
  std::ranges::fill(end_, std::int16_t{-1});
  std::ranges::fill(self_, Cells{});
  empty_.for_each([&](int cell) {
    end_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(cell);
    self_[static_cast<std::size_t>(cell)].set(cell);
  });
  const auto group_of = [&](Cells from) {
    for (Cells grown = from;; from = grown) {
      grown |= field.spread(from) & own_;
      if (grown == from) return from;
    }
  };
  const Cells at_first = group_of(field.source(color_) & own_);
  const Cells at_second = group_of(field.goal(color_) & own_);
  chain_ = (at_first & field.goal(color_)).any();
  mark_group(at_first, first_edge());
  mark_group(at_second, second_edge());
  for (Cells left = own_.minus(at_first | at_second); left.any();) {
    const Cells group = group_of(Cells::of(left.first()));
    mark_group(group, left.first());
    left = left.minus(group);
  }
}

template <int Words>
void ConnectionSet<Words>::mark_group(const Cells& stones, int end) {
  stones.for_each(
      [&](int cell) { end_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(end); });
}

template <int Words>
void ConnectionSet<Words>::find_captures() {
  std::ranges::fill(captured_, Cells{});
  empty_.for_each([&](int cell) {
    captured_[static_cast<std::size_t>(cell)] = position_->captured_by(cell, color_);
  });
}

template <int Words>
void ConnectionSet<Words>::add_neighbours() {
  const Field<Words>& field = *field_->field;
  empty_.for_each([&](int cell) {
    if (field.source(color_).test(cell)) offer_full(cell, first_edge(), {});
    if (field.goal(color_).test(cell)) offer_full(cell, second_edge(), {});
    field.near[static_cast<std::size_t>(cell)].for_each([&](int near) {
      if (own_.test(near) || (empty_.test(near) && near > cell)) offer_full(cell, end_of(near), {});
    });
  });
}

template <int Words>
void ConnectionSet<Words>::run() {
  while (!ended_ && smallest_ < waiting_.size()) {
    Size& size = waiting_[smallest_];
    if (!size.fulls.empty()) {
      const Waiting full = size.fulls.back();
      size.fulls.pop_back();
      accept_full(full);
    } else if (!size.semis.empty()) {
      const Waiting semi = size.semis.back();
      size.semis.pop_back();
      accept_semi(semi);
    } else {
      ++smallest_;
    }
  }
}

template <int Words>
bool ConnectionSet<Words>::contains_one(const List& list, const Cells& carrier) const {
  for (const Cells* each = begin(list); each != end(list); ++each)
    if (!each->minus(carrier).any()) return true;
  return false;
}

template <int Words>
void ConnectionSet<Words>::offer_full(int one, int two, const Cells& carrier) {
  const auto size = static_cast<std::size_t>(carrier.count());
  if (is_too_large(one, two, size)) return;
  if (contains_one(pair(one, two).fulls, carrier)) return;
  waiting_[size].fulls.push_back(
      {carrier, static_cast<std::int16_t>(one), static_cast<std::int16_t>(two), kFull});
  smallest_ = std::min(smallest_, size);
}

template <int Words>
void ConnectionSet<Words>::offer_semi(int one, int two, const Cells& carrier, int key) {
  const auto size = static_cast<std::size_t>(carrier.count());
  if (is_too_large(one, two, size)) return;
  const Pair& between = pair(one, two);
  if (contains_one(between.fulls, carrier) || contains_one(between.semis, carrier)) return;
  waiting_[size].semis.push_back({carrier, static_cast<std::int16_t>(one),
                                  static_cast<std::int16_t>(two), static_cast<std::int16_t>(key)});
  smallest_ = std::min(smallest_, size);
}

// A list without room moves to the end of the pool.
template <int Words>
void ConnectionSet<Words>::append(List& list, const Waiting& from) {
  if (list.count == list.room) {
    const auto first = static_cast<std::uint32_t>(carriers_.size());
    list.room = std::max<std::uint16_t>(kFirstRoom, static_cast<std::uint16_t>(2 * list.room));
    carriers_.resize(first + list.room);
    keys_.resize(first + list.room);
    std::copy_n(carriers_.begin() + list.first, list.count, carriers_.begin() + first);
    std::copy_n(keys_.begin() + list.first, list.count, keys_.begin() + first);
    list.first = first;
  }
  carriers_[list.first + list.count] = from.carrier;
  keys_[list.first + list.count] = from.key;
  list.cells |= from.carrier;
  ++list.count;
}

template <int Words>
void ConnectionSet<Words>::make_partners(int one, int two) {
  for (const auto& [from, to] : {std::pair{one, two}, {two, one}}) {
    if (is_edge(to))
      edge_partners_[static_cast<std::size_t>(from)] |=
          static_cast<std::uint8_t>(1 << (to - first_edge()));
    else
      partners_[static_cast<std::size_t>(from)].set(to);
  }
}

template <int Words>
void ConnectionSet<Words>::remove_supersets(List& list, const Cells& carrier) {
  std::size_t kept = list.first;
  for (std::size_t at = list.first; at < list.first + list.count; ++at) {
    if (!carrier.minus(carriers_[at]).any()) continue;
    carriers_[kept] = carriers_[at];
    keys_[kept] = keys_[at];
    ++kept;
  }
  list.count = static_cast<std::uint16_t>(kept - list.first);
}

// Whether the carrier connects both ends to one edge: that is at least as good for a win.
template <int Words>
bool ConnectionSet<Words>::leads_over_edge(const Waiting& found) const {
  if (limits_.over_edges || is_edge(found.one) || is_edge(found.two)) return false;
  for (const int edge : {first_edge(), second_edge()}) {
    const Pair& one = pair(found.one, edge);
    const Pair& two = pair(found.two, edge);
    const bool full_one = contains_one(one.fulls, found.carrier);
    const bool full_two = contains_one(two.fulls, found.carrier);
    if (full_one && full_two) return true;
    if (found.key == kFull) continue;
    if (full_one && contains_one(two.semis, found.carrier)) return true;
    if (full_two && contains_one(one.semis, found.carrier)) return true;
  }
  return false;
}

template <int Words>
void ConnectionSet<Words>::accept_full(const Waiting& full) {
  if (leads_over_edge(full)) return;
  Pair& between = pair(full.one, full.two);
  if (contains_one(between.fulls, full.carrier)) return;
  remove_supersets(between.fulls, full.carrier);
  remove_supersets(between.semis, full.carrier);
  if (between.fulls.count >= limits_.fulls) return;
  append(between.fulls, full);
  make_partners(full.one, full.two);
  if (is_edge_pair(full.one, full.two)) {
    ended_ = until_ != Until::never;
    return;
  }
  and_over(full.one, full.two, full.carrier);
  and_over(full.two, full.one, full.carrier);
}

template <int Words>
void ConnectionSet<Words>::accept_semi(const Waiting& semi) {
  if (leads_over_edge(semi)) return;
  Pair& between = pair(semi.one, semi.two);
  if (contains_one(between.fulls, semi.carrier) || contains_one(between.semis, semi.carrier))
    return;
  remove_supersets(between.semis, semi.carrier);
  const bool wins = is_edge_pair(semi.one, semi.two);
  if (between.semis.count >= limits_.semis && !wins) return;
  between.common = between.semis.count == 0 ? semi.carrier : between.common & semi.carrier;
  append(between.semis, semi);
  if (wins && until_ == Until::semi_win) {
    ended_ = true;
    return;
  }
  const Cells captured = captures(semi.one, -1, semi.two);
  if (between.common.minus(captured).any()) return;
  Or among{between, semi.one, semi.two, captured, limits_.or_steps};
  or_from(among, semi.carrier, semi.carrier, 1);
}

template <int Words>
typename ConnectionSet<Words>::Cells ConnectionSet<Words>::captures(int one, int middle,
                                                                    int two) const {
  Cells taken = self_[static_cast<std::size_t>(one)] | self_[static_cast<std::size_t>(two)];
  if (middle >= 0) taken |= self_[static_cast<std::size_t>(middle)];
  Cells all;
  for (const int node : {middle, one, two}) {
    if (node < 0) continue;
    const Cells& captured = captured_[static_cast<std::size_t>(node)];
    if ((captured & taken).any()) continue;
    all |= captured;
    taken |= captured;
  }
  return all;
}

template <int Words>
void ConnectionSet<Words>::and_over(int middle, int far, const Cells& carrier) {
  if (is_edge(middle)) return;
  const auto at = static_cast<std::size_t>(middle);
  const Cells to = partners_[at].minus(carrier);
  to.for_each([&](int node) {
    if (node != far) and_with(middle, far, carrier, node);
  });
  for (const int edge : {0, 1})
    if (edge_partners_[at] >> edge & 1 && first_edge() + edge != far)
      and_with(middle, far, carrier, first_edge() + edge);
}

template <int Words>
void ConnectionSet<Words>::and_with(int middle, int far, const Cells& carrier, int to) {
  const bool over_stone = is_stone(middle);
  // No result is smaller than this.
  Cells least = carrier;
  if (!over_stone) least.set(middle);
  if (is_too_large(far, to, static_cast<std::size_t>(least.count()))) return;
  const Pair& target = pair(far, to);
  if (target.fulls.count > 0 && !begin(target.fulls)->any()) return;
  const Cells& blocked = self_[static_cast<std::size_t>(far)];
  if (contains_one(target.fulls, least)) return;
  if (!over_stone && contains_one(target.semis, least)) return;
  const Cells captured = captures(far, middle, to);
  const List& others = pair(middle, to).fulls;
  steps_ += others.count;
  for (const Cells* each = begin(others); each != end(others); ++each) {
    const Cells shared = *each & carrier;
    if (((*each & blocked) | shared.minus(captured)).any()) continue;
    Cells all = *each | carrier;
    if (shared.any()) all |= captured;
    if (over_stone) {
      offer_full(far, to, all);
    } else {
      all.set(middle);
      offer_semi(far, to, all, middle);
    }
  }
}

// Every way to leave out one more of the common cells, until none is left.
template <int Words>
void ConnectionSet<Words>::or_from(Or& among, Cells common, Cells all, int depth) {
  const Cells open = common.minus(among.captured);
  if (!open.any()) {
    offer_full(among.one, among.two, common.any() ? all | among.captured : all);
    return;
  }
  if (depth >= kMostOr) return;
  const int cell = open.first();
  const List& semis = among.between.semis;
  for (const Cells* each = begin(semis); each != end(semis); ++each) {
    if (each->test(cell)) continue;
    if (--among.steps_left < 0) return;
    ++steps_;
    const Cells joined = all | *each;
    if (contains_one(among.between.fulls, joined)) continue;
    or_from(among, common & *each, joined, depth + 1);
  }
}

template <int Words>
typename ConnectionSet<Words>::Cells ConnectionSet<Words>::full_win() const {
  const List& fulls = between_edges().fulls;
  return fulls.count == 0 ? Cells{} : *begin(fulls);
}

template <int Words>
typename ConnectionSet<Words>::Cells ConnectionSet<Words>::must_play() const {
  Cells common = empty_;
  each_semi(first_edge(), second_edge(), [&](const Connection& semi) { common &= semi.carrier; });
  return common;
}

template <int Words>
typename ConnectionSet<Words>::Cells ConnectionSet<Words>::must_play_carrier() const {
  Cells common = empty_, all;
  each_semi(first_edge(), second_edge(), [&](const Connection& semi) {
    if (!common.minus(semi.carrier).any()) return;
    common &= semi.carrier;
    all |= semi.carrier;
  });
  return all;
}

#define HEXCORE_MAKE(words) template class ConnectionSet<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
