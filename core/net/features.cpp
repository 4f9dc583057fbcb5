#include <algorithm>

#include "net/tower.hpp"

namespace hexcore::net {

void activate(const Canvas& board, const float* shift, int channels, float* field) {
  for (int block = 0; block < blocks_of(channels); ++block) {
    float* numbers = field + static_cast<std::ptrdiff_t>(block) * board.cells * kBlock;
    const float* shifts = shift + std::ptrdiff_t{block} * kBlock;
    for (const Run& run : board.runs)
      for (int cell = run.first; cell < run.first + run.count; ++cell)
        for (int at = 0; at < kBlock; ++at) {
          float& number = numbers[std::ptrdiff_t{cell} * kBlock + at];
          number = std::max(0.0F, number + shifts[at]);
        }
  }
}

void tell_people(const Kernels& kernels, const Dense& tell, int channels, Scratch& scratch) {
  for (std::size_t at = 0; at < scratch.boards.size(); ++at) {
    const Canvas& board = scratch.boards[at];
    tell.apply(kernels, scratch.people.data() + at * kPeopleForm.person, scratch.told.data());
    activate(board, scratch.told.data(), channels,
             scratch.features.data() + at * field_size(board, channels));
  }
}

void pool_board(const Kernels& kernels, const Canvas& board, const float* field, int channels,
                Buffer<float>& pooled) {
  const auto count = static_cast<std::size_t>(channels);
  pooled.reserve(static_cast<std::size_t>(blocks_of(3 * channels)) * kBlock);
  std::fill_n(pooled.data(), 3 * count, 0.0F);
  const float size = board.size_factor();
  for (int block = 0; block < blocks_of(channels); ++block) {
    const float* numbers = field + static_cast<std::ptrdiff_t>(block) * board.cells * kBlock;
    // Activations are not negative, so 0 is never more than the maximum.
    float sums[kBlock] = {}, maxima[kBlock] = {};
    for (const Run& run : board.runs)
      kernels.pool(numbers + static_cast<std::ptrdiff_t>(run.first) * kBlock, run.count, sums,
                   maxima);
    const auto first = static_cast<std::size_t>(block) * kBlock;
    for (std::size_t at = first; at < std::min(first + kBlock, count); ++at) {
      pooled[at] = board.mean(sums[at - first]);
      pooled[count + at] = pooled[at] * size;
      pooled[2 * count + at] = maxima[at - first];
    }
  }
}

}  // namespace hexcore::net
