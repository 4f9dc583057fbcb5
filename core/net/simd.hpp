// Vectors of numbers as wide as the instructions this file is compiled for.
//
// Only the kernels include this header, once for each set of instructions. Everything has internal
// linkage: the linker must never take a function compiled for newer instructions for one of the
// same name elsewhere.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__clang__)
#define HEXMATE_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define HEXMATE_UNROLL _Pragma("GCC unroll 32")
#else
#define HEXMATE_UNROLL
#endif

namespace hexcore::net {
namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
constexpr int kRegisters = 32;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
constexpr int kRegisters = 16;
#elif defined(__ARM_NEON)
constexpr int kLanes = 4;
constexpr int kRegisters = 32;
#elif defined(__wasm_simd128__)
constexpr int kLanes = 4;
// Browsers keep some of the 16 of x86-64 for themselves: with two cells more, sums lie in memory
// and the loops are 0.6 times as fast.
constexpr int kRegisters = 12;
#else
constexpr int kLanes = 4;
constexpr int kRegisters = 16;
#endif

#if defined(__GNUC__) || defined(__clang__)

using Floats = float __attribute__((vector_size(kLanes * 4)));
using Ints = std::int32_t __attribute__((vector_size(kLanes * 4)));

[[maybe_unused]] inline Floats splat(float number) { return number - Floats{}; }
[[maybe_unused]] inline Ints splat(std::int32_t number) { return number - Ints{}; }
[[maybe_unused]] inline Floats positive(Floats x) { return x > 0 ? x : Floats{}; }
[[maybe_unused]] inline Floats larger(Floats x, Floats y) { return x > y ? x : y; }
[[maybe_unused]] inline Floats smaller(Floats x, Floats y) { return x < y ? x : y; }
[[maybe_unused]] inline Floats to_floats(Ints x) { return __builtin_convertvector(x, Floats); }
[[maybe_unused]] inline Ints to_ints(Floats x) { return __builtin_convertvector(x, Ints); }

#else  // a compiler without vector types: loops over four numbers, which it may vectorise

template <typename T>
struct Four {
  T lane[kLanes]{};

  template <typename Operation>
  static Four each(Operation&& operation) {
    Four result;
    for (int at = 0; at < kLanes; ++at) result.lane[at] = operation(at);
    return result;
  }
  friend Four operator+(Four x, Four y) {
    return each([&](int at) { return x.lane[at] + y.lane[at]; });
  }
  friend Four operator-(Four x, Four y) {
    return each([&](int at) { return x.lane[at] - y.lane[at]; });
  }
  friend Four operator*(Four x, Four y) {
    return each([&](int at) { return x.lane[at] * y.lane[at]; });
  }
  friend Four operator*(T x, Four y) {
    return each([&](int at) { return x * y.lane[at]; });
  }
  Four& operator+=(Four other) { return *this = *this + other; }
};
using Floats = Four<float>;
using Ints = Four<std::int32_t>;

inline Floats splat(float number) {
  return Floats::each([&](int) { return number; });
}
inline Ints splat(std::int32_t number) {
  return Ints::each([&](int) { return number; });
}
inline Floats larger(Floats x, Floats y) {
  return Floats::each([&](int at) { return x.lane[at] > y.lane[at] ? x.lane[at] : y.lane[at]; });
}
inline Floats smaller(Floats x, Floats y) {
  return Floats::each([&](int at) { return x.lane[at] < y.lane[at] ? x.lane[at] : y.lane[at]; });
}
inline Floats positive(Floats x) { return larger(x, Floats{}); }
inline Floats to_floats(Ints x) {
  return Floats::each([&](int at) { return static_cast<float>(x.lane[at]); });
}
inline Ints to_ints(Floats x) {
  return Ints::each([&](int at) { return static_cast<std::int32_t>(x.lane[at]); });
}

#endif

template <typename Vector>
[[maybe_unused]] inline Vector load(const void* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <typename Vector>
[[maybe_unused]] inline void store(void* to, Vector vector) {
  std::memcpy(to, &vector, sizeof vector);
}

// x * y + sum; one rounding where the processor has such an instruction.
[[maybe_unused]] inline Floats multiply_add(Floats x, Floats y, Floats sum) { return x * y + sum; }

// Adds to each lane the four products of its bytes: `x` from 0 to 127, `y` from -127 to 127.
[[maybe_unused]] inline Ints dot(Ints x, Ints y, Ints sum) {
#if defined(__AVX512VNNI__)
  return (Ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)x, (__m512i)y);
#elif defined(__AVX2__)
  const __m256i pairs = _mm256_maddubs_epi16((__m256i)x, (__m256i)y);
  return sum + (Ints)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
#elif defined(__wasm_relaxed_simd__)
  return (Ints)wasm_i32x4_relaxed_dot_i8x16_i7x16_add((v128_t)y, (v128_t)x, (v128_t)sum);
#elif defined(__wasm_simd128__)
  const v128_t low = wasm_i32x4_dot_i16x8(wasm_i16x8_extend_low_i8x16((v128_t)x),
                                          wasm_i16x8_extend_low_i8x16((v128_t)y));
  const v128_t high = wasm_i32x4_dot_i16x8(wasm_i16x8_extend_high_i8x16((v128_t)x),
                                           wasm_i16x8_extend_high_i8x16((v128_t)y));
  return sum + (Ints)wasm_i32x4_shuffle(low, high, 0, 2, 4, 6) +
         (Ints)wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
#elif defined(__ARM_FEATURE_DOTPROD)
  return (Ints)vdotq_s32((int32x4_t)sum, (int8x16_t)x, (int8x16_t)y);
#elif defined(__ARM_NEON)
  const int16x8_t low = vmull_s8(vget_low_s8((int8x16_t)x), vget_low_s8((int8x16_t)y));
  const int16x8_t high = vmull_s8(vget_high_s8((int8x16_t)x), vget_high_s8((int8x16_t)y));
  const int32x4_t first = vpaddlq_s16(low), second = vpaddlq_s16(high);
  return sum + (Ints)vpaddq_s32(first, second);
#elif defined(__SSE2__)
  const __m128i a = (__m128i)x, b = (__m128i)y, none = _mm_setzero_si128();
  const __m128i low =
      _mm_madd_epi16(_mm_unpacklo_epi8(a, none), _mm_srai_epi16(_mm_unpacklo_epi8(b, b), 8));
  const __m128i high =
      _mm_madd_epi16(_mm_unpackhi_epi8(a, none), _mm_srai_epi16(_mm_unpackhi_epi8(b, b), 8));
  const __m128 first = _mm_castsi128_ps(low), second = _mm_castsi128_ps(high);
  return sum + (Ints)_mm_shuffle_ps(first, second, 0x88) +
         (Ints)_mm_shuffle_ps(first, second, 0xdd);
#else
  std::int8_t a[kLanes * 4], b[kLanes * 4];
  std::int32_t sums[kLanes];
  std::memcpy(a, &x, sizeof a);
  std::memcpy(b, &y, sizeof b);
  std::memcpy(sums, &sum, sizeof sums);
  for (int at = 0; at < kLanes * 4; ++at) sums[at / 4] += a[at] * b[at];
  std::memcpy(&sum, sums, sizeof sums);
  return sum;
#endif
}

}  // namespace
}  // namespace hexcore::net
