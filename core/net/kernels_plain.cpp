#include "net/kernel_loops.hpp"
#include "net/kernel_sets.hpp"

namespace hexcore::net {

const Kernels kPlainKernels = kernels_named("plain");

}  // namespace hexcore::net
