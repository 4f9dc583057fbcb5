#include "net/kernels.hpp"

#include <cstring>

#include "net/kernel_sets.hpp"

namespace hexcore::net {

namespace {

bool runs_here([[maybe_unused]] const Kernels& kernels) {
#if HEXMATE_KERNELS_AVX2
  if (&kernels == &kAvx512Kernels)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
  if (&kernels == &kAvx2Kernels)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return true;
}

}  // namespace

const Kernels* find_kernels(const char* name) {
  static const Kernels* const kFastestFirst[] = {
#if HEXMATE_KERNELS_AVX2
      &kAvx512Kernels, &kAvx2Kernels,
#endif
      &kPlainKernels};
  for (const Kernels* kernels : kFastestFirst) {
    const bool wanted = name == nullptr || std::strcmp(name, kernels->name) == 0;
    if (wanted && runs_here(*kernels)) return kernels;
  }
  return nullptr;
}

}  // namespace hexcore::net
