#include "search/negamax/negamax.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <thread>
#include <tuple>

#include "board/rng.hpp"
#include "doctest/doctest.h"

using namespace hexcore;

namespace {

Negamax make(const char* name, int threads) {
  return Negamax({4, threads, true}, [name](const Board& b) { return make_evaluator(name, b); });
}

int minimax(Board& board, int depth, int ply) {
  if (board.over()) {
    const auto winner = board.winner();
    if (!winner) return 0;
    return *winner == board.turn() ? kWin - ply : ply - kWin;
  }
  if (depth == 0) return make_evaluator("hexproject", board)->evaluate(board);
  int best = -kWin;
  for (const Move move : board.legal_moves()) {
    board.push(move);
    best = std::max(best, -minimax(board, depth - 1, ply + 1));
    board.pop();
  }
  return best;
}

}  // namespace

TEST_CASE("one thread and two find what plain minimax finds") {
  Rng rng(3);
  for (const auto& [shape, rows, cols] : {std::tuple{Shape::hex, 4, 4},
                                          {Shape::offset, 3, 4},
                                          {Shape::square, 4, 3},
                                          {Shape::triangle, 2, 4}})
    for (int game = 0; game < 4; ++game) {
      Board board(Grid::get(shape, rows, cols));
      for (std::uint32_t stones = rng.below(7); stones > 0 && !board.over(); --stones) {
        const auto moves = board.legal_moves();
        board.push(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      if (board.over()) continue;
      for (const int threads : {1, 2})
        CHECK(make("hexproject", threads).search(board, {{}, {}, 4, {}}).score ==
              minimax(board, std::min(4, board.empty_cells()), 0));
    }
}

TEST_CASE("a stop ends the search whose token it sets, before its start too, and no other") {
  Negamax negamax = make("hexproject", 2);
  const Board board(Grid::get(Shape::hex, 11, 11));
  const Limits limits;
  {
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      limits.stop.stop();
    });
    CHECK(board.is_legal(negamax.search(board, limits).move));
  }
  const auto stopped = negamax.search(board, limits);
  CHECK(board.is_legal(stopped.move));
  CHECK(stopped.depth == 0);
  CHECK(negamax.scores(board, 4, limits).empty());
  CHECK(negamax.search(board, {{}, {}, 2, {}}).depth == 2);
}

TEST_CASE("an exception in any thread reaches the caller") {
  class Failing : public Evaluator {
   public:
    explicit Failing(bool fails) : fails_(fails) {}
    int evaluate(const Board&) override {
      if (fails_ && ++count_ > 500) throw std::bad_alloc();
      return 0;
    }
    void push(const Board&, Move, Color) override {}
    void pop(const Board&) override {}

   private:
    bool fails_;
    int count_ = 0;
  };
  const Board board(Grid::get(Shape::hex, 9, 9));
  for (const int failing : {0, 1}) {
    int made = 0;
    Negamax negamax({1, 2, true},
                    [&](const Board&) { return std::make_unique<Failing>(made++ == failing); });
    CHECK_THROWS_AS(negamax.search(board, {}), std::bad_alloc);
    CHECK(board.is_legal(negamax.search(board, {{}, 100, {}, {}}).move));
  }
}
