// Random numbers that are the same on every machine for the same seed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hexcore {

// The finaliser of splitmix64: a bijection that spreads every input bit over the whole word.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// xoshiro256** by Blackman and Vigna.
class Rng {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t x = mix(seed) ^ mix(~stream);
    for (auto& word : state_) word = x = mix(x);
  }

  // A generator that continues from another one's `state`.
  explicit constexpr Rng(const State& state) : state_(state) {}
  constexpr const State& state() const { return state_; }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // A number from 0 to bound - 1. The bias is below bound / 2^32, far under what a playout shows.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
  }

 private:
  State state_{};
};

}  // namespace hexcore
