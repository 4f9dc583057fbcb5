// Which sets of kernels are built. The files kernels_*.cpp are the same loops, compiled for
// different instructions (see CMakeLists.txt); find_kernels chooses among them when the program
// runs.
#pragma once

#include "net/kernels.hpp"

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#define HEXMATE_KERNELS_AVX2 1
#define HEXMATE_KERNELS_AVX512 1
#else
#define HEXMATE_KERNELS_AVX2 0
#define HEXMATE_KERNELS_AVX512 0
#endif

namespace hexcore::net {

extern const Kernels kPlainKernels;
#if HEXMATE_KERNELS_AVX2
extern const Kernels kAvx2Kernels;
#endif
#if HEXMATE_KERNELS_AVX512
extern const Kernels kAvx512Kernels;
#endif

}  // namespace hexcore::net
