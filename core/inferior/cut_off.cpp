#include "inferior/cut_off.hpp"

namespace hexcore {

template <int Words>
Bits<Words> CutOff<Words>::find(const Bits<Words>& own, const Bits<Words>& empty, Color color) {
  own_ = own;
  empty_ = empty;
  color_ = color;
  passable_ = own | empty;
  found_ = {};
  find_groups();
  if (groups_.front().goal) return found_;  // won: nothing is left to say
  for (const Group& group : groups_) behind_group(group);
  behind_cells();
  return found_;
}

template <int Words>
typename CutOff<Words>::Group CutOff<Words>::grow(Bits<Words> stones, bool source,
                                                  bool goal) const {
  const Bits<Words>&from = field_.source(color_), &to = field_.goal(color_);
  Group group{stones, {}, source, goal};
  for (;;) {
    Bits<Words> near = field_.spread(group.stones);
    group.source = group.source || (group.stones & from).any();
    group.goal = group.goal || (group.stones & to).any();
    if (group.source) near |= from;
    if (group.goal) near |= to;
    const Bits<Words> next = group.stones | (near & own_);
    group.liberties = near & empty_;
    if (next == group.stones) return group;
    group.stones = next;
  }
}

template <int Words>
void CutOff<Words>::find_groups() {
  groups_.clear();
  groups_.push_back(grow({}, true, false));
  if (groups_.front().goal) return;
  groups_.push_back(grow({}, false, true));
  Bits<Words> left = own_.minus(groups_[0].stones | groups_[1].stones);
  while (left.any()) {
    groups_.push_back(grow(Bits<Words>::of(left.first()), false, false));
    left = left.minus(groups_.back().stones);
  }
}

// Adds what the edges no longer reach without the clique.
template <int Words>
void CutOff<Words>::remove(const Bits<Words>& clique, bool source, bool goal) {
  const Bits<Words> left = passable_.minus(clique);
  Bits<Words> reached;
  if (!source) reached |= field_.source(color_);
  if (!goal) reached |= field_.goal(color_);
  reached &= left;
  for (;;) {
    const Bits<Words> next = reached | (field_.spread(reached) & left);
    if (next == reached) break;
    reached = next;
  }
  found_ |= left.minus(reached);
}

template <int Words>
void CutOff<Words>::behind_group(const Group& group) {
  group.liberties.for_each([&](int one) {
    const Bits<Words> with_one = group.stones | Bits<Words>::of(one);
    const Bits<Words> both = field_.near[one] & group.liberties;
    if (!both.any()) remove(with_one, group.source, group.goal);
    both.for_each([&](int two) {
      if (two > one) remove(with_one | Bits<Words>::of(two), group.source, group.goal);
    });
  });
}

template <int Words>
void CutOff<Words>::behind_cells() {
  empty_.for_each([&](int one) {
    const Bits<Words> near = field_.near[one] & empty_;
    if (!near.any()) remove(Bits<Words>::of(one), false, false);
    near.for_each([&](int two) {
      if (two < one) return;
      const Bits<Words> pair = Bits<Words>::of(one) | Bits<Words>::of(two);
      const Bits<Words> third = near & field_.near[two];
      if (!third.any()) remove(pair, false, false);
      third.for_each([&](int three) {
        if (three > two) remove(pair | Bits<Words>::of(three), false, false);
      });
    });
  });
}

#define HEXCORE_MAKE(words) template class CutOff<words>;
HEXCORE_EACH_WORDS(HEXCORE_MAKE)
#undef HEXCORE_MAKE

}  // namespace hexcore
