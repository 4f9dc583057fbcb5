// The inner loops of the network, one set for each kind of processor.
//
// Channels come in blocks of 32. A field of numbers is [block][cell][32]: a cell's neighbours lie
// at constant distances, whatever the number of channels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hexcore::net {

constexpr int kBlock = 32;
// Products of a tile of 4x4 outputs (Winograd's F(4x4, 3x3)). The first and the last belong to the
// two corners of the kernel that a hexagon does not touch: they are always 0 and never computed.
constexpr int kTile = 4;
constexpr int kWindow = kTile + 2;
constexpr int kFrequencies = kWindow * kWindow;

// Consecutive cells of a field.
struct Run {
  int first;
  int count;
};

// Sums over taps and channels for the cells of some runs.
template <typename Input, typename Weight, typename Output>
struct Product {
  const Input* input;          // block 0 of cell 0
  std::size_t input_block;     // numbers from one block to the next
  int blocks;                  // of input channels
  const std::ptrdiff_t* taps;  // numbers from a cell to its neighbours
  int tap_count;
  const Weight* weights;  // as packing.hpp arranges them
  Output* output;         // block 0 of cell 0
  std::size_t output_block;
  int output_blocks;
  const Run* runs;
  int run_count;
};
using FloatProduct = Product<float, float, float>;
using ByteProduct = Product<std::uint8_t, std::int8_t, std::int32_t>;

// One block of a tile of 4x4 cells on its way to the products.
struct TileEntry {
  const float* corner;    // top left of the window of 6x6 cells
  std::ptrdiff_t row;     // numbers from one row of cells to the next
  float* products;        // of frequency 0
  std::size_t frequency;  // numbers from one frequency to the next
};

// One block of a tile on its way back: 0 or the sum of products, bias and residual.
struct TileExit {
  const float* products;
  std::size_t frequency;
  const float* bias;
  const float* residual;  // top left cell; null for none
  float* corner;          // top left cell
  std::ptrdiff_t row;
  unsigned on_board;  // a bit for each cell; the others stay as they are
};

// One block of a run of sums: max(0, sum * scale + bias + residual) as a number, as a byte (see
// Rounding), or both.
struct SumsExit {
  const std::int32_t* sums;
  const float* scale;
  const float* bias;
  const float* residual;  // null for none
  float* numbers;         // null for none
  std::uint8_t* bytes;    // null for none
  const float* per_step;
  const float* zero;
  int count;
};

// One block of a run of numbers as bytes: (number + shift) / step + zero, rounded, from 0 to 127.
struct Rounding {
  const float* numbers;
  const float* shift;
  const float* per_step;
  const float* zero;
  std::uint8_t* bytes;
  int count;
};

struct Kernels {
  const char* name;
  int panel;  // output channels that are computed together; divides 32
  void (*multiply_floats)(const FloatProduct&);
  void (*multiply_bytes)(const ByteProduct&);
  void (*enter_tile)(const TileEntry&);
  void (*leave_tile)(const TileExit&);
  void (*leave_sums)(const SumsExit&);
  void (*round_numbers)(const Rounding&);
  // Adds a run of one block to its sums and maxima.
  void (*pool)(const float* numbers, int count, float* sums, float* maxima);
  // Adds one number for each channel to a run of one block.
  void (*shift)(float* numbers, int count, const float* by);
};

// The fastest that this processor can run, or the one of this name ("plain", "avx2", "avx512"):
// null if this processor does not have it.
const Kernels* find_kernels(const char* name = nullptr);

}  // namespace hexcore::net
