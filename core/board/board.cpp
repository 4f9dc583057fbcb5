#include "board/board.hpp"

#include <algorithm>
#include <utility>

#include "board/zobrist.hpp"

namespace hexcore {
namespace {

constexpr std::uint8_t kBothEdges = 3;

std::string title(Color color) { return color == Color::black ? "Black" : "White"; }

}  // namespace

Board::Board(std::shared_ptr<const Grid> grid, SwapRule swap)
    : grid_(std::move(grid)),
      swap_(swap),
      empty_(grid_->cells()),
      stones_key_(grid_->key()),
      stones_(static_cast<std::size_t>(grid_->nodes()), Stone::none),
      parent_(stones_.size()),
      size_(stones_.size(), 1),
      touch_(stones_.size(), 0) {
  if (swap == SwapRule::pieces && !grid_->transposable())
    throw Error(ErrorKind::size,
                "swap-pieces needs a board that is its own mirror image, and this one of " +
                    grid_->size_name() + " is not; use swap-sides");
  for (int node = 0; node < grid_->nodes(); ++node) parent_[node] = static_cast<std::int16_t>(node);
  for (int edge = 0; edge < kEdges; ++edge) {
    stones_[grid_->edge_node(edge)] = stone_of(edge_owner(edge));
    touch_[grid_->edge_node(edge)] = edge % 2 == 0 ? 1 : 2;
  }
}

Board Board::setup(std::shared_ptr<const Grid> grid, SwapRule swap, std::span<const int> black,
                   std::span<const int> white, Color turn, bool swap_used) {
  Board board(std::move(grid), swap);
  for (const auto& [cells, color] :
       {std::pair{black, Color::black}, std::pair{white, Color::white}})
    for (const int cell : cells) {
      board.check_cell(cell);
      board.place(cell, color);
    }
  board.turn_ = turn;
  board.root_swap_used_ = swap_used;
  return board;
}

std::vector<PlayedMove> Board::played() const {
  std::vector<PlayedMove> moves;
  moves.reserve(history_.size());
  for (const Step& step : history_) moves.push_back({step.move, step.color});
  return moves;
}

void Board::push(Move move, Color color) {
  check_open();
  const Step step{static_cast<std::int16_t>(move), color, turn_,
                  static_cast<std::uint16_t>(joins_.size())};
  if (move >= 0 || move < kPass) {
    check_cell(move);
    place(move, color);
    turn_ = other(color);
  } else if (move == kPass) {
    turn_ = other(color);
  } else {
    push_swap(color);
  }
  history_.push_back(step);
}

void Board::push_swap(Color color) {
  if (!swap_available() || color != Color::white) refuse_swap();
  if (swap_ == SwapRule::sides) return;  // the stone stays, and White moves again
  const int cell = lone_stone();
  unplace(cell, Color::black, 0);
  place(grid_->mirror(cell), Color::white);
  turn_ = Color::black;
}

void Board::pop_swap() {
  if (swap_ == SwapRule::sides) return;
  const int cell = lone_stone();
  unplace(cell, Color::white, 0);
  place(grid_->mirror(cell), Color::black);
}

Move Board::pop() {
  if (history_.empty()) throw Error(ErrorKind::no_move, "there is no move to take back");
  const Step step = history_.back();
  history_.pop_back();
  ended_ = Termination::none;
  if (step.move >= 0)
    unplace(step.move, step.color, step.joins_before);
  else if (step.move == kSwap)
    pop_swap();
  turn_ = step.turn_before;
  return step.move;
}

Move Board::peek() const {
  if (history_.empty()) throw Error(ErrorKind::no_move, "no move has been played yet");
  return history_.back().move;
}

void Board::end(Termination how, Color loser) {
  check_open();
  ended_ = how;
  loser_ = loser;
}

void Board::place(int cell, Color color) {
  const Stone stone = stone_of(color);
  stones_[cell] = stone;
  stones_key_ ^= grid_->stone_key(cell, color);
  --empty_;
  ++counts_[static_cast<int>(color)];
  for (const int node : grid_->links(cell))
    if (stones_[node] == stone) join(cell, node);
  if (touch_[find(cell)] == kBothEdges) chain_ = color;
}

void Board::unplace(int cell, Color color, std::size_t joins_before) {
  while (joins_.size() > joins_before) {
    const auto [child, touch_before] = joins_.back();
    joins_.pop_back();
    const int root = parent_[child];
    size_[root] = static_cast<std::int16_t>(size_[root] - size_[child]);
    touch_[root] = touch_before;
    parent_[child] = child;
  }
  stones_[cell] = Stone::none;
  stones_key_ ^= grid_->stone_key(cell, color);
  ++empty_;
  --counts_[static_cast<int>(color)];
  chain_.reset();
}

void Board::join(int one, int two) {
  int root = find(one), child = find(two);
  if (root == child) return;
  if (size_[root] < size_[child]) std::swap(root, child);
  joins_.push_back({static_cast<std::int16_t>(child), touch_[root]});
  parent_[child] = static_cast<std::int16_t>(root);
  size_[root] = static_cast<std::int16_t>(size_[root] + size_[child]);
  touch_[root] |= touch_[child];
}

int Board::lone_stone() const {
  const auto cells = std::span(stones_).first(static_cast<std::size_t>(grid_->cells()));
  return static_cast<int>(std::ranges::find_if(cells, [](Stone s) { return s != Stone::none; }) -
                          cells.begin());
}

void Board::check_open() const {
  if (!over()) return;
  const auto won_by = winner();
  throw Error(ErrorKind::game_over, (won_by ? "the game is over: " + title(*won_by) + " has won"
                                            : std::string("the game is over: a draw")) +
                                        "; take a move back to continue");
}

void Board::check_cell(int cell) const {
  grid_->require_cell(cell);
  if (stones_[cell] != Stone::none)
    throw Error(ErrorKind::occupied,
                grid_->name(cell) + " is occupied by " +
                    title(stones_[cell] == Stone::black ? Color::black : Color::white) +
                    "; choose an empty cell");
}

void Board::refuse_swap() const {
  throw Error(ErrorKind::swap, swap_ == SwapRule::none
                                   ? "this game is played without the swap rule"
                                   : "a swap is only possible for White, once, in answer to "
                                     "Black's first stone");
}

bool Board::swap_available() const {
  if (swap_ == SwapRule::none || root_swap_used_ || history_.size() > 1) return false;
  // After swap-sides the stone still lies there alone: the right to swap ends with the swap.
  if (!history_.empty() && history_.back().move == kSwap) return false;
  return turn_ == Color::white && counts_[0] == 1 && counts_[1] == 0 && !over();
}

bool Board::swap_used() const {
  return swap_ != SwapRule::none && turn_ == Color::white && counts_[0] == 1 && counts_[1] == 0 &&
         !over() && !swap_available();
}

bool Board::is_legal(Move move) const {
  if (over()) return false;
  if (move == kSwap) return swap_available();
  if (move == kPass) return true;
  return move >= 0 && move < grid_->cells() && stones_[move] == Stone::none;
}

std::vector<int> Board::legal_moves() const {
  std::vector<int> moves;
  if (over()) return moves;
  moves.reserve(static_cast<std::size_t>(empty_) + 1);
  for (int cell = 0; cell < grid_->cells(); ++cell)
    if (stones_[cell] == Stone::none) moves.push_back(cell);
  if (swap_available()) moves.push_back(kSwap);
  return moves;
}

int Board::legal_count() const { return over() ? 0 : empty_ + (swap_available() ? 1 : 0); }

Termination Board::termination() const {
  if (chain_) return Termination::connection;
  if (ended_ != Termination::none) return ended_;
  return empty_ == 0 ? Termination::full_board : Termination::none;
}

std::optional<Color> Board::winner() const {
  if (chain_) return chain_;
  if (ended_ != Termination::none) return other(loser_);
  return std::nullopt;
}

bool Board::would_win(int cell, Color color) const {
  std::uint8_t touched = 0;
  for (const int node : grid_->links(cell))
    if (stones_[node] == stone_of(color)) touched |= touch_[find(node)];
  return touched == kBothEdges;
}

std::vector<int> Board::winning_path() const {
  if (!chain_) return {};
  const Stone stone = stone_of(*chain_);
  const int first = *chain_ == Color::black ? kTop : kLeft;
  const int goal = grid_->edge_node(first + 1);
  std::vector<int> came_from(stones_.size(), -1);
  std::vector<int> queue;
  for (const int cell : grid_->edge_cells(first))
    if (stones_[cell] == stone) {
      came_from[cell] = cell;
      queue.push_back(cell);
    }
  std::vector<int> path;
  for (std::size_t at = 0; at < queue.size() && path.empty(); ++at)
    for (const int node : grid_->links(queue[at])) {
      if (node == goal) {
        for (int cell = queue[at]; path.empty() || path.back() != cell; cell = came_from[cell])
          path.push_back(cell);
        break;
      }
      if (node >= grid_->cells() || stones_[node] != stone || came_from[node] >= 0) continue;
      came_from[node] = queue[at];
      queue.push_back(node);
    }
  std::ranges::reverse(path);
  return path;
}

std::vector<Group> Board::groups(Color color) const {
  const Stone stone = stone_of(color);
  std::vector<Group> found;
  std::vector<bool> seen(stones_.size(), false);
  for (int start = 0; start < grid_->cells(); ++start) {
    if (stones_[start] != stone || seen[start]) continue;
    Group group{{start}, {}};
    seen[start] = true;
    for (std::size_t at = 0; at < group.cells.size(); ++at)
      for (const int node : grid_->links(group.cells[at])) {
        if (stones_[node] != stone) continue;
        const int edge = node - grid_->cells();
        if (edge >= 0) {
          if (std::ranges::find(group.edges, edge) == group.edges.end())
            group.edges.push_back(edge);
        } else if (!seen[node]) {
          seen[node] = true;
          group.cells.push_back(node);
        }
      }
    std::ranges::sort(group.cells);
    std::ranges::sort(group.edges);
    found.push_back(std::move(group));
  }
  return found;
}

std::uint64_t Board::key() const {
  std::uint64_t key = stones_key_;
  if (turn_ == Color::white) key ^= zobrist::white_to_move_key();
  if (swap_available()) key ^= zobrist::swap_key(swap_);
  return key;
}

}  // namespace hexcore
