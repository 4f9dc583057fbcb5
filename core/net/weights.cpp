#include "net/weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "board/types.hpp"

namespace hexcore::net {

namespace {

constexpr std::uint8_t kMagic[] = {'H', 'E', 'X', 'N', 'E', 'T', '\r', '\n'};
// Networks for people's moves came later: their header has one number more.
constexpr std::uint32_t kSearchVersion = 1, kPeopleVersion = 2;
constexpr std::uint32_t kMostBlocks = 100, kMostChannels = 1024, kMostFacts = 1 << 20;
constexpr std::uint32_t kMostRatings = 100;
enum Encoding : std::uint32_t { kFloat32 = 0, kFloat16 = 1, kInt8 = 2 };

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::model, why); }

void require(bool sound, const char* otherwise) {
  if (!sound) refuse(otherwise);
}

float from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16, exponent = half >> 10 & 31U;
  const std::uint32_t fraction = half & 0x3ffU;
  if (exponent == 0) {
    const float small = std::ldexp(static_cast<float>(fraction), -24);
    return sign == 0 ? small : -small;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// CRC-32, as in zip and PNG.
std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t table[256];
  for (std::uint32_t at = 0; at < 256; ++at) {
    table[at] = at;
    for (int bit = 0; bit < 8; ++bit)
      table[at] = table[at] >> 1 ^ ((table[at] & 1U) != 0 ? 0xedb88320U : 0U);
  }
  std::uint32_t sum = ~0U;
  for (const std::uint8_t byte : bytes) sum = sum >> 8 ^ table[(sum ^ byte) & 255U];
  return ~sum;
}

// Numbers in the order of the file, least byte first.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t count) {
    require(count <= left_.size(), "the network file is cut short");
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  template <typename T>
  T number() {
    const auto bytes = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t at = 0; at < sizeof(T); ++at) value |= std::uint64_t{bytes[at]} << (8 * at);
    return static_cast<T>(value);
  }
  std::vector<float> floats(std::size_t count, bool half = false) {
    require(count <= left_.size() / (half ? 2 : 4), "the network file is cut short");
    std::vector<float> numbers(count);
    for (float& each : numbers) {
      each =
          half ? from_half(number<std::uint16_t>()) : std::bit_cast<float>(number<std::uint32_t>());
      require(std::isfinite(each), "the network file has weights that are not finite");
    }
    return numbers;
  }
  std::size_t left() const { return left_.size(); }

 private:
  std::span<const std::uint8_t> left_;
};

struct Header {
  std::uint32_t encoding, blocks, channels, pool_every, ratings;
};

class WeightsReader {
 public:
  WeightsReader(Reader& reader, const Header& header)
      : reader_(reader), half_(header.encoding != kFloat32), bytes_(header.encoding == kInt8) {}

  Layer layer(int outputs, int inputs, int taps = 1) {
    Layer layer{outputs, inputs, taps, {}, {}};
    layer.weights = reader_.floats(size_of(layer), half_);
    layer.bias = reader_.floats(static_cast<std::size_t>(outputs));
    return layer;
  }

  Convolution convolution(int channels) {
    if (!bytes_) return {layer(channels, channels, kTapCount), {}};
    Convolution conv{{channels, channels, kTapCount, {}, {}}, {}};
    const auto count = static_cast<std::size_t>(channels);
    const auto weights = reader_.take(size_of(conv));
    conv.steps.weights.assign(weights.begin(), weights.end());
    conv.steps.scale = reader_.floats(count);
    conv.steps.step = reader_.floats(count);
    const auto zero = reader_.take(count);
    conv.steps.zero.assign(zero.begin(), zero.end());
    conv.bias = reader_.floats(count);
    check(conv.steps);
    spread(conv);
    return conv;
  }

 private:
  static std::size_t size_of(const Layer& layer) {
    return static_cast<std::size_t>(layer.outputs) * static_cast<std::size_t>(layer.inputs) *
           static_cast<std::size_t>(layer.taps);
  }
  static void check(const Steps& steps) {
    const bool sound =
        std::ranges::all_of(steps.step, [](float step) { return step > 1e-30F; }) &&
        std::ranges::all_of(steps.zero, [](std::uint8_t zero) { return zero <= 127; }) &&
        std::ranges::all_of(steps.weights, [](std::int8_t weight) { return weight >= -127; });
    require(sound, "the network file has steps out of range");
  }
  // The weights as numbers, for 32 bits.
  static void spread(Convolution& conv) {
    const std::size_t row = static_cast<std::size_t>(conv.inputs) * kTapCount;
    conv.weights.resize(conv.steps.weights.size());
    for (std::size_t at = 0; at < conv.weights.size(); ++at)
      conv.weights[at] = static_cast<float>(conv.steps.weights[at]) * conv.steps.scale[at / row] /
                         conv.steps.step[at % row / kTapCount];
  }

  Reader& reader_;
  bool half_, bytes_;
};

Header read_header(Reader& reader) {
  const auto version = reader.number<std::uint32_t>();
  if (version != kSearchVersion && version != kPeopleVersion)
    refuse("the network file has version " + std::to_string(version) +
           ", but this Hexmate reads versions 1 and 2; export it again");
  Header header{};
  for (auto* each : {&header.encoding, &header.blocks, &header.channels, &header.pool_every})
    *each = reader.number<std::uint32_t>();
  if (version == kPeopleVersion) header.ratings = reader.number<std::uint32_t>();
  const bool predicts = header.ratings > 0 && header.ratings <= kMostRatings;
  const bool sound = (version == kSearchVersion || predicts) && header.encoding <= kInt8 &&
                     header.blocks >= 1 && header.blocks <= kMostBlocks && header.channels >= 1 &&
                     header.channels <= kMostChannels && header.pool_every >= 1;
  require(sound, "the network file has sizes out of range");
  return header;
}

std::string read_facts(Reader& reader) {
  const auto length = reader.number<std::uint32_t>();
  require(length <= kMostFacts, "the network file has sizes out of range");
  const auto facts = reader.take(length);
  return {facts.begin(), facts.end()};
}

std::vector<float> read_ratings(Reader& reader, std::uint32_t count) {
  auto ratings = reader.floats(count);
  require(std::ranges::adjacent_find(ratings, std::greater_equal()) == ratings.end(),
          "the network file has ratings that do not rise");
  return ratings;
}

}  // namespace

Weights read_weights(std::span<const std::uint8_t> file) {
  require(file.size() > sizeof kMagic && std::memcmp(file.data(), kMagic, sizeof kMagic) == 0,
          "this is not a network file of Hexmate (.hexnet)");
  require(file.size() >= sizeof kMagic + sizeof(std::uint32_t), "the network file is cut short");
  const auto body = file.first(file.size() - sizeof(std::uint32_t));
  Reader reader(body.subspan(sizeof kMagic)), sum(file.last(sizeof(std::uint32_t)));
  const Header header = read_header(reader);
  require(checksum(body) == sum.number<std::uint32_t>(),
          "the network file is damaged or cut short: its checksum does not fit");
  Weights weights;
  weights.facts = read_facts(reader);
  WeightsReader read(reader, header);
  const int channels = static_cast<int>(header.channels);
  weights.channels = channels;
  weights.bytes = header.encoding == kInt8;
  if (header.ratings > 0) {
    weights.ratings = read_ratings(reader, header.ratings);
    weights.person = read.layer(kPeopleForm.person, weights.person_facts());
  }
  const Form& form = weights.form();
  const auto from_person = [&] {
    return form.person > 0 ? read.layer(channels, form.person) : Layer{};
  };
  weights.stem = read.layer(channels, form.planes, kTapCount);
  weights.stem_person = from_person();
  for (std::uint32_t at = 0; at < header.blocks; ++at) {
    ResidualBlock& block = weights.blocks.emplace_back();
    const bool pools = at % header.pool_every == header.pool_every - 1;
    if (pools) block.person = from_person();
    block.first = read.convolution(channels);
    if (pools) block.tell = read.layer(channels, 3 * channels);
    block.second = read.convolution(channels);
  }
  const int whole_board = 3 * form.head + form.person;
  weights.policy_conv = read.layer(form.head, channels);
  weights.policy_tell = read.layer(form.head, whole_board);
  weights.policy_out = read.layer(1, form.head);
  weights.value_conv = read.layer(form.head, channels);
  weights.value_hidden = read.layer(form.hidden, whole_board);
  weights.value_out = read.layer(form.answers, form.hidden);
  require(reader.left() == 0, "the network file is longer than its sizes say");
  return weights;
}

}  // namespace hexcore::net
