#include "solve/proof_library.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

using Cells = Bits<1>;

Cells cells(std::initializer_list<int> list) {
  Cells all;
  for (const int cell : list) all.set(cell);
  return all;
}

}  // namespace

TEST_CASE("a proof holds where its stones are and its carrier is free of enemies") {
  ProofLibrary<1> library(4);
  library.add(Color::black, false, {cells({1, 2}), cells({3, 4}), 9, -1});
  CHECK(library.find(Color::black, false, cells({1, 2}), cells({5})) != nullptr);
  CHECK(library.find(Color::black, true, cells({1, 2, 3, 6}), cells({5, 7})) != nullptr);
  CHECK(library.find(Color::black, true, cells({1}), cells({5})) == nullptr);
  CHECK(library.find(Color::black, true, cells({1, 2, 3}), cells({4})) == nullptr);
  CHECK(library.find(Color::white, true, cells({1, 2}), cells({5})) == nullptr);
}

TEST_CASE("a win of the side to move says nothing if the opponent moves") {
  ProofLibrary<1> library(4);
  library.add(Color::white, true, {cells({1}), cells({2}), 9, 2});
  CHECK(library.find(Color::white, false, cells({1}), {}) == nullptr);
  CHECK(library.find(Color::white, true, cells({1}), {})->best == 2);
}

TEST_CASE("a full library forgets what took little work") {
  ProofLibrary<1> library(4);
  for (const int cell : {1, 2, 3, 4, 5})
    library.add(Color::black, false,
                {cells({cell}), {}, static_cast<std::uint32_t>(cell == 2 ? 9 : cell), -1});
  const auto known = [&](int cell) {
    return library.find(Color::black, false, cells({cell}), {}) != nullptr;
  };
  CHECK(known(2));
  CHECK(known(4));
  CHECK(known(5));
  CHECK_FALSE(known(1));
  CHECK_FALSE(known(3));
}
