// Weights in the order in which the kernels read them.
#pragma once

#include <cstddef>
#include <span>

#include "net/buffer.hpp"
#include "net/kernels.hpp"

namespace hexcore::net {

constexpr int blocks_of(int channels) { return (channels + kBlock - 1) / kBlock; }

struct PackedShape {
  int outputs, inputs, taps;
  int depth;  // inputs that lie side by side: 1 for floats, 4 for bytes
};

// [panel of outputs][block of inputs][tap][inputs / depth][outputs of the panel][depth], where
// `weight(output, input, tap)` gives each; channels that only fill up a block have weights of 0.
template <typename T, typename Weight>
Buffer<T> pack(const PackedShape& shape, int panel, const Weight& weight) {
  const int outputs = blocks_of(shape.outputs) * kBlock, blocks = blocks_of(shape.inputs);
  Buffer<T> packed(static_cast<std::size_t>(outputs) * blocks * kBlock * shape.taps);
  std::size_t at = 0;
  for (int first = 0; first < outputs; first += panel)
    for (int block = 0; block < blocks; ++block)
      for (int tap = 0; tap < shape.taps; ++tap)
        for (int input = block * kBlock; input < (block + 1) * kBlock; input += shape.depth)
          for (int output = first; output < first + panel; ++output)
            for (int each = input; each < input + shape.depth; ++each, ++at)
              if (output < shape.outputs && each < shape.inputs)
                packed[at] = weight(output, each, tap);
  return packed;
}

// Numbers for each channel, 0 for those that only fill up a block.
template <typename T>
Buffer<float> padded(std::span<const T> numbers) {
  Buffer<float> result(static_cast<std::size_t>(blocks_of(static_cast<int>(numbers.size()))) *
                       kBlock);
  for (std::size_t at = 0; at < numbers.size(); ++at) result[at] = static_cast<float>(numbers[at]);
  return result;
}

}  // namespace hexcore::net
