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
  const Cells taken = own_.minus(earlier.own_);
  const Cells lost = field_->field->all.minus(own_ | empty_);
  const auto now = [&](int node) {
    return is_edge(node) ? node : static_cast<int>(end_[static_cast<std::size_t>(node)]);
  };
  for (const Connection& old : earlier.connections_) {
    if (old.one < 0 || (old.carrier & lost).any()) continue;
    const int one = now(old.one), two = now(old.two);
    if (one < 0 || two < 0 || one == two) continue;
    const Waiting kept{old.carrier.minus(taken), static_cast<std::int16_t>(one),
                       static_cast<std::int16_t>(two), old.key};
    if (kept.carrier == old.carrier && one == old.one && two == old.two) {
      kept.key == kFull ? link_full(kept) : link_semi(kept);
    } else if (kept.key == kFull || taken.test(kept.key)) {
      offer_full(one, two, kept.carrier);
    } else {
      offer_semi(one, two, kept.carrier, kept.key);
    }
  }
  if (until_ == Until::semi_win && has_semi_win()) return;
  run();
}

template <int Words>
void ConnectionSet<Words>::start(const HexPosition<Words>& position, Until until) {
  position_ = &position;
  until_ = until;
  ended_ = false;
  own_ = position.stones(color_);
  empty_ = position.empty();
  connections_.clear();
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
bool ConnectionSet<Words>::contains_one(std::int32_t at, const Cells& carrier) const {
  for (; at >= 0; at = connections_[static_cast<std::size_t>(at)].next)
    if (!connections_[static_cast<std::size_t>(at)].carrier.minus(carrier).any()) return true;
  return false;
}

template <int Words>
void ConnectionSet<Words>::offer_full(int one, int two, const Cells& carrier) {
  if (contains_one(pair(one, two).full, carrier)) return;
  const auto size = static_cast<std::size_t>(carrier.count());
  waiting_[size].fulls.push_back(
      {carrier, static_cast<std::int16_t>(one), static_cast<std::int16_t>(two), kFull});
  smallest_ = std::min(smallest_, size);
}

template <int Words>
void ConnectionSet<Words>::offer_semi(int one, int two, const Cells& carrier, int key) {
  const Pair& between = pair(one, two);
  if (contains_one(between.full, carrier) || contains_one(between.semi, carrier)) return;
  const auto size = static_cast<std::size_t>(carrier.count());
  waiting_[size].semis.push_back({carrier, static_cast<std::int16_t>(one),
                                  static_cast<std::int16_t>(two), static_cast<std::int16_t>(key)});
  smallest_ = std::min(smallest_, size);
}

template <int Words>
std::int32_t ConnectionSet<Words>::append(const Waiting& from) {
  connections_.push_back({from.carrier, from.one, from.two, from.key});
  return static_cast<std::int32_t>(connections_.size()) - 1;
}

template <int Words>
void ConnectionSet<Words>::link_full(const Waiting& full) {
  const std::int32_t id = append(full);
  Pair& between = pair(full.one, full.two);
  if (between.full < 0)
    between.full = id;
  else
    connections_[static_cast<std::size_t>(between.last_full)].next = id;
  between.last_full = id;
  ++between.fulls;
  for (const auto& [from, to] : {std::pair{full.one, full.two}, {full.two, full.one}}) {
    if (is_edge(to))
      edge_partners_[static_cast<std::size_t>(from)] |=
          static_cast<std::uint8_t>(1 << (to - first_edge()));
    else
      partners_[static_cast<std::size_t>(from)].set(to);
  }
}

template <int Words>
void ConnectionSet<Words>::link_semi(const Waiting& semi) {
  const std::int32_t id = append(semi);
  Pair& between = pair(semi.one, semi.two);
  if (between.semi < 0)
    between.semi = id, between.common = semi.carrier;
  else
    connections_[static_cast<std::size_t>(between.last_semi)].next = id;
  between.last_semi = id;
  between.common &= semi.carrier;
  ++between.semis;
}

template <int Words>
void ConnectionSet<Words>::remove_supersets(std::int32_t& first, std::int32_t& last,
                                            std::int16_t& count, const Cells& carrier) {
  std::int32_t before = -1;
  for (std::int32_t at = first; at >= 0;) {
    Connection& each = connections_[static_cast<std::size_t>(at)];
    const std::int32_t next = each.next;
    if (carrier.minus(each.carrier).any()) {
      before = at;
    } else {
      each.one = -1;
      --count;
      (before < 0 ? first : connections_[static_cast<std::size_t>(before)].next) = next;
      if (next < 0) last = before;
    }
    at = next;
  }
}

template <int Words>
void ConnectionSet<Words>::accept_full(const Waiting& full) {
  Pair& between = pair(full.one, full.two);
  if (contains_one(between.full, full.carrier)) return;
  remove_supersets(between.full, between.last_full, between.fulls, full.carrier);
  remove_supersets(between.semi, between.last_semi, between.semis, full.carrier);
  if (between.fulls >= limits_.fulls) return;
  link_full(full);
  if (is_edge_pair(full.one, full.two)) {
    ended_ = until_ != Until::never;
    return;
  }
  and_over(full.one, full.two, full.carrier);
  and_over(full.two, full.one, full.carrier);
}

template <int Words>
void ConnectionSet<Words>::accept_semi(const Waiting& semi) {
  Pair& between = pair(semi.one, semi.two);
  if (contains_one(between.full, semi.carrier) || contains_one(between.semi, semi.carrier)) return;
  remove_supersets(between.semi, between.last_semi, between.semis, semi.carrier);
  const bool wins = is_edge_pair(semi.one, semi.two);
  if (between.semis >= limits_.semis && !wins) return;
  link_semi(semi);
  if (wins && until_ == Until::semi_win) {
    ended_ = true;
    return;
  }
  const Cells captured = captures(semi.one, -1, semi.two);
  if (between.common.minus(captured).any()) return;
  or_steps_left_ = limits_.or_steps;
  or_from(between, semi.one, semi.two, semi.carrier, semi.carrier, 1);
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
  const Pair& target = pair(far, to);
  if (target.full >= 0 && !connections_[static_cast<std::size_t>(target.full)].carrier.any())
    return;
  const Cells& blocked = self_[static_cast<std::size_t>(far)];
  const bool over_stone = is_stone(middle);
  const Cells captured = captures(far, middle, to);
  for (std::int32_t id = pair(middle, to).full; id >= 0;) {
    const Connection& each = connections_[static_cast<std::size_t>(id)];
    id = each.next;
    ++steps_;
    if ((each.carrier & blocked).any()) continue;
    const Cells shared = each.carrier & carrier;
    if (shared.minus(captured).any()) continue;
    Cells all = each.carrier | carrier;
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
void ConnectionSet<Words>::or_from(const Pair& between, int one, int two, Cells common, Cells all,
                                   int depth) {
  const Cells captured = captures(one, -1, two);
  const Cells open = common.minus(captured);
  if (!open.any()) {
    offer_full(one, two, common.any() ? all | captured : all);
    return;
  }
  if (depth >= kMostOr) return;
  const int cell = open.first();
  for (std::int32_t id = between.semi; id >= 0;) {
    const Connection& each = connections_[static_cast<std::size_t>(id)];
    id = each.next;
    if (each.carrier.test(cell)) continue;
    if (--or_steps_left_ < 0) return;
    ++steps_;
    const Cells joined = all | each.carrier;
    if (contains_one(between.full, joined)) continue;
    or_from(between, one, two, common & each.carrier, joined, depth + 1);
  }
}

template <int Words>
typename ConnectionSet<Words>::Cells ConnectionSet<Words>::full_win() const {
  const std::int32_t id = pair(first_edge(), second_edge()).full;
  return id < 0 ? Cells{} : connections_[static_cast<std::size_t>(id)].carrier;
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

template class ConnectionSet<1>;
template class ConnectionSet<2>;
template class ConnectionSet<4>;
template class ConnectionSet<8>;
template class ConnectionSet<16>;

}  // namespace hexcore
