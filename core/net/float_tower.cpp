// The tower in 32 bits, by Winograd's F(4x4, 3x3): a tile of 4x4 outputs takes 34 products instead
// of 112.
#include <algorithm>
#include <array>

#include "net/tower.hpp"

namespace hexcore::net {

namespace {

// Weights take more memory than positions: they are read once for several.
constexpr int kBoardsAtOnce = 4;

using Window = std::array<std::array<float, kWindow>, kWindow>;

// Values of a polynomial of degree 2 at 0, 1, -1, 2, -2 and infinity, scaled for the way back.
std::array<float, kWindow> at_points(float a, float b, float c) {
  return {
      a / 4, -(a + b + c) / 6, -(a - b + c) / 6, (a + 2 * b + 4 * c) / 24, (a - 2 * b + 4 * c) / 24,
      c};
}

Window entered_kernel(const Layer& layer, int output, int input) {
  float kernel[3][3] = {};
  for (int tap = 0; tap < kTapCount; ++tap)
    kernel[kTaps[tap].row + 1][kTaps[tap].col + 1] = layer.at(output, input, tap);
  std::array<std::array<float, kWindow>, 3> half{};
  for (int row = 0; row < 3; ++row)
    half[row] = at_points(kernel[row][0], kernel[row][1], kernel[row][2]);
  Window window{};
  for (int col = 0; col < kWindow; ++col) {
    const auto column = at_points(half[0][col], half[1][col], half[2][col]);
    for (int row = 0; row < kWindow; ++row) window[row][col] = column[row];
  }
  return window;
}

struct TileConvolution {
  std::vector<Buffer<float>> weights;  // of each frequency
  Buffer<float> bias;

  TileConvolution(const Layer& layer, const Kernels& kernels) : bias(padded<float>(layer.bias)) {
    std::vector<Window> windows;
    windows.reserve(layer.weights.size() / kTapCount);
    for (int output = 0; output < layer.outputs; ++output)
      for (int input = 0; input < layer.inputs; ++input)
        windows.push_back(entered_kernel(layer, output, input));
    for (int at = 0; at < kFrequencies; ++at)
      weights.push_back(pack<float>(
          {layer.outputs, layer.inputs, 1, 1}, kernels.panel, [&](int output, int input, int) {
            const int place = output * layer.inputs + input;
            return windows[static_cast<std::size_t>(place)][at / kWindow][at % kWindow];
          }));
  }
};

struct FloatBlock {
  TileConvolution first, second;
  Dense tell, person;
};

class FloatTower : public Tower {
 public:
  FloatTower(const Weights& weights, const Kernels& kernels)
      : kernels_(kernels), channels_(weights.channels), blocks_(blocks_of(weights.channels)) {
    for (const ResidualBlock& block : weights.blocks) {
      tower_.push_back({TileConvolution(block.first, kernels),
                        TileConvolution(block.second, kernels), Dense(block.tell, kernels),
                        Dense(block.person, kernels)});
    }
  }

  int group() const override { return kBoardsAtOnce; }
  Canvas canvas(int rows, int cols) const override { return Canvas::tiled(rows, cols); }

  void run(Scratch& scratch) const override {
    for (const FloatBlock& block : tower_) {
      if (!block.person.none()) tell_people(kernels_, block.person, channels_, scratch);
      convolve(block.first, scratch, scratch.features.data(), nullptr, scratch.inner.data());
      if (!block.tell.none()) tell(block.tell, scratch);
      convolve(block.second, scratch, scratch.inner.data(), scratch.features.data(),
               scratch.features.data());
    }
  }

 private:
  // What all steps of one convolution know.
  struct Plan {
    int down, across, tiles;  // tiles of all boards
    std::size_t block, frequency;
  };

  Plan plan(const Scratch& scratch) const {
    const Canvas& board = scratch.boards[0];
    Plan plan{Canvas::tiles_of(board.rows), Canvas::tiles_of(board.cols), 0, 0, 0};
    plan.tiles = static_cast<int>(scratch.boards.size()) * plan.down * plan.across;
    plan.block = static_cast<std::size_t>(plan.tiles) * kBlock;
    plan.frequency = plan.block * static_cast<std::size_t>(blocks_);
    return plan;
  }

  // Calls visit(board, block, tile, where its corner lies in a field, numbers to a row).
  template <typename Visit>
  void each_tile(const Scratch& scratch, const Plan& plan, const Visit& visit) const {
    const Canvas& canvas = scratch.boards[0];
    const std::size_t size = field_size(canvas, channels_);
    int tile = 0;
    for (std::size_t board = 0; board < scratch.boards.size(); ++board)
      for (int row = 0; row < plan.down; ++row)
        for (int col = 0; col < plan.across; ++col, ++tile)
          for (int block = 0; block < blocks_; ++block) {
            const int cell = row * kTile * canvas.width + col * kTile;
            const auto place = static_cast<std::size_t>(block * canvas.cells + cell) * kBlock;
            visit(board, block, tile, board * size + place);
          }
  }

  void convolve(const TileConvolution& conv, Scratch& scratch, const float* input,
                const float* residual, float* output) const {
    const Plan plan = this->plan(scratch);
    scratch.entered.reserve(plan.frequency * kFrequencies);
    scratch.products.reserve(plan.frequency * kFrequencies);
    float* entered = scratch.entered.data();
    float* products = scratch.products.data();
    const std::ptrdiff_t row = std::ptrdiff_t{scratch.boards[0].width} * kBlock;
    const auto place_of = [&](int block, int tile) {
      return static_cast<std::size_t>(block) * plan.block + static_cast<std::size_t>(tile) * kBlock;
    };
    each_tile(scratch, plan, [&](std::size_t, int block, int tile, std::size_t corner) {
      kernels_.enter_tile({input + corner, row, entered + place_of(block, tile), plan.frequency});
    });
    multiply(conv, plan, entered, products);
    const std::ptrdiff_t inside = row + kBlock;  // from the corner of a window to that of its tile
    each_tile(scratch, plan, [&](std::size_t board, int block, int tile, std::size_t corner) {
      const unsigned on_board = mask(scratch.boards[board], plan, tile);
      kernels_.leave_tile({products + place_of(block, tile), plan.frequency,
                           conv.bias.data() + static_cast<std::ptrdiff_t>(block) * kBlock,
                           residual == nullptr ? nullptr : residual + corner + inside,
                           output + corner + inside, row, on_board});
    });
  }

  void multiply(const TileConvolution& conv, const Plan& plan, const float* entered,
                float* products) const {
    static constexpr std::ptrdiff_t kSelf = 0;
    const Run run{0, plan.tiles};
    for (std::size_t at = 1; at + 1 < kFrequencies; ++at)
      kernels_.multiply_floats({entered + at * plan.frequency, plan.block, blocks_, &kSelf, 1,
                                conv.weights[at].data(), products + at * plan.frequency, plan.block,
                                blocks_, &run, 1});
  }

  static unsigned mask(const Canvas& board, const Plan& plan, int tile) {
    const int within = tile % (plan.down * plan.across);
    return board.tile_masks[static_cast<std::size_t>(within)];
  }

  void tell(const Dense& layer, Scratch& scratch) const {
    const std::size_t size = field_size(scratch.boards[0], channels_);
    for (std::size_t at = 0; at < scratch.boards.size(); ++at) {
      const Canvas& board = scratch.boards[at];
      float* field = scratch.inner.data() + at * size;
      pool_board(kernels_, board, field, channels_, scratch.pooled);
      layer.apply(kernels_, scratch.pooled.data(), scratch.told.data());
      for (int block = 0; block < blocks_; ++block)
        for (const Run& run : board.runs)
          kernels_.shift(field + std::ptrdiff_t{block * board.cells + run.first} * kBlock,
                         run.count, scratch.told.data() + std::ptrdiff_t{block} * kBlock);
    }
  }

  const Kernels& kernels_;
  int channels_, blocks_;
  std::vector<FloatBlock> tower_;
};

}  // namespace

std::unique_ptr<Tower> make_float_tower(const Weights& weights, const Kernels& kernels) {
  return std::make_unique<FloatTower>(weights, kernels);
}

}  // namespace hexcore::net
