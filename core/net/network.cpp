#include "net/network.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "search/threads.hpp"

namespace hexcore::net {

namespace {

constexpr float kNever = -1e4F;  // for the logit of a move that is not possible
constexpr int kStones = 3;       // what may lie on a cell of the board: nothing, own, enemy
constexpr int kAges = 256;
constexpr float kFading = 12;

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

// What the planes of the stem are for a state of a cell: age * kStones + stone.
std::vector<float> planes_of(int state, const Form& form) {
  const int stone = state % kStones, age = state / kStones;
  std::vector<float> planes(static_cast<std::size_t>(form.planes));
  planes[2] = 1;
  if (stone > 0) planes[static_cast<std::size_t>(stone) - 1] = 1;
  if (age == 0) return planes;
  if (age <= kRecent) planes[static_cast<std::size_t>(2 + age)] = 1;
  const float fading = std::exp(static_cast<float>(1 - age) / kFading);
  if (stone > 0) planes[static_cast<std::size_t>(2 + kRecent + stone)] = fading;
  return planes;
}

// What each neighbour adds to a cell, by its state.
Buffer<float> stem_table(const Layer& stem, const Form& form, int states) {
  const std::size_t width = width_of(stem.outputs);
  Buffer<float> table((1 + static_cast<std::size_t>(kTapCount * states)) * width);
  std::ranges::copy(stem.bias, table.data());
  for (int state = 0; state < states; ++state) {
    const auto planes = planes_of(state, form);
    for (int tap = 0; tap < kTapCount; ++tap) {
      float* row = table.data() + (1 + static_cast<std::size_t>(tap * states + state)) * width;
      for (int plane = 0; plane < form.planes; ++plane) {
        const float seen_there = planes[static_cast<std::size_t>(plane)];
        if (seen_there == 0) continue;
        for (int output = 0; output < stem.outputs; ++output)
          row[output] += seen_there * stem.at(output, plane, tap);
      }
    }
  }
  return table;
}

void check_people(const Form& form, const Batch& batch) {
  const bool predicts = form.person > 0;
  if (predicts == (batch.people != nullptr)) return;
  throw Error(ErrorKind::model, predicts ? "this network predicts people's moves: it needs ages "
                                           "and ratings, too"
                                         : "this network does not predict people's moves");
}

float probability(float logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace

Network::Network(const Weights& weights, Precision precision, const Kernels& kernels)
    : kernels_(kernels),
      facts_(weights.facts),
      channels_(weights.channels),
      form_(weights.form()),
      states_(weights.predicts_people() ? kStones * kAges : kStones),
      stem_(stem_table(weights.stem, form_, states_)),
      person_(weights, kernels),
      stem_person_(weights.stem_person, kernels),
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
  check_people(form_, batch);
  const int parts = std::clamp(threads, 1, std::max(batch.count, 1));
  const auto place = [&](std::size_t part) { return batch.count * static_cast<int>(part) / parts; };
  run_threads(
      static_cast<std::size_t>(parts),
      [&](std::size_t part) { evaluate_some(batch, place(part), place(part + 1)); }, [] {});
}

void Network::evaluate_some(const Batch& batch, int first, int end) const {
  auto scratch = borrow();
  for (; first < end; first += tower_->group()) {
    const int count = std::min(tower_->group(), end - first);
    prepare(*scratch, batch, first, count);
    tower_->run(*scratch);
    for (int at = 0; at < count; ++at) answer(*scratch, batch, first, at);
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
  scratch.heads.reserve(static_cast<std::size_t>(scratch.boards[0].cells * form_.head));
  scratch.people.reserve(static_cast<std::size_t>(count * form_.person));
  scratch.pooled.reserve(width_of(3 * std::max(channels_, form_.head) + form_.person));
  scratch.told.reserve(width_of(std::max(channels_, form_.hidden)));
  for (int at = 0; at < count; ++at) {
    Canvas& board = scratch.boards[static_cast<std::size_t>(at)];
    const std::ptrdiff_t place = std::ptrdiff_t{first + at} * batch.rows * batch.cols;
    board.set_view(batch.views + place);
    const float* bias = stem_.data();
    if (batch.people != nullptr) {
      describe_person(scratch, batch, first, at);
      bias = scratch.told.data();
    }
    stem(batch.views + place, batch.people == nullptr ? nullptr : batch.people->ages + place, board,
         bias, scratch.features.data() + static_cast<std::size_t>(at) * size);
  }
}

void Network::describe_person(Scratch& scratch, const Batch& batch, int first, int at) const {
  const int cells = batch.rows * batch.cols;
  const std::span view(batch.views + std::ptrdiff_t{first + at} * cells,
                       static_cast<std::size_t>(cells));
  const auto stones = std::ranges::count_if(
      view, [](std::uint8_t byte) { return seen(byte) != kEmpty && seen(byte) != kOffBoard; });
  float* person = scratch.people.data() + std::ptrdiff_t{at} * form_.person;
  person_.describe(kernels_, batch.people->contexts + std::ptrdiff_t{first + at} * kContext,
                   scratch.boards[static_cast<std::size_t>(at)], static_cast<int>(stones), person);
  stem_person_.apply(kernels_, person, scratch.told.data());
  for (std::size_t channel = 0; channel < width_of(channels_); ++channel)
    scratch.told[channel] += stem_[channel];
}

void Network::stem(const std::uint8_t* view, const std::uint8_t* ages, const Canvas& board,
                   const float* bias, float* field) const {
  const std::size_t width = width_of(channels_);
  for (int row = 0; row < board.rows; ++row)
    for (int col = 0; col < board.cols; ++col) {
      const auto seen_at = [&](int r, int c) {
        const bool inside = r >= 0 && c >= 0 && r < board.rows && c < board.cols;
        return inside ? seen(view[r * board.cols + c]) : kOffBoard;
      };
      if (seen_at(row, col) == kOffBoard) continue;
      const float* added[1 + kTapCount] = {bias};
      int count = 1;
      for (int tap = 0; tap < kTapCount; ++tap) {
        const int r = row + kTaps[tap].row, c = col + kTaps[tap].col, stone = seen_at(r, c);
        if (stone == kOffBoard) continue;
        const int age = ages == nullptr ? 0 : ages[r * board.cols + c];
        const int place = 1 + tap * states_ + age * kStones + stone;
        added[count++] = stem_.data() + static_cast<std::size_t>(place) * width;
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

void Network::answer(Scratch& scratch, const Batch& batch, int first, int at) const {
  const Canvas& board = scratch.boards[static_cast<std::size_t>(at)];
  const int number = first + at;
  const std::ptrdiff_t place = std::ptrdiff_t{number} * batch.rows * batch.cols;
  enter_head(policy_conv_, scratch, at);
  moves(board, batch.views + place, scratch, batch.logits + place);
  enter_head(value_conv_, scratch, at);
  float* hidden = scratch.told.data();
  value_hidden_.apply(kernels_, scratch.pooled.data(), hidden);
  float answers[kPeopleForm.answers] = {};
  for (int each = 0; each < form_.answers; ++each) {
    answers[each] = value_out_.bias[static_cast<std::size_t>(each)];
    for (int input = 0; input < form_.hidden; ++input)
      answers[each] += std::max(0.0F, hidden[input]) * value_out_.at(each, input);
  }
  batch.win_probabilities[number] = probability(answers[0]);
  if (batch.people == nullptr) return;
  batch.people->resign_probabilities[number] = probability(answers[1]);
  const float may_swap = batch.people->contexts[std::ptrdiff_t{number} * kContext + 3];
  batch.people->swap_logits[number] = answers[2] + (1 - may_swap) * kNever;
}

void Network::enter_head(const Dense& conv, Scratch& scratch, int at) const {
  const Canvas& board = scratch.boards[static_cast<std::size_t>(at)];
  const float* features =
      scratch.features.data() + static_cast<std::size_t>(at) * field_size(board, channels_);
  float* field = scratch.heads.data();
  conv.multiply(kernels_, features, field, static_cast<std::size_t>(board.cells), board.runs);
  activate(board, conv.bias(), form_.head, field);
  pool_board(kernels_, board, field, form_.head, scratch.pooled);
  std::copy_n(scratch.people.data() + std::ptrdiff_t{at} * form_.person, form_.person,
              scratch.pooled.data() + std::ptrdiff_t{3} * form_.head);
}

void Network::moves(const Canvas& board, const std::uint8_t* view, Scratch& scratch,
                    float* logits) const {
  const float* told = scratch.told.data();
  policy_tell_.apply(kernels_, scratch.pooled.data(), scratch.told.data());
  const std::ptrdiff_t block = std::ptrdiff_t{board.cells} * kBlock;
  for (int row = 0; row < board.rows; ++row)
    for (int col = 0; col < board.cols; ++col, ++view, ++logits) {
      const bool on_board = seen(*view) != kOffBoard;
      // Searches leave out the stones themselves.
      const bool possible = form_.person > 0 ? seen(*view) == kEmpty : on_board;
      const float* cell = scratch.heads.data() + std::ptrdiff_t{board.at(row, col)} * kBlock;
      float logit = policy_out_.bias[0] + (possible ? 0.0F : kNever);
      for (int at = 0; at < form_.head; ++at) {
        const float feature = on_board ? cell[at / kBlock * block + at % kBlock] : 0.0F;
        logit += std::max(0.0F, feature + told[at]) * policy_out_.at(0, at);
      }
      *logits = logit;
    }
}

}  // namespace hexcore::net
