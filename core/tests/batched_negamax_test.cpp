#include "search/negamax/batched_negamax.hpp"

#include "doctest/doctest.h"

using namespace hexcore;

namespace {

// Scores all leaves alike until the search ends.
NegamaxReport run(BatchedNegamax& search, const Board& board, const Limits& limits) {
  search.start(board, limits, {});
  for (LeafBatch batch; (batch = search.gather()).count() > 0;)
    search.scatter(std::vector<int>(batch.count(), 0));
  return search.result();
}

}  // namespace

TEST_CASE("leaves are handed out until the search has ended") {
  BatchedNegamax search("hexproject", 0.5, 1, 2);
  const Board board(Grid::get(Shape::hex, 4, 4));
  CHECK(run(search, board, {{}, {}, 2, {}}).depth == 2);
}

TEST_CASE("an exception in the search reaches the caller, and the next search works") {
  BatchedNegamax search("no such evaluation", 0.5, 1, 2);
  const Board board(Grid::get(Shape::hex, 4, 4));
  for (int again = 0; again < 2; ++again)
    CHECK_THROWS_AS(run(search, board, {{}, {}, 2, {}}), Error);
}

TEST_CASE("a stop before the start ends the search at once, and only that one") {
  BatchedNegamax search("hexproject", 0.5, 1, 1);
  const Board board(Grid::get(Shape::hex, 11, 11));
  Limits stopped;
  stopped.stop.stop();
  CHECK(board.is_legal(run(search, board, stopped).move));
  CHECK(run(search, board, {{}, {}, 1, {}}).depth == 1);
}

TEST_CASE("a search whose leaves are never evaluated ends with the object or the next start") {
  BatchedNegamax search("hexproject", 0.5, 1, 2);
  const Board board(Grid::get(Shape::hex, 5, 5));
  search.start(board, {}, {});
  CHECK(search.gather().count() > 0);
  search.start(board, {}, {});
  CHECK(search.gather().count() > 0);
}
