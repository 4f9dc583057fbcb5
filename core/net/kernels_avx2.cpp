#include "net/kernel_sets.hpp"

#if HEXMATE_KERNELS_AVX2
#include "net/kernel_loops.hpp"

namespace hexcore::net {

const Kernels kAvx2Kernels = kernels_named("avx2");

}  // namespace hexcore::net
#endif
