// What __builtin_cpu_supports reads on x86-64. Other compilers have this in their runtime library; that
// of zig does not. Only the sets of instructions that the core asks for are found.
#include <cpuid.h>

extern "C" {

// The layout and the numbers of features are fixed by GCC and clang.
struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model = {};
unsigned __cpu_features2[4] = {};
}

namespace {

constexpr int kAvx = 9, kAvx2 = 10, kFma = 14, kAvx512f = 15, kAvx512vl = 20, kAvx512bw = 21,
              kAvx512vnni = 34;

void add(int feature, bool has) {
  if (!has) return;
  if (feature < 32) {
    __cpu_model.features[0] |= 1u << feature;
  } else {
    __cpu_features2[feature / 32 - 1] |= 1u << (feature % 32);
  }
}

// The registers that the system saves: 0x6 for AVX, 0xe6 for AVX-512.
unsigned saved_registers() {
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// Before the constructors of the core, which may ask.
__attribute__((constructor(101))) void find_features() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return;
  const unsigned saved = saved_registers();
  if ((saved & 0x6) != 0x6) return;
  add(kAvx, c & bit_AVX);
  add(kFma, c & bit_FMA);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
  add(kAvx2, b & bit_AVX2);
  if ((saved & 0xe6) != 0xe6) return;
  add(kAvx512f, b & bit_AVX512F);
  add(kAvx512vl, b & bit_AVX512VL);
  add(kAvx512bw, b & bit_AVX512BW);
  add(kAvx512vnni, c & bit_AVX512VNNI);
}

}  // namespace
