#include "net/kernel_sets.hpp"

#if HEXMATE_KERNELS_AVX512
#include "net/kernel_loops.hpp"

namespace hexcore::net {

const Kernels kAvx512Kernels = kernels_named("avx512");

}  // namespace hexcore::net
#endif
