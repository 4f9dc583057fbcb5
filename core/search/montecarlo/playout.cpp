#include "search/montecarlo/playout.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "board/rng.hpp"
#include "search/threads.hpp"

namespace hexcore {
namespace {

// Games are dealt in chunks with a random stream each, so that threads do not change the result.
constexpr std::uint64_t kChunk = 1024;

// Fills the board at random and looks for the chain afterwards: a chain once made cannot be
// broken, so the winner is that of the game played move by move, and nothing else is needed.
class Playout {
 public:
  explicit Playout(const Board& board)
      : grid_(board.grid()),
        draws_possible_(grid_.shape() == Shape::square || grid_.shape() == Shape::triangle),
        second_(stone_of(other(board.turn()))),
        stones_(static_cast<std::size_t>(grid_.nodes())),
        seen_(stones_.size(), 0) {
    for (int node = 0; node < grid_.nodes(); ++node) {
      stones_[node] = board.at(node);
      if (stones_[node] != Stone::none) continue;
      empty_.push_back(static_cast<std::int16_t>(node));
      stones_[node] = stone_of(board.turn());
    }
    stack_.resize(stones_.size());
  }

  void run(std::uint64_t games, Rng rng, Tally& tally) {
    const auto first = stone_of(second_ == Stone::white ? Color::black : Color::white);
    const std::size_t second_count = empty_.size() / 2;
    std::ranges::sort(empty_);  // a chunk starts alike whatever this worker did before
    for (; games > 0; --games) {
      for (std::size_t at = 0; at < second_count; ++at) {
        const auto left = static_cast<std::uint32_t>(empty_.size() - at);
        std::swap(empty_[at], empty_[at + rng.below(left)]);
        stones_[empty_[at]] = second_;
      }
      count(tally);
      for (std::size_t at = 0; at < second_count; ++at) stones_[empty_[at]] = first;
    }
  }

 private:
  void count(Tally& tally) {
    if (joins(Color::black))
      ++tally.black;
    else if (!draws_possible_ || joins(Color::white))
      ++tally.white;
    else
      ++tally.draws;
  }

  bool joins(Color color) {
    const Stone stone = stone_of(color);
    const int start = color == Color::black ? kTop : kLeft;
    const int goal = grid_.edge_node(start + 1);
    ++stamp_;
    seen_[grid_.edge_node(start)] = stamp_;
    std::size_t height = 0;
    for (const std::int16_t cell : grid_.edge_cells(start))
      if (stones_[cell] == stone) {
        seen_[cell] = stamp_;
        stack_[height++] = cell;
      }
    while (height > 0)
      for (const std::int16_t node : grid_.links(stack_[--height])) {
        if (stones_[node] != stone || seen_[node] == stamp_) continue;
        if (node == goal) return true;
        seen_[node] = stamp_;
        stack_[height++] = node;
      }
    return false;
  }

  const Grid& grid_;
  bool draws_possible_;
  Stone second_;
  std::vector<Stone> stones_;
  std::vector<std::uint64_t> seen_;
  std::uint64_t stamp_ = 0;
  std::vector<std::int16_t> empty_;
  std::vector<std::int16_t> stack_;
};

Tally decided(const Board& board, std::uint64_t games) {
  const auto winner = board.winner();
  if (!winner) return {0, 0, games};
  return *winner == Color::black ? Tally{games, 0, 0} : Tally{0, games, 0};
}

}  // namespace

Tally random_playouts(const Board& board, std::uint64_t games, std::uint64_t seed, int threads) {
  if (board.over()) return decided(board, games);
  const std::uint64_t chunks = (games + kChunk - 1) / kChunk;
  const auto workers = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max(threads, 1)),
                                                 1, std::max<std::uint64_t>(chunks, 1));
  std::atomic<std::uint64_t> next_chunk{0};
  std::vector<Tally> tallies(workers);
  const auto work = [&](std::size_t worker) {
    Playout playout(board);
    Tally tally;
    for (std::uint64_t chunk = next_chunk++; chunk < chunks; chunk = next_chunk++)
      playout.run(std::min(kChunk, games - chunk * kChunk), Rng(seed, chunk), tally);
    tallies[worker] = tally;
  };
  run_threads(workers, work, [&] { next_chunk = chunks; });
  Tally total;
  for (const Tally& tally : tallies) {
    total.black += tally.black;
    total.white += tally.white;
    total.draws += tally.draws;
  }
  return total;
}

}  // namespace hexcore
