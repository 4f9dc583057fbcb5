// The tower in 8 bits: bytes from 0 to 127 times weights from -127 to 127, summed in 32 bits. The
// residual stream stays in floats.
#include <algorithm>

#include "net/tower.hpp"

namespace hexcore::net {

namespace {

struct ByteConvolution {
  Buffer<std::int8_t> weights;
  Buffer<float> scale, bias;     // of the outputs
  Buffer<float> per_step, zero;  // of the inputs

  ByteConvolution(const Convolution& conv, const Kernels& kernels)
      : weights(pack<std::int8_t>({conv.outputs, conv.inputs, kTapCount, 4}, kernels.panel,
                                  [&](int output, int input, int tap) {
                                    return conv.steps.weights[place(conv, output, input, tap)];
                                  })),
        scale(padded<float>(conv.steps.scale)),
        bias(padded<float>(conv.bias)),
        per_step(padded<float>(conv.steps.step)),
        zero(padded<std::uint8_t>(conv.steps.zero)) {
    for (int at = 0; at < conv.inputs; ++at) per_step[at] = 1 / per_step[at];
    // A byte of `zero` stands for 0, off the board too: what that adds to each sum is known.
    for (int output = 0; output < conv.outputs; ++output) {
      std::int64_t extra = 0;
      for (int input = 0; input < conv.inputs; ++input)
        for (int tap = 0; tap < kTapCount; ++tap)
          extra += std::int64_t{conv.steps.weights[place(conv, output, input, tap)]} *
                   conv.steps.zero[static_cast<std::size_t>(input)];
      bias[output] -= static_cast<float>(extra) * scale[output];
    }
  }

  static std::size_t place(const Convolution& conv, int output, int input, int tap) {
    const auto row = static_cast<std::size_t>(output) * static_cast<std::size_t>(conv.inputs);
    return (row + static_cast<std::size_t>(input)) * kTapCount + static_cast<std::size_t>(tap);
  }
};

struct ByteBlock {
  ByteConvolution first, second;
  Dense tell, person;
};

class ByteTower : public Tower {
 public:
  ByteTower(const Weights& weights, const Kernels& kernels)
      : kernels_(kernels),
        channels_(weights.channels),
        blocks_(blocks_of(weights.channels)),
        none_(static_cast<std::size_t>(blocks_) * kBlock) {
    for (const ResidualBlock& block : weights.blocks) {
      tower_.push_back({ByteConvolution(block.first, kernels),
                        ByteConvolution(block.second, kernels), Dense(block.tell, kernels),
                        Dense(block.person, kernels)});
    }
  }

  int group() const override { return 1; }
  Canvas canvas(int rows, int cols) const override { return Canvas::narrow(rows, cols); }

  void run(Scratch& scratch) const override {
    const Canvas& board = scratch.boards[0];
    const std::size_t size = field_size(board, channels_);
    scratch.sums.reserve(size);
    scratch.bytes.reserve(size);
    scratch.inner_bytes.reserve(size);
    std::uint8_t* bytes = scratch.bytes.data();
    std::uint8_t* inner = scratch.inner_bytes.data();
    for (std::size_t at = 0; at < tower_.size(); ++at) {
      const ByteBlock& block = tower_[at];
      const bool personal = !block.person.none();
      if (personal) tell_people(kernels_, block.person, channels_, scratch);
      // Otherwise the block before has left the bytes.
      if (personal || at == 0)
        round(board, scratch.features.data(), none_.data(), block.first, bytes);
      convolve(block.first, board, bytes, scratch.sums.data());
      if (!block.tell.none()) {
        leave(block.first, board, scratch, nullptr, scratch.inner.data(), nullptr, nullptr);
        pool_board(kernels_, board, scratch.inner.data(), channels_, scratch.pooled);
        block.tell.apply(kernels_, scratch.pooled.data(), scratch.told.data());
        round(board, scratch.inner.data(), scratch.told.data(), block.second, inner);
      } else {
        fill_off_board(board, block.second, inner);
        leave(block.first, board, scratch, nullptr, nullptr, &block.second, inner);
      }
      convolve(block.second, board, inner, scratch.sums.data());
      const bool goes_on = at + 1 < tower_.size() && tower_[at + 1].person.none();
      const ByteConvolution* next = goes_on ? &tower_[at + 1].first : nullptr;
      leave(block.second, board, scratch, scratch.features.data(), scratch.features.data(), next,
            goes_on ? bytes : nullptr);
      if (goes_on) fill_off_board(board, *next, bytes);
    }
  }

 private:
  static std::ptrdiff_t place(const Canvas& board, int block, int cell) {
    return (std::ptrdiff_t{block} * board.cells + cell) * kBlock;
  }

  void fill_off_board(const Canvas& board, const ByteConvolution& next, std::uint8_t* bytes) const {
    for (int block = 0; block < blocks_; ++block) {
      std::uint8_t zero[kBlock];
      for (int at = 0; at < kBlock; ++at)
        zero[at] =
            static_cast<std::uint8_t>(next.zero[static_cast<std::size_t>(block * kBlock + at)]);
      for (const int cell : board.off_board)
        std::copy_n(zero, kBlock, bytes + place(board, block, cell));
    }
  }

  void convolve(const ByteConvolution& conv, const Canvas& board, const std::uint8_t* input,
                std::int32_t* sums) const {
    std::ptrdiff_t taps[kTapCount];
    for (int tap = 0; tap < kTapCount; ++tap)
      taps[tap] = std::ptrdiff_t{board.distance(kTaps[tap])} * kBlock;
    const std::size_t block = static_cast<std::size_t>(board.cells) * kBlock;
    kernels_.multiply_bytes({input, block, blocks_, taps, kTapCount, conv.weights.data(), sums,
                             block, blocks_, board.runs.data(),
                             static_cast<int>(board.runs.size())});
  }

  void leave(const ByteConvolution& conv, const Canvas& board, const Scratch& scratch,
             const float* residual, float* numbers, const ByteConvolution* next,
             std::uint8_t* bytes) const {
    for (int block = 0; block < blocks_; ++block) {
      const std::ptrdiff_t channel = std::ptrdiff_t{block} * kBlock;
      for (const Run& run : board.runs) {
        const std::ptrdiff_t at = place(board, block, run.first);
        kernels_.leave_sums(
            {scratch.sums.data() + at, conv.scale.data() + channel, conv.bias.data() + channel,
             residual == nullptr ? nullptr : residual + at,
             numbers == nullptr ? nullptr : numbers + at, bytes == nullptr ? nullptr : bytes + at,
             next == nullptr ? nullptr : next->per_step.data() + channel,
             next == nullptr ? nullptr : next->zero.data() + channel, run.count});
      }
    }
  }

  // Numbers on the board, with one more added for each channel, as bytes for a convolution.
  void round(const Canvas& board, const float* numbers, const float* shift,
             const ByteConvolution& next, std::uint8_t* bytes) const {
    fill_off_board(board, next, bytes);
    for (int block = 0; block < blocks_; ++block) {
      const std::ptrdiff_t channel = std::ptrdiff_t{block} * kBlock;
      for (const Run& run : board.runs) {
        const std::ptrdiff_t at = place(board, block, run.first);
        kernels_.round_numbers({numbers + at, shift + channel, next.per_step.data() + channel,
                                next.zero.data() + channel, bytes + at, run.count});
      }
    }
  }

  const Kernels& kernels_;
  int channels_, blocks_;
  Buffer<float> none_;  // 0 for every channel
  std::vector<ByteBlock> tower_;
};

}  // namespace

std::unique_ptr<Tower> make_byte_tower(const Weights& weights, const Kernels& kernels) {
  return std::make_unique<ByteTower>(weights, kernels);
}

}  // namespace hexcore::net
