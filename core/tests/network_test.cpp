#include "net/network.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

using namespace hexcore;
using namespace hexcore::net;

namespace {

Layer random_layer(std::mt19937& draw, int outputs, int inputs, int taps = 1) {
  std::normal_distribution<float> normal(0, 1 / std::sqrt(static_cast<float>(inputs * taps)));
  Layer layer{outputs, inputs, taps, {}, {}};
  layer.weights.resize(static_cast<std::size_t>(outputs * inputs * taps));
  layer.bias.resize(static_cast<std::size_t>(outputs));
  for (auto* numbers : {&layer.weights, &layer.bias})
    for (float& number : *numbers) number = normal(draw);
  return layer;
}

// Weights that are exactly whole numbers times their scales, for inputs from -2 to 6.
Convolution random_convolution(std::mt19937& draw, int channels) {
  Convolution conv{random_layer(draw, channels, channels, kTapCount), {}};
  Steps& steps = conv.steps;
  steps.step.assign(static_cast<std::size_t>(channels), 8.0F / 127);
  steps.zero.assign(static_cast<std::size_t>(channels), 32);
  for (int at = 0; at < channels; ++at) steps.scale.push_back(0.001F * (1 + at % 3));
  for (std::size_t at = 0; at < conv.weights.size(); ++at) {
    const std::size_t row = static_cast<std::size_t>(channels) * kTapCount;
    const float unit = steps.scale[at / row] / steps.step[at % row / kTapCount];
    const float whole = std::round(std::clamp(conv.weights[at] / unit, -127.0F, 127.0F));
    steps.weights.push_back(static_cast<std::int8_t>(whole));
    conv.weights[at] = whole * unit;
  }
  return conv;
}

// With ratings the network predicts people's moves.
Weights random_weights(int blocks, int channels, int pool_every, std::vector<float> ratings = {}) {
  std::mt19937 draw(7);
  Weights weights;
  weights.ratings = std::move(ratings);
  const Form& form = weights.form();
  if (weights.predicts_people()) {
    weights.person = random_layer(draw, form.person, weights.person_facts());
    weights.stem_person = random_layer(draw, channels, form.person);
  }
  weights.channels = channels;
  weights.bytes = true;
  weights.facts = "{}";
  weights.stem = random_layer(draw, channels, form.planes, kTapCount);
  for (int at = 0; at < blocks; ++at) {
    ResidualBlock& block = weights.blocks.emplace_back();
    block.first = random_convolution(draw, channels);
    if (at % pool_every == pool_every - 1) {
      block.tell = random_layer(draw, channels, 3 * channels);
      if (form.person > 0) block.person = random_layer(draw, channels, form.person);
    }
    block.second = random_convolution(draw, channels);
  }
  weights.policy_conv = random_layer(draw, form.head, channels);
  weights.policy_tell = random_layer(draw, form.head, 3 * form.head + form.person);
  weights.policy_out = random_layer(draw, 1, form.head);
  weights.value_conv = random_layer(draw, form.head, channels);
  weights.value_hidden = random_layer(draw, form.hidden, 3 * form.head + form.person);
  weights.value_out = random_layer(draw, form.answers, form.hidden);
  return weights;
}

// The network written plainly, in doubles: features are [channel][cell].
class SlowNetwork {
 public:
  using Field = std::vector<std::vector<double>>;

  SlowNetwork(const Weights& weights, const std::uint8_t* view, const std::uint8_t* ages,
              const float* context, int rows, int cols)
      : rows_(rows), cols_(cols), view_(view, view + rows * cols) {
    const Form& form = weights.form();
    Field planes(form.planes, std::vector<double>(view_.size()));
    for (std::size_t cell = 0; cell < view_.size(); ++cell) {
      planes[0][cell] = view_[cell] == 1;
      planes[1][cell] = view_[cell] == 2;
      planes[2][cell] = on_board(cell);
      if (form.person == 0 || ages[cell] == 0 || !on_board(cell)) continue;
      if (ages[cell] <= 6) planes[2 + ages[cell]][cell] = 1;
      const double fading = std::exp((1 - ages[cell]) / 12.0);
      planes[9][cell] = view_[cell] == 1 ? fading : 0;
      planes[10][cell] = view_[cell] == 2 ? fading : 0;
    }
    std::vector<double> person;
    if (form.person > 0) person = described(weights, context);
    Field x = apply(weights.stem, planes);
    x = activated(form.person > 0 ? shifted(dense(weights.stem_person, person), x) : x);
    for (const ResidualBlock& block : weights.blocks) {
      if (block.person.outputs > 0) x = activated(shifted(dense(block.person, person), x));
      Field inner = activated(apply(block.first, x));
      if (block.tell.outputs > 0) inner = shifted(dense(block.tell, pooled(inner)), inner);
      Field sum = apply(block.second, inner);
      for (std::size_t channel = 0; channel < x.size(); ++channel)
        for (std::size_t cell = 0; cell < view_.size(); ++cell)
          sum[channel][cell] += x[channel][cell];
      x = activated(sum);
    }
    const Field policy = activated(apply(weights.policy_conv, x));
    const auto shift = dense(weights.policy_tell, joined(pooled(policy), person));
    for (std::size_t cell = 0; cell < view_.size(); ++cell) {
      const bool possible = form.person > 0 ? view_[cell] == 0 : on_board(cell);
      double logit = weights.policy_out.bias[0] + (possible ? 0 : -1e4);
      for (int at = 0; at < form.head; ++at)
        logit += weights.policy_out.at(0, at) * std::max(0.0, policy[at][cell] + shift[at]);
      logits.push_back(logit);
    }
    const auto whole = joined(pooled(activated(apply(weights.value_conv, x))), person);
    const auto found = dense(weights.value_out, positive(dense(weights.value_hidden, whole)));
    win_probability = 1 / (1 + std::exp(-found[0]));
    if (form.person == 0) return;
    resign_probability = 1 / (1 + std::exp(-found[1]));
    swap_logit = found[2] + (1 - context[3]) * -1e4;
  }

  std::vector<double> logits;
  double win_probability, resign_probability = 0, swap_logit = 0;

 private:
  bool on_board(std::size_t cell) const { return view_[cell] != 3; }

  Field apply(const Layer& layer, const Field& x) const {
    Field out(layer.bias.size(), std::vector<double>(view_.size()));
    for (int output = 0; output < layer.outputs; ++output)
      for (int cell = 0; cell < rows_ * cols_; ++cell) {
        double sum = layer.bias[output];
        for (int tap = 0; tap < layer.taps; ++tap) {
          const Step step = layer.taps == 1 ? Step{0, 0} : kTaps[tap];
          const int row = cell / cols_ + step.row, col = cell % cols_ + step.col;
          if (row < 0 || col < 0 || row >= rows_ || col >= cols_) continue;
          for (int input = 0; input < layer.inputs; ++input)
            sum += layer.at(output, input, tap) * x[input][row * cols_ + col];
        }
        out[output][cell] = sum;
      }
    return out;
  }
  Field activated(Field x) const {
    for (auto& channel : x)
      for (std::size_t cell = 0; cell < view_.size(); ++cell)
        channel[cell] = on_board(cell) ? std::max(0.0, channel[cell]) : 0;
    return x;
  }
  std::vector<double> pooled(const Field& x) const {
    double area = 0;
    for (std::size_t cell = 0; cell < view_.size(); ++cell) area += on_board(cell);
    std::vector<double> features(3 * x.size());
    for (std::size_t channel = 0; channel < x.size(); ++channel) {
      double sum = 0, most = 0;
      for (const double number : x[channel]) sum += number, most = std::max(most, number);
      features[channel] = sum / area;
      features[x.size() + channel] = sum / area * (std::sqrt(area) - 10) / 4;
      features[2 * x.size() + channel] = most;
    }
    return features;
  }
  static std::vector<double> dense(const Layer& layer, const std::vector<double>& x) {
    std::vector<double> out(layer.bias.begin(), layer.bias.end());
    for (int output = 0; output < layer.outputs; ++output)
      for (int input = 0; input < layer.inputs; ++input)
        out[output] += layer.at(output, input) * x[input];
    return out;
  }
  static std::vector<double> positive(std::vector<double> x) {
    for (double& each : x) each = std::max(0.0, each);
    return x;
  }
  static std::vector<double> joined(std::vector<double> x, const std::vector<double>& more) {
    x.insert(x.end(), more.begin(), more.end());
    return x;
  }
  std::vector<double> described(const Weights& weights, const float* context) const {
    std::vector<double> facts;
    const auto& ratings = weights.ratings;
    for (const double rating : {context[0], context[1]})
      for (std::size_t at = 0; at < ratings.size(); ++at) {
        const double within = std::clamp<double>(rating, ratings.front(), ratings.back());
        double weight = rating > 0 ? 1 : 0;
        if (at > 0 && within < ratings[at])
          weight *= std::max(0.0, 1 - (ratings[at] - within) / (ratings[at] - ratings[at - 1]));
        if (at + 1 < ratings.size() && within > ratings[at])
          weight *= std::max(0.0, 1 - (within - ratings[at]) / (ratings[at + 1] - ratings[at]));
        facts.push_back(weight);
      }
    double area = 0, stones = 0;
    for (std::size_t cell = 0; cell < view_.size(); ++cell) {
      area += on_board(cell);
      stones += view_[cell] == 1 || view_[cell] == 2;
    }
    for (const double fact : {static_cast<double>(context[2]), static_cast<double>(context[3]),
                              (std::sqrt(area) - 12) / 4, 2 * stones / area, stones == 0 ? 1.0 : 0})
      facts.push_back(fact);
    return positive(dense(weights.person, facts));
  }
  Field shifted(const std::vector<double>& shift, Field x) const {
    for (std::size_t channel = 0; channel < x.size(); ++channel)
      for (std::size_t cell = 0; cell < view_.size(); ++cell)
        x[channel][cell] = on_board(cell) ? x[channel][cell] + shift[channel] : 0;
    return x;
  }

  int rows_, cols_;
  std::vector<std::uint8_t> view_;
};

struct Answers {
  std::vector<float> logits, wins, swaps, resigns;
};

constexpr float kContexts[][kContext] = {
    {0, 0, 1, 0}, {1500, 1900, 0, 1}, {1250, 0, 0, 0}, {9000, 2000, 0, 0}, {1700, 1600, 0, 1}};

std::vector<std::uint8_t> random_ages(std::size_t cells) {
  std::mt19937 draw(static_cast<unsigned>(cells));
  std::vector<std::uint8_t> ages;
  for (std::size_t at = 0; at < cells; ++at)
    ages.push_back(static_cast<std::uint8_t>(draw() % 4 == 0 ? draw() % 256 : draw() % 10));
  return ages;
}

Answers answers_of(const Network& network, const std::vector<std::uint8_t>& views, int count,
                   int rows, int cols, int threads = 1) {
  Answers answers{std::vector<float>(views.size()), std::vector<float>(count), {}, {}};
  network.evaluate({views.data(), count, rows, cols, answers.logits.data(), answers.wins.data()},
                   threads);
  return answers;
}

Answers predictions_of(const Network& network, const std::vector<std::uint8_t>& views, int count,
                       int rows, int cols, int threads = 1) {
  const auto ages = random_ages(views.size());
  Answers answers{std::vector<float>(views.size()), std::vector<float>(count),
                  std::vector<float>(count), std::vector<float>(count)};
  const PeopleBatch people{ages.data(), kContexts[0], answers.swaps.data(), answers.resigns.data()};
  network.evaluate(
      {views.data(), count, rows, cols, answers.logits.data(), answers.wins.data(), &people},
      threads);
  return answers;
}

// Every second view has a board one row and two columns shorter than its canvas.
std::vector<std::uint8_t> random_views(int count, int rows, int cols) {
  std::mt19937 draw(rows * 100 + cols);
  std::vector<std::uint8_t> views;
  for (int at = 0; at < count; ++at)
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) {
        const bool off = at % 2 == 1 && (row == rows - 1 || col >= cols - 2);
        views.push_back(off ? 3 : static_cast<std::uint8_t>(draw() % 3));
      }
  return views;
}

double furthest(const Weights& weights, const Network& network, int count, int rows, int cols) {
  const auto views = random_views(count, rows, cols);
  const bool people = weights.predicts_people();
  const Answers answers = people ? predictions_of(network, views, count, rows, cols)
                                 : answers_of(network, views, count, rows, cols);
  const auto ages = random_ages(views.size());
  double off = 0;
  for (int at = 0; at < count; ++at) {
    const auto first = static_cast<std::size_t>(at * rows * cols);
    const SlowNetwork slow(weights, views.data() + first, ages.data() + first, kContexts[at], rows,
                           cols);
    off = std::max(off, std::abs(slow.win_probability - answers.wins[at]));
    if (people) {
      if (kContexts[at][3] == 1)
        off = std::max(off, std::abs(slow.swap_logit - answers.swaps[at]));
      else
        CHECK(answers.swaps[at] < -5e3);
      off = std::max(off, std::abs(slow.resign_probability - answers.resigns[at]));
    }
    for (std::size_t cell = 0; cell < slow.logits.size(); ++cell)
      if (slow.logits[cell] > -5e3)
        off = std::max(off, std::abs(slow.logits[cell] - answers.logits[first + cell]));
  }
  return off;
}

void put(std::vector<std::uint8_t>& file, std::uint32_t number) {
  for (int at = 0; at < 4; ++at) file.push_back(static_cast<std::uint8_t>(number >> (8 * at)));
}

void seal(std::vector<std::uint8_t>& file) {
  std::uint32_t sum = ~0U;
  for (const std::uint8_t byte : file) {
    sum ^= byte;
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum % 2 == 1 ? 0xedb88320U : 0);
  }
  put(file, ~sum);
}

// A sound file for people's moves, of one block that pools, with 1 channel in 32 bits.
std::vector<std::uint8_t> people_file(const std::vector<float>& ratings) {
  std::vector<std::uint8_t> file{'H', 'E', 'X', 'N', 'E', 'T', '\r', '\n'};
  const auto count = static_cast<std::uint32_t>(ratings.size());
  for (const std::uint32_t number : {2U, 0U, 1U, 1U, 1U, count, 0U}) put(file, number);
  for (const float rating : ratings) put(file, std::bit_cast<std::uint32_t>(rating));
  const std::uint32_t person = 64 * (2 * count + 5) + 64, tells = 2 * (64 + 1), stem = 11 * 7 + 1;
  const std::uint32_t block = 2 * (7 + 1) + 3 + 1, policy = 64 + 64 + 64 * 256 + 64 + 64 + 1;
  const std::uint32_t value = 64 + 64 + 128 * 256 + 128 + 3 * 128 + 3;
  for (std::uint32_t at = 0; at < person + tells + stem + block + policy + value; ++at)
    put(file, std::bit_cast<std::uint32_t>(0.25F));
  seal(file);
  return file;
}

// A sound file of one block with 2 channels in 32 bits, all weights `weight`.
std::vector<std::uint8_t> small_file(float weight, std::uint32_t channels = 2) {
  std::vector<std::uint8_t> file{'H', 'E', 'X', 'N', 'E', 'T', '\r', '\n'};
  for (const std::uint32_t number : {1U, 0U, 1U, channels, 3U, 0U}) put(file, number);
  const int stem = 2 * 3 * 7 + 2, conv = 2 * 2 * 7 + 2, heads = 2 * (32 * 2 + 32);
  const int rest = 32 * 96 + 32 + 32 + 1 + 64 * 96 + 64 + 64 + 1;
  for (int at = 0; at < stem + 2 * conv + heads + rest; ++at)
    put(file, std::bit_cast<std::uint32_t>(weight));
  seal(file);
  return file;
}

}  // namespace

TEST_CASE("every set of kernels gives the answers of the plain network") {
  using Ratings = std::vector<float>;
  for (const auto& [blocks, channels, pool_every, ratings] : {std::tuple{2, 40, 2, Ratings{}},
                                                              {3, 32, 3, {}},
                                                              {2, 40, 1, {1400, 1800, 2500}},
                                                              {4, 64, 3, {1000}}}) {
    const Weights weights = random_weights(blocks, channels, pool_every, ratings);
    CAPTURE(ratings.size());
    for (const char* name : {"plain", "avx2", "avx512"}) {
      const Kernels* kernels = find_kernels(name);
      if (kernels == nullptr) continue;
      CAPTURE(name);
      const Network exact(weights, Precision::f32, *kernels);
      CHECK(furthest(weights, exact, 2, 4, 4) < 1e-3);
      CHECK(furthest(weights, exact, 5, 7, 6) < 1e-3);
      const Network brief(weights, Precision::int8, *kernels);
      CHECK(furthest(weights, brief, 2, 5, 7) < 0.3);
    }
  }
}

TEST_CASE("int8 gives the same answers on every set of kernels") {
  const Weights weights = random_weights(3, 32, 3);
  const auto views = random_views(3, 6, 6);
  const Answers plain =
      answers_of(Network(weights, Precision::int8, *find_kernels("plain")), views, 3, 6, 6);
  const Answers best = answers_of(Network(weights, Precision::int8), views, 3, 6, 6);
  for (std::size_t at = 0; at < views.size(); ++at)
    CHECK(best.logits[at] == doctest::Approx(plain.logits[at]).epsilon(1e-3));
}

TEST_CASE("threads share a batch") {
  const Weights weights = random_weights(1, 32, 1);
  const Network network(weights, Precision::f32);
  const auto views = random_views(9, 3, 5);
  const Answers alone = answers_of(network, views, 9, 3, 5),
                shared = answers_of(network, views, 9, 3, 5, 3);
  CHECK(alone.wins == shared.wins);
  CHECK(alone.logits == shared.logits);
  const Network people(random_weights(1, 32, 1, {1500, 2000}), Precision::f32);
  const auto fewer = random_views(5, 4, 4);
  CHECK(predictions_of(people, fewer, 5, 4, 4).swaps ==
        predictions_of(people, fewer, 5, 4, 4, 2).swaps);
}

TEST_CASE("networks see people or do not") {
  const Network search(random_weights(1, 32, 1), Precision::f32),
      people(random_weights(1, 32, 1, {1500}), Precision::f32);
  const std::vector<std::uint8_t> views(9);
  CHECK_THROWS_WITH(answers_of(people, views, 1, 3, 3), doctest::Contains("ages and ratings"));
  CHECK_THROWS_WITH(predictions_of(search, views, 1, 3, 3), doctest::Contains("does not predict"));
}

TEST_CASE("views that no board has are refused") {
  const Network network(random_weights(1, 32, 1), Precision::f32);
  CHECK_THROWS_AS(network.evaluate({nullptr, 1, 0, 5, nullptr, nullptr}), Error);
  CHECK_THROWS_AS(network.evaluate({nullptr, 1, 5, 65, nullptr, nullptr}), Error);
}

TEST_CASE("a file is read whole or refused with a reason") {
  const auto file = small_file(0.5F);
  const Weights weights = read_weights(file);
  CHECK(weights.channels == 2);
  CHECK(weights.blocks.size() == 1);
  CHECK(weights.value_out.bias[0] == 0.5F);
  CHECK_THROWS_WITH(Network(weights, Precision::int8), doctest::Contains("no weights of 8 bits"));
  const auto says = [](std::vector<std::uint8_t> bytes, const char* reason) {
    CHECK_THROWS_WITH_AS(read_weights(bytes), doctest::Contains(reason), Error);
  };
  says({}, "not a network file");
  says({'P', 'K', 3, 4, 5, 6, 7, 8, 9}, "not a network file");
  for (std::size_t length = 9; length < 60; ++length)
    says({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)}, "network file");
  says({file.begin(), file.end() - 1}, "checksum");
  says(small_file(std::numeric_limits<float>::infinity()), "not finite");
  says(small_file(0.5F, 1024), "cut short");
  says(small_file(0.5F, 1), "longer");
  says(small_file(0.5F, 1U << 31), "out of range");
  auto other = file;
  other[8] = 9;
  says(other, "version 9");
  const Weights people = read_weights(people_file({1500, 1900}));
  CHECK(people.ratings == std::vector<float>{1500, 1900});
  CHECK(people.value_out.bias.size() == 3);
  says(people_file({}), "out of range");
  says(people_file({1900, 1500}), "do not rise");
  const auto whole = people_file({1500});
  says({whole.begin(), whole.end() - 9}, "checksum");
}
