// Layers that multiply each cell by itself: dense layers and 1x1 convolutions.
#pragma once

#include <span>

#include "net/packing.hpp"
#include "net/weights.hpp"

namespace hexcore::net {

class Dense {
 public:
  Dense() = default;
  Dense(const Layer& layer, const Kernels& kernels)
      : inputs_(blocks_of(layer.inputs)),
        outputs_(blocks_of(layer.outputs)),
        weights_(pack<float>({layer.outputs, layer.inputs, 1, 1}, kernels.panel,
                             [&](int output, int input, int) { return layer.at(output, input); })),
        bias_(padded<float>(layer.bias)) {}

  // A layer without outputs stands for none.
  bool none() const { return outputs_ == 0; }
  const float* bias() const { return bias_.data(); }

  // Sums without the bias; fields of `cells` cells, both with their first block first.
  void multiply(const Kernels& kernels, const float* input, float* output, std::size_t cells,
                std::span<const Run> runs) const {
    static constexpr std::ptrdiff_t kSelf = 0;
    kernels.multiply_floats({input, cells * kBlock, inputs_, &kSelf, 1, weights_.data(), output,
                             cells * kBlock, outputs_, runs.data(), static_cast<int>(runs.size())});
  }
  // One vector, with the bias.
  void apply(const Kernels& kernels, const float* input, float* output) const {
    const Run one{0, 1};
    multiply(kernels, input, output, 1, {&one, 1});
    for (int at = 0; at < outputs_ * kBlock; ++at)
      output[at] += bias_[static_cast<std::size_t>(at)];
  }

 private:
  int inputs_ = 0, outputs_ = 0;
  Buffer<float> weights_, bias_;
};

}  // namespace hexcore::net
