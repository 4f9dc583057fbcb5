// The residual tower: from the features of the stem to those that the heads read.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "net/buffer.hpp"
#include "net/canvas.hpp"
#include "net/dense.hpp"
#include "net/kernels.hpp"
#include "net/weights.hpp"

namespace hexcore::net {

// Memory of one evaluation; it grows and is used again.
struct Scratch {
  std::vector<Canvas> boards;
  Buffer<float> features;  // [board][block][cell][32], 0 off the board
  Buffer<float> inner;     // likewise
  Buffer<float> entered, products;
  Buffer<std::int32_t> sums;
  Buffer<std::uint8_t> bytes, inner_bytes;
  Buffer<float> people;  // [board][features of its player]
  Buffer<float> pooled, told, heads;
};

class Tower {
 public:
  virtual ~Tower() = default;

  // Boards that are evaluated together.
  virtual int group() const = 0;
  virtual Canvas canvas(int rows, int cols) const = 0;
  // From the features in `scratch` of its boards to those of the last block, in place.
  virtual void run(Scratch& scratch) const = 0;
};

std::unique_ptr<Tower> make_float_tower(const Weights& weights, const Kernels& kernels);
// The weights must have steps.
std::unique_ptr<Tower> make_byte_tower(const Weights& weights, const Kernels& kernels);

// Numbers of one board in a field.
inline std::size_t field_size(const Canvas& board, int channels) {
  return static_cast<std::size_t>(blocks_of(channels)) * static_cast<std::size_t>(board.cells) *
         kBlock;
}

// max(0, feature + shift) for every cell on the board; one shift for each channel.
void activate(const Canvas& board, const float* shift, int channels, float* field);

// The same with what `tell` makes of the player of each board, for the features in `scratch`.
void tell_people(const Kernels& kernels, const Dense& tell, int channels, Scratch& scratch);

// Features of the whole board: mean, mean weighted by board size, maximum [3 * channels].
void pool_board(const Kernels& kernels, const Canvas& board, const float* field, int channels,
                Buffer<float>& pooled);

}  // namespace hexcore::net
