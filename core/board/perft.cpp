#include "board/perft.hpp"

namespace hexcore {
namespace {

std::uint64_t count(Board& board, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(board.legal_count());
  std::uint64_t total = 0;
  for (const Move move : board.legal_moves()) {
    board.push(move);
    total += count(board, depth - 1);
    board.pop();
  }
  return total;
}

}  // namespace

std::uint64_t perft(Board board, int depth) { return count(board, depth); }

}  // namespace hexcore
