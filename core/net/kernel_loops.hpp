// The loops behind `Kernels`, compiled once for each set of instructions; see simd.hpp.
#pragma once

#include "net/kernels.hpp"
#include "net/simd.hpp"

namespace hexcore::net {
namespace {

constexpr int kVectors = 2;  // of output channels, side by side
constexpr int kPanel = kVectors * kLanes;
static_assert(kBlock % kPanel == 0);
// As many cells as leave registers for the weights and one input.
constexpr int kMostCells = (kRegisters - kVectors - 2) / kVectors;

struct FloatStep {
  using Sum = Floats;
  static constexpr int kDepth = 1;
  static Floats spread(const float* from) { return splat(*from); }
  static Floats add(Floats x, Floats y, Floats sum) { return multiply_add(x, y, sum); }
};

struct ByteStep {
  using Sum = Ints;
  static constexpr int kDepth = 4;
  static Ints spread(const std::uint8_t* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return splat(four);
  }
  static Ints add(Ints x, Ints y, Ints sum) { return dot(x, y, sum); }
};

// One panel of output channels of `kCells` cells.
template <typename Step, int kCells, typename Input, typename Weight, typename Output>
void multiply_panel(const Product<Input, Weight, Output>& product, const Input* first,
                    const Weight* weights, Output* output) {
  typename Step::Sum sums[kCells][kVectors] = {};
  for (int block = 0; block < product.blocks; ++block) {
    const Input* cells_of_block = first + block * product.input_block;
    for (int tap = 0; tap < product.tap_count; ++tap) {
      const Input* cells = cells_of_block + product.taps[tap];
      for (int at = 0; at < kBlock; at += Step::kDepth) {
        typename Step::Sum weight[kVectors];
        HEXMATE_UNROLL
        for (int v = 0; v < kVectors; ++v)
          weight[v] = load<typename Step::Sum>(weights + v * kLanes * Step::kDepth);
        HEXMATE_UNROLL
        for (int cell = 0; cell < kCells; ++cell) {
          const auto x = Step::spread(cells + cell * kBlock + at);
          HEXMATE_UNROLL
          for (int v = 0; v < kVectors; ++v) sums[cell][v] = Step::add(x, weight[v], sums[cell][v]);
        }
        weights += kPanel * Step::kDepth;
      }
    }
  }
  HEXMATE_UNROLL
  for (int cell = 0; cell < kCells; ++cell) {
    HEXMATE_UNROLL
    for (int v = 0; v < kVectors; ++v) store(output + cell * kBlock + v * kLanes, sums[cell][v]);
  }
}

// `cells` is at most `kCells`: the compiler makes one loop for each number.
template <typename Step, int kCells, typename... Arguments>
void multiply_some(int cells, const Arguments&... arguments) {
  if (cells == kCells) {
    multiply_panel<Step, kCells>(arguments...);
  } else if constexpr (kCells > 1) {
    multiply_some<Step, kCells - 1>(cells, arguments...);
  }
}

template <typename Step, typename Input, typename Weight, typename Output>
void multiply_run(const Product<Input, Weight, Output>& product, const Run& run,
                  const Weight* weights, Output* output) {
  // Parts of equal size: 11 cells in sixes are 6 and 5, not 6, 4 and 1.
  const int parts = (run.count + kMostCells - 1) / kMostCells;
  for (int part = 0; part < parts; ++part) {
    const int from = run.count * part / parts, to = run.count * (part + 1) / parts;
    const std::ptrdiff_t skipped = std::ptrdiff_t{run.first + from} * kBlock;
    multiply_some<Step, kMostCells>(to - from, product, product.input + skipped, weights,
                                    output + skipped);
  }
}

template <typename Step, typename Input, typename Weight, typename Output>
void multiply(const Product<Input, Weight, Output>& product) {
  const std::size_t depth = std::size_t(product.blocks) * product.tap_count * kBlock;
  for (int channel = 0; channel < product.output_blocks * kBlock; channel += kPanel) {
    Output* output = product.output + channel / kBlock * product.output_block + channel % kBlock;
    for (int run = 0; run < product.run_count; ++run)
      multiply_run<Step>(product, product.runs[run], product.weights + channel * depth, output);
  }
}

void multiply_floats(const FloatProduct& product) { multiply<FloatStep>(product); }
void multiply_bytes(const ByteProduct& product) { multiply<ByteStep>(product); }

// Six numbers of a row or column of the window, as polynomials at 0, 1, -1, 2, -2 and infinity.
inline void enter_line(const Floats (&d)[kWindow], Floats (&out)[kWindow]) {
  const Floats even = d[4] - 4.0F * d[2], odd = d[3] - 4.0F * d[1];
  const Floats wide = d[4] - d[2], twice = 2.0F * (d[3] - d[1]);
  out[0] = 4.0F * d[0] - 5.0F * d[2] + d[4];
  out[1] = even + odd;
  out[2] = even - odd;
  out[3] = wide + twice;
  out[4] = wide - twice;
  out[5] = 4.0F * d[1] - 5.0F * d[3] + d[5];
}

inline void leave_line(const Floats (&m)[kWindow], Floats (&out)[kTile]) {
  const Floats sum = m[1] + m[2], difference = m[1] - m[2];
  const Floats sum2 = m[3] + m[4], difference2 = m[3] - m[4];
  out[0] = m[0] + sum + sum2;
  out[1] = difference + 2.0F * difference2;
  out[2] = sum + 4.0F * sum2;
  out[3] = difference + 8.0F * difference2 + m[5];
}

void enter_tile(const TileEntry& tile) {
  for (int at = 0; at < kBlock; at += kLanes) {
    Floats half[kWindow][kWindow];
    for (int col = 0; col < kWindow; ++col) {
      Floats in[kWindow], out[kWindow];
      for (int row = 0; row < kWindow; ++row)
        in[row] = load<Floats>(tile.corner + row * tile.row + col * kBlock + at);
      enter_line(in, out);
      for (int row = 0; row < kWindow; ++row) half[row][col] = out[row];
    }
    float* to = tile.products + at;
    for (int row = 0; row < kWindow; ++row) {
      Floats out[kWindow];
      enter_line(half[row], out);
      for (int col = 0; col < kWindow; ++col, to += tile.frequency) store(to, out[col]);
    }
  }
}

// The 4x4 sums of one vector of channels.
inline void sum_products(const TileExit& tile, int at, Floats (&sums)[kTile][kTile]) {
  Floats half[kTile][kWindow];
  for (int col = 0; col < kWindow; ++col) {
    Floats in[kWindow], out[kTile];
    for (int row = 0; row < kWindow; ++row) {
      const int place = row * kWindow + col;
      const bool never = place == 0 || place == kFrequencies - 1;
      in[row] = never ? Floats{} : load<Floats>(tile.products + place * tile.frequency + at);
    }
    leave_line(in, out);
    for (int row = 0; row < kTile; ++row) half[row][col] = out[row];
  }
  for (int row = 0; row < kTile; ++row) leave_line(half[row], sums[row]);
}

void leave_tile(const TileExit& tile) {
  for (int at = 0; at < kBlock; at += kLanes) {
    Floats sums[kTile][kTile];
    sum_products(tile, at, sums);
    const Floats bias = load<Floats>(tile.bias + at);
    for (int row = 0; row < kTile; ++row) {
      for (int col = 0; col < kTile; ++col) {
        if ((tile.on_board >> (row * kTile + col) & 1U) == 0) continue;
        const std::ptrdiff_t place = row * tile.row + col * kBlock + at;
        Floats sum = sums[row][col] + bias;
        if (tile.residual != nullptr) sum += load<Floats>(tile.residual + place);
        store(tile.corner + place, positive(sum));
      }
    }
  }
}

inline void store_bytes(std::uint8_t* to, Floats x) {
  // Numbers from 0.5 on, so that cutting off rounds.
  std::int32_t rounded[kLanes];
  store(rounded, to_ints(smaller(positive(x), splat(127.0F))));
  for (int lane = 0; lane < kLanes; ++lane) to[lane] = static_cast<std::uint8_t>(rounded[lane]);
}

void leave_sums(const SumsExit& exit) {
  for (int at = 0; at < kBlock; at += kLanes) {
    const Floats scale = load<Floats>(exit.scale + at), bias = load<Floats>(exit.bias + at);
    const bool round = exit.bytes != nullptr;
    const Floats per_step = round ? load<Floats>(exit.per_step + at) : Floats{};
    const Floats zero = round ? load<Floats>(exit.zero + at) + splat(0.5F) : Floats{};
    for (int cell = 0; cell < exit.count; ++cell) {
      const std::ptrdiff_t place = std::ptrdiff_t{cell} * kBlock + at;
      Floats sum = multiply_add(to_floats(load<Ints>(exit.sums + place)), scale, bias);
      if (exit.residual != nullptr) sum += load<Floats>(exit.residual + place);
      sum = positive(sum);
      if (exit.numbers != nullptr) store(exit.numbers + place, sum);
      if (round) store_bytes(exit.bytes + place, multiply_add(sum, per_step, zero));
    }
  }
}

void round_numbers(const Rounding& rounding) {
  for (int at = 0; at < kBlock; at += kLanes) {
    const Floats shift = load<Floats>(rounding.shift + at);
    const Floats per_step = load<Floats>(rounding.per_step + at);
    const Floats zero = load<Floats>(rounding.zero + at) + splat(0.5F);
    for (int cell = 0; cell < rounding.count; ++cell) {
      const std::ptrdiff_t place = std::ptrdiff_t{cell} * kBlock + at;
      const Floats number = load<Floats>(rounding.numbers + place) + shift;
      store_bytes(rounding.bytes + place, multiply_add(number, per_step, zero));
    }
  }
}

void pool(const float* numbers, int count, float* sums, float* maxima) {
  for (int at = 0; at < kBlock; at += kLanes) {
    Floats sum = load<Floats>(sums + at), most = load<Floats>(maxima + at);
    for (int cell = 0; cell < count; ++cell) {
      const Floats number = load<Floats>(numbers + std::ptrdiff_t{cell} * kBlock + at);
      sum += number;
      most = larger(number, most);
    }
    store(sums + at, sum);
    store(maxima + at, most);
  }
}

void shift(float* numbers, int count, const float* by) {
  for (int at = 0; at < kBlock; at += kLanes) {
    const Floats step = load<Floats>(by + at);
    for (int cell = 0; cell < count; ++cell) {
      float* number = numbers + std::ptrdiff_t{cell} * kBlock + at;
      store(number, load<Floats>(number) + step);
    }
  }
}

constexpr Kernels kernels_named(const char* name) {
  return {name,       kPanel,     multiply_floats, multiply_bytes, enter_tile,
          leave_tile, leave_sums, round_numbers,   pool,           shift};
}

}  // namespace
}  // namespace hexcore::net
