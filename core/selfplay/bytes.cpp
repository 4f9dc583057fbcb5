#include "selfplay/bytes.hpp"

#include "board/rng.hpp"

namespace hexcore {

namespace {

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t first = 0; first < bytes.size(); first += 8) {
    std::uint64_t word = 0;
    for (std::size_t at = first; at < first + 8 && at < bytes.size(); ++at)
      word = word << 8 | bytes[at];
    sum = mix(sum ^ word);
  }
  return sum;
}

}  // namespace

std::vector<std::uint8_t> ByteWriter::sealed() && {
  put(checksum(bytes_));
  return std::move(bytes_);
}

ByteReader::ByteReader(std::span<const std::uint8_t> sealed) : left_(sealed) {
  require(sealed.size() >= sizeof(std::uint64_t));
  const auto content = sealed.first(sealed.size() - sizeof(std::uint64_t));
  left_ = sealed.subspan(content.size());
  require(take<std::uint64_t>() == checksum(content));
  left_ = content;
}

void ByteReader::require(bool sound) {
  if (!sound) throw Error(ErrorKind::player, "the saved games are damaged or not whole");
}

}  // namespace hexcore
