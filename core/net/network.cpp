#include "net/network.hpp"

#include <algorithm>
#include <cmath>

#include "search/threads.hpp"

namespace hexcore::net {

namespace {

constexpr float kNever = -1e4F;  // the logit of a cell off the board
constexpr int kStates = 3;       // of a cell on the board: empty, own, enemy

std::unique_ptr<Tower> make_tower(const Weights& weights, Precision precision,
                                  const Kernels& kernels) {
  if (precision == Precision::f32) return make_float_tower(weights, kernels);
  if (!weights.bytes)
    throw Error(ErrorKind::model,
                "this network file has no weights of 8 bits; export it with them");
  return make_byte_tower(weights, kernels);
}

std::size_t width_of(int channels) {
  return static_cast<std::size_t>(blocks_of(channels)) * kBlock;
}

// What each neighbour adds to a cell, by what lies on it.
Buffer<float> stem_table(const Layer& stem) {
  const std::size_t width = width_of(stem.outputs);
  Buffer<float> table((1 + kTapCount * kStates) * width);
  for (int output = 0; output < stem.outputs; ++output) {
    const auto channel = static_cast<std::size_t>(output);
    table[channel] = stem.bias[channel];
    for (int tap = 0; tap < kTapCount; ++tap) {
      float* row = table.data() + (1 + static_cast<std::size_t>(tap) * kStates) * width + channel;
      const float on_board = stem.at(output, 2, tap);
      row[0] = on_board;
      row[width] = on_board + stem.at(output, 0, tap);
      row[2 * width] = on_board + stem.at(output, 1, tap);
    }
  }
  return table;
}

// max(0, sum + bias) for every cell on the board.
void activate(const Canvas& board, const float* bias, float* field) {
  for (const Run& run : board.runs)
    for (int cell = run.first; cell < run.first + run.count; ++cell)
      for (int at = 0; at < kBlock; ++at) {
        float& number = field[cell * kBlock + at];
        number = std::max(0.0F, number + bias[at]);
      }
}

}  // namespace

Network::Network(const Weights& weights, Precision precision, const Kernels& kernels)
    : kernels_(kernels),
      facts_(weights.facts),
      channels_(weights.channels),
      stem_(stem_table(weights.stem)),
      tower_(make_tower(weights, precision, kernels)),
      policy_conv_(weights.policy_conv, kernels),
      policy_tell_(weights.policy_tell, kernels),
      value_conv_(weights.value_conv, kernels),
      value_hidden_(weights.value_hidden, kernels),
      policy_out_(weights.policy_out),
      value_out_(weights.value_out) {}

std::unique_ptr<Scratch> Network::borrow() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Scratch>();
  auto scratch = std::move(idle_.back());
  idle_.pop_back();
  return scratch;
}

void Network::evaluate(const Batch& batch, int threads) const {
  if (batch.rows < 1 || batch.cols < 1 || batch.rows > kMostSide || batch.cols > kMostSide)
    throw Error(ErrorKind::size, "views must have between 1 and " + std::to_string(kMostSide) +
                                     " rows and columns (got " + std::to_string(batch.rows) + "x" +
                                     std::to_string(batch.cols) + ")");
  const int parts = std::clamp(threads, 1, std::max(batch.count, 1));
  const auto place = [&](std::size_t part) { return batch.count * static_cast<int>(part) / parts; };
  run_threads(
      static_cast<std::size_t>(parts),
      [&](std::size_t part) { evaluate_some(batch, place(part), place(part + 1)); }, [] {});
}

void Network::evaluate_some(const Batch& batch, int first, int end) const {
  auto scratch = borrow();
  const int cells = batch.rows * batch.cols;
  for (; first < end; first += tower_->group()) {
    const int count = std::min(tower_->group(), end - first);
    prepare(*scratch, batch, first, count);
    tower_->run(*scratch);
    for (int at = 0; at < count; ++at) {
      const Canvas& board = scratch->boards[static_cast<std::size_t>(at)];
      const float* features =
          scratch->features.data() + static_cast<std::size_t>(at) * field_size(board, channels_);
      const std::ptrdiff_t place = std::ptrdiff_t{first + at} * cells;
      moves(board, batch.views + place, features, *scratch, batch.logits + place);
      batch.win_probabilities[first + at] = win_probability(board, features, *scratch);
    }
  }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(scratch));
}

void Network::prepare(Scratch& scratch, const Batch& batch, int first, int count) const {
  scratch.boards.assign(static_cast<std::size_t>(count), tower_->canvas(batch.rows, batch.cols));
  const std::size_t size = field_size(scratch.boards[0], channels_);
  for (auto* field : {&scratch.features, &scratch.inner}) {
    field->reserve(size * static_cast<std::size_t>(count));
    std::fill_n(field->data(), size * static_cast<std::size_t>(count), 0.0F);
  }
  scratch.heads.reserve(static_cast<std::size_t>(scratch.boards[0].cells) * kBlock);
  for (int at = 0; at < count; ++at) {
    Canvas& board = scratch.boards[static_cast<std::size_t>(at)];
    const std::uint8_t* view = batch.views + std::ptrdiff_t{first + at} * batch.rows * batch.cols;
    board.set_view(view);
    stem(view, board, scratch.features.data() + static_cast<std::size_t>(at) * size);
  }
}

void Network::stem(const std::uint8_t* view, const Canvas& board, float* field) const {
  const std::size_t width = width_of(channels_);
  for (int row = 0; row < board.rows; ++row)
    for (int col = 0; col < board.cols; ++col) {
      const auto seen_at = [&](int r, int c) {
        const bool inside = r >= 0 && c >= 0 && r < board.rows && c < board.cols;
        return inside ? seen(view[r * board.cols + c]) : kOffBoard;
      };
      if (seen_at(row, col) == kOffBoard) continue;
      const float* added[1 + kTapCount] = {stem_.data()};
      int count = 1;
      for (int tap = 0; tap < kTapCount; ++tap) {
        const int state = seen_at(row + kTaps[tap].row, col + kTaps[tap].col);
        if (state == kOffBoard) continue;
        added[count++] = stem_.data() + static_cast<std::size_t>(1 + tap * kStates + state) * width;
      }
      for (std::size_t channel = 0; channel < width; channel += kBlock) {
        float* out = field + (channel * static_cast<std::size_t>(board.cells)) +
                     static_cast<std::size_t>(board.at(row, col)) * kBlock;
        for (std::size_t at = 0; at < kBlock; ++at) out[at] = added[0][channel + at];
        for (int each = 1; each < count; ++each)
          for (std::size_t at = 0; at < kBlock; ++at) out[at] += added[each][channel + at];
        for (std::size_t at = 0; at < kBlock; ++at) out[at] = std::max(0.0F, out[at]);
      }
    }
}

void Network::moves(const Canvas& board, const std::uint8_t* view, const float* features,
                    Scratch& scratch, float* logits) const {
  float* field = scratch.heads.data();
  const auto cells = static_cast<std::size_t>(board.cells);
  policy_conv_.multiply(kernels_, features, field, cells, board.runs);
  activate(board, policy_conv_.bias(), field);
  pool_board(kernels_, board, field, kHead, scratch.pooled);
  float told[kHead];
  policy_tell_.apply(kernels_, scratch.pooled.data(), told);
  for (int row = 0; row < board.rows; ++row)
    for (int col = 0; col < board.cols; ++col, ++view, ++logits) {
      static constexpr float kNothing[kBlock] = {};
      const bool on_board = seen(*view) != kOffBoard;
      const float* cell = on_board ? field + std::ptrdiff_t{board.at(row, col)} * kBlock : kNothing;
      float logit = policy_out_.bias[0] + (on_board ? 0.0F : kNever);
      for (int at = 0; at < kHead; ++at)
        logit += std::max(0.0F, cell[at] + told[at]) * policy_out_.at(0, at);
      *logits = logit;
    }
}

float Network::win_probability(const Canvas& board, const float* features, Scratch& scratch) const {
  float* field = scratch.heads.data();
  value_conv_.multiply(kernels_, features, field, static_cast<std::size_t>(board.cells),
                       board.runs);
  activate(board, value_conv_.bias(), field);
  pool_board(kernels_, board, field, kHead, scratch.pooled);
  float hidden[kHidden];
  value_hidden_.apply(kernels_, scratch.pooled.data(), hidden);
  float logit = value_out_.bias[0];
  for (int at = 0; at < kHidden; ++at) logit += std::max(0.0F, hidden[at]) * value_out_.at(0, at);
  return 1 / (1 + std::exp(-logit));
}

}  // namespace hexcore::net
