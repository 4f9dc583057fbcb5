#include "search/tree.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

// Replies numbered from `first_move`, each with its move for visits.
void grow(Tree& tree, Branch& branch, int count, int first_move) {
  const std::uint32_t first = tree.allocate(static_cast<std::size_t>(count));
  REQUIRE(first != Branch::kLeaf);
  branch.reply_count = static_cast<std::uint16_t>(count);
  for (int at = 0; at < count; ++at) {
    Branch& reply = tree.at(first + static_cast<std::size_t>(at));
    reply.set(first_move + at, Proven::unknown);
    reply.own.set(static_cast<std::uint32_t>(first_move + at), 1);
  }
  branch.replies = first;
}

}  // namespace

TEST_CASE("a branch keeps its move and what is proven apart") {
  Branch branch;
  branch.set(1023, Proven::win);
  CHECK(branch.move() == 1023);
  branch.prove(Proven::loss);
  CHECK(branch.move() == 1023);
  CHECK(branch.proven() == Proven::loss);
  CHECK(opposite(Proven::win) == Proven::loss);
  CHECK(opposite(Proven::draw) == Proven::draw);
  CHECK(opposite(Proven::unknown) == Proven::unknown);
}

TEST_CASE("a pool ends at its size and not before") {
  Tree tree(1);
  CHECK(tree.capacity() * sizeof(Branch) <= 1 << 20);
  std::size_t got = 0;
  while (tree.allocate(1000) != Branch::kLeaf) got += 1000;
  CHECK(tree.full());
  CHECK(got + 1000 >= tree.capacity() - 1);
  CHECK(tree.used() == got);
  tree.clear();
  CHECK(tree.used() == 0);
  CHECK_FALSE(tree.full());
}

TEST_CASE("keeping a branch keeps what lies below it and frees the rest") {
  Tree tree(1);
  grow(tree, tree.root(), 3, 1);
  Branch& first = *tree.reply(tree.root(), 1);
  Branch& second = *tree.reply(tree.root(), 2);
  grow(tree, first, 4, 10);
  grow(tree, second, 5, 20);
  grow(tree, *tree.reply(first, 11), 6, 30);
  grow(tree, *tree.reply(second, 22), 7, 40);
  grow(tree, *tree.reply(second, 20), 8, 50);
  const std::size_t all = tree.used();
  tree.move_root(second);
  CHECK(tree.used() == all);
  CHECK(tree.reply(tree.root(), 22) != nullptr);
  tree.keep_only(tree.root());
  CHECK(tree.used() == 5 + 7 + 8);
  CHECK(tree.root().own.load().visits == 2);
  CHECK(tree.replies(tree.root()).size() == 5);
  CHECK(tree.reply(tree.root(), 10) == nullptr);
  const Branch& inner = *tree.reply(tree.root(), 22);
  CHECK(tree.replies(inner).size() == 7);
  CHECK(tree.reply(inner, 46)->own.load().visits == 46);
  CHECK(tree.reply(*tree.reply(tree.root(), 20), 57)->own.load().visits == 57);
  CHECK(tree.replies(*tree.reply(tree.root(), 21)).empty());
}
