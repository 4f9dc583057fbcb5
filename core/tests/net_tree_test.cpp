#include "search/net/net_tree.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "doctest/doctest.h"
#include "random_boards.hpp"
#include "table_net.hpp"

using namespace hexcore;

namespace {

Board hex(int rows, int cols) { return Board(Grid::get(Shape::hex, rows, cols)); }

NetTree tree_of(const Board& board, NetTreeOptions options = {}) {
  NetTree tree(options);
  tree.reset(board);
  return tree;
}

// Whether the side to move wins, by looking at everything.
bool wins(Board& board, std::map<std::uint64_t, bool>& known) {
  if (board.over()) return *board.winner() == board.turn();
  const auto [found, is_new] = known.try_emplace(board.key(), false);
  if (!is_new) return found->second;
  bool won = false;
  for (const int move : board.legal_moves()) {
    board.push(move);
    won = !wins(board, known);
    board.pop();
    if (won) break;
  }
  return known[board.key()] = won;
}

std::uint32_t sum_of_visits(const NetTree& tree) {
  std::uint32_t sum = 0;
  for (const NetTree::Edge& edge : tree.edges()) sum += edge.visits;
  return sum;
}

const std::vector kBlackBridge{2, 7, 12};  // a column of 5x5 that is joined to the top

}  // namespace

TEST_CASE("proven results are those of looking at everything") {
  Rng rng(7);
  for (const Descent descent : {Descent::puct, Descent::improved})
    for (const bool bridges : {false, true})
      for (const auto& [rows, cols] : {std::pair{1, 1}, {2, 2}, {3, 3}, {2, 4}, {4, 3}}) {
        std::map<std::uint64_t, bool> known;
        for (Board board = hex(rows, cols); !board.over(); board.push(random_move(board, rng))) {
          NetTree tree = tree_of(board, {.descent = descent, .see_bridges = bridges});
          for (int at = 0; at < 40'000 && (tree.size() == 0 || tree.proven() == Proven::unknown);
               ++at)
            visit_once(tree);
          const bool won = wins(board, known);
          // With very many visits the improved policy clings to one move and may prove nothing.
          if (descent == Descent::puct || tree.proven() != Proven::unknown) {
            CHECK(tree.proven() == (won ? Proven::win : Proven::loss));
            CHECK(tree.win_probability() == (won ? 1.0F : 0.0F));
          }
          for (const NetTree::Edge& edge : tree.edges()) {
            if (edge.proven == Proven::unknown) continue;
            board.push(edge.move);
            CHECK((edge.proven == Proven::win) == !wins(board, known));
            board.pop();
          }
        }
      }
}

TEST_CASE("connections and inferior moves change no result") {
  Rng rng(17);
  for (const Descent descent : {Descent::puct, Descent::improved})
    for (const std::uint32_t connect : {1U, 2U, 6U})
      for (const auto& [rows, cols] : {std::pair{1, 1}, {2, 3}, {3, 3}, {4, 3}}) {
        std::map<std::uint64_t, bool> known;
        for (Board board = hex(rows, cols); !board.over(); board.push(random_move(board, rng))) {
          NetTree tree = tree_of(board, {.descent = descent, .connect = connect});
          for (int at = 0; at < 4000 && (tree.size() == 0 || tree.proven() == Proven::unknown);
               ++at)
            visit_once(tree);
          const bool won = wins(board, known);
          if (descent == Descent::puct || tree.proven() != Proven::unknown)
            CHECK(tree.proven() == (won ? Proven::win : Proven::loss));
          bool has_win = false;
          for (const NetTree::Edge& edge : tree.edges()) {
            board.push(edge.move);
            const bool wins_by_it = !wins(board, known);
            board.pop();
            has_win = has_win || (wins_by_it && !edge.closed());
            if (edge.proven != Proven::unknown) CHECK((edge.proven == Proven::win) == wins_by_it);
          }
          // Inferior moves may win, but never alone.
          CHECK(has_win == won);
        }
      }
}

TEST_CASE("a win by connections names its move; a lost root stays open") {
  NetTree tree = tree_of(hex(5, 5), {.connect = 8});
  CHECK(visit_once(tree) == NetTree::Visit::settled);
  CHECK(tree.proven() == Proven::win);
  CHECK(std::ranges::count(tree.edges(), Proven::win, &NetTree::Edge::proven) == 1);
  Board board = hex(5, 5);
  board.push(12);
  tree.reset(board);
  CHECK(visit_once(tree) == NetTree::Visit::leaf);
  CHECK(tree.proven() == Proven::unknown);
  while (tree.proven() == Proven::unknown) visit_once(tree);
  CHECK(tree.proven() == Proven::loss);
}

TEST_CASE("a kept tree looks at its new root") {
  Rng rng(3);
  int seen = 0;
  for (int round = 0; round < 20; ++round) {
    const Board board = random_position(Grid::get(Shape::hex, 9, 9), 0.3, rng);
    if (board.over()) continue;
    NetTree tree = tree_of(board, {.connect = 100'000});
    for (int at = 0; at < 300 && (at == 0 || tree.proven() == Proven::unknown); ++at)
      visit_once(tree);
    const auto best = std::ranges::max_element(tree.edges(), {}, &NetTree::Edge::visits);
    if (tree.proven() != Proven::unknown || !tree.advance(std::vector<Move>{best->move})) continue;
    const auto closed = [](const NetTree::Edge& edge) { return edge.closed(); };
    CHECK(std::ranges::none_of(tree.edges(), closed));
    visit_once(tree);
    // A root that is lost stays open.
    seen += tree.proven() != Proven::unknown || std::ranges::any_of(tree.edges(), closed);
  }
  CHECK(seen > 2);
}

TEST_CASE("boards beyond the limit of connections are searched without them") {
  NetTree tree = tree_of(hex(20, 20), {.connect = 1});
  for (int at = 0; at < 3; ++at) CHECK(visit_once(tree) == NetTree::Visit::leaf);
  CHECK(std::ranges::none_of(tree.edges(), [](const auto& edge) { return edge.closed(); }));
}

TEST_CASE("a certain win tells how long it takes") {
  for (const bool bridges : {false, true}) {
    NetTree tree = tree_of(hex(2, 2), {.see_bridges = bridges});
    while (tree.size() == 0 || tree.proven() == Proven::unknown) visit_once(tree);
    REQUIRE(tree.proven() == Proven::win);
    for (const NetTree::Edge& edge : tree.edges())
      if (edge.proven == Proven::win && edge.child != 0) CHECK(tree.plies(edge) == 3);
  }
  Board board = hex(2, 2);
  board.push(1);
  board.push(0);
  NetTree tree = tree_of(board);
  visit_once(tree);
  REQUIRE(tree.proven() == Proven::win);
  CHECK(std::ranges::count_if(tree.edges(), [&](const NetTree::Edge& edge) {
          return edge.proven == Proven::win && tree.plies(edge) == 1;
        }) == 2);
}

TEST_CASE("every visit below the root is counted once, and the board stays where it was") {
  const Board board = hex(6, 6);
  NetTree tree = tree_of(board);
  for (int at = 0; at < 500; ++at) visit_once(tree);
  CHECK(tree.visits() == 499);
  CHECK(sum_of_visits(tree) == 499);
  CHECK(tree.board().key() == board.key());
  CHECK(tree.waiting() == 0);
  float priors = 0;
  for (const NetTree::Edge& edge : tree.edges()) priors += edge.prior;
  CHECK(priors == doctest::Approx(1));
}

TEST_CASE("leaves that wait push later visits elsewhere") {
  NetTree tree = tree_of(hex(5, 5));
  visit_once(tree);
  std::vector<std::uint8_t> view(25);
  std::vector<std::uint32_t> leaves;
  for (int at = 0; at < 4; ++at) {
    REQUIRE(tree.visit(view.data()) == NetTree::Visit::leaf);
    leaves.push_back(tree.leaf());
  }
  std::ranges::sort(leaves);
  CHECK(std::ranges::adjacent_find(leaves) == leaves.end());
  CHECK(tree.waiting() == 4);
  CHECK(tree.visits() == 4);
  const std::vector<float> logits(25, 0.0F);
  tree.evaluate(leaves[2], logits.data(), 0.5F);
  CHECK_THROWS_AS(tree.evaluate(leaves[2], logits.data(), 0.5F), Error);
  tree.forget_waiting();
  CHECK(tree.visits() == 1);
  CHECK(sum_of_visits(tree) == 1);
}

TEST_CASE("a visit to a leaf that waits counts nothing") {
  NetTree tree = tree_of(hex(5, 5));
  std::vector<std::uint8_t> view(25);
  REQUIRE(tree.visit(view.data()) == NetTree::Visit::leaf);
  CHECK(tree.visit(view.data()) == NetTree::Visit::collision);
  CHECK(tree.visits() == 0);
  tree.forget_waiting();
  CHECK(tree.size() == 0);
  visit_once(tree);
  REQUIRE(tree.visit(view.data(), 3) == NetTree::Visit::leaf);
  CHECK(tree.visit(view.data(), 3) == NetTree::Visit::collision);
  CHECK(tree.visits() == 1);
  CHECK(tree.edges()[3].visits == 1);
}

TEST_CASE("what lies below a move is kept when it is played") {
  Board board = hex(5, 5);
  NetTree tree = tree_of(board);
  for (int at = 0; at < 800; ++at) visit_once(tree);
  const auto best = std::ranges::max_element(tree.edges(), {}, &NetTree::Edge::visits);
  const auto replies = tree.replies(*best);
  const auto reply = std::ranges::max_element(replies, {}, &NetTree::Edge::visits);
  const std::vector<Move> moves{best->move, reply->move};
  const std::uint32_t visits = reply->visits;
  const std::size_t size = tree.size();
  REQUIRE(tree.advance(moves));
  for (const Move move : moves) board.push(move);
  CHECK(tree.board().key() == board.key());
  // The visit that made the node is the reply's, not the node's.
  CHECK(tree.visits() == visits - 1);
  CHECK(sum_of_visits(tree) == visits - 1);
  CHECK(tree.size() < size);
  CHECK(tree.edges().size() == 23);
  for (int at = 0; at < 100; ++at) visit_once(tree);
  CHECK(tree.visits() == visits + 99);
  CHECK_FALSE(tree.advance(moves));
}

TEST_CASE("the improved policy sends visits where values are good") {
  NetTree tree = tree_of(hex(4, 4), {.descent = Descent::improved});
  for (int at = 0; at < 200; ++at) visit_once(tree);
  std::vector<float> values;
  tree.completed_values(values);
  const auto edges = tree.edges();
  const auto most = std::ranges::max_element(edges, {}, &NetTree::Edge::visits);
  CHECK(values[static_cast<std::size_t>(most - edges.begin())] > tree.raw_win_probability() - 0.3F);
  CHECK(tree.sharpness() == doctest::Approx(50.0F + static_cast<float>(most->visits)));
}

TEST_CASE("a chain of bridges settles a position; at the root only when it wins") {
  const auto grid = Grid::get(Shape::hex, 5, 5);
  const std::vector white{0, 5, 10};
  const Board won = Board::setup(grid, SwapRule::none, kBlackBridge, white, Color::black, false);
  const Board lost =
      Board::setup(grid, SwapRule::none, std::vector{2, 7, 12, 16}, white, Color::white, false);
  NetTree tree = tree_of(won, {.see_bridges = true});
  CHECK(visit_once(tree) == NetTree::Visit::settled);
  CHECK(tree.proven() == Proven::win);
  CHECK(std::ranges::count(tree.edges(), Proven::win, &NetTree::Edge::proven) == 1);
  tree.reset(lost);
  CHECK(visit_once(tree) == NetTree::Visit::leaf);
  CHECK(tree.proven() == Proven::unknown);
  while (tree.proven() == Proven::unknown) CHECK(visit_once(tree) == NetTree::Visit::settled);
  CHECK(tree.proven() == Proven::loss);
  tree.reset(won);
  NetTree blind = tree_of(won);
  CHECK(visit_once(blind) == NetTree::Visit::leaf);
}

TEST_CASE("a root with a plain result is evaluated only where that is asked for") {
  const auto grid = Grid::get(Shape::hex, 3, 3);
  const Board board =
      Board::setup(grid, SwapRule::none, std::vector{1, 4}, std::vector{0, 3}, Color::black, false);
  NetTree tree = tree_of(board);
  CHECK(visit_once(tree) == NetTree::Visit::settled);
  CHECK_FALSE(tree.evaluated());
  CHECK(std::ranges::count(tree.edges(), Proven::win, &NetTree::Edge::proven) == 2);
  NetTree curious = tree_of(board, {.always_evaluate_root = true});
  CHECK(visit_once(curious) == NetTree::Visit::leaf);
  CHECK(curious.evaluated());
  CHECK(curious.proven() == Proven::win);
  CHECK(curious.win_probability() == 1.0F);
}
