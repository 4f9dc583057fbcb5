// The numbers of a network, as a file holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hexcore::net {

// A hexagon and its six neighbours: (row, col) from the middle, in the order of the file.
struct Step {
  int row;
  int col;
};
constexpr Step kTaps[] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}};
constexpr int kTapCount = 7;

constexpr int kPlanes = 3;  // own stones, enemy stones, cells of the board
constexpr int kHead = 32;
constexpr int kHidden = 64;

// [outputs][inputs][taps] and [outputs]; a dense layer has one tap.
struct Layer {
  int outputs = 0, inputs = 0, taps = 1;
  std::vector<float> weights, bias;

  float at(int output, int input, int tap = 0) const {
    const auto row = static_cast<std::size_t>(output) * static_cast<std::size_t>(inputs);
    return weights[(row + static_cast<std::size_t>(input)) * static_cast<std::size_t>(taps) +
                   static_cast<std::size_t>(tap)];
  }
};

// How the inputs of a convolution become bytes: byte = input / step + zero, from 0 to 127. Its
// weights are whole numbers times scale[output] / step[input].
struct Steps {
  std::vector<float> step, scale;
  std::vector<std::uint8_t> zero;
  std::vector<std::int8_t> weights;  // [outputs][inputs][taps]
};

struct Convolution : Layer {
  Steps steps;  // empty unless the file has weights of 8 bits
};

struct ResidualBlock {
  Convolution first, second;
  Layer tell;  // from the pooled features; no outputs where the block does not pool
};

struct Weights {
  int channels = 0;
  bool bytes = false;  // whether the convolutions have steps
  std::string facts;   // JSON
  Layer stem;
  std::vector<ResidualBlock> blocks;
  Layer policy_conv, policy_tell, policy_out;
  Layer value_conv, value_hidden, value_out;
};

// Reads the bytes of a `.hexnet` file. Throws Error(model) for anything else, before it takes
// memory for it.
Weights read_weights(std::span<const std::uint8_t> file);

}  // namespace hexcore::net
