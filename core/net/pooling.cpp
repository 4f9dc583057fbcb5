#include <algorithm>

#include "net/tower.hpp"

namespace hexcore::net {

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
