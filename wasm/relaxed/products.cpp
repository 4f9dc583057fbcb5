// The products of bytes with relaxed SIMD, as a small module that works in the memory of the
// core's. It has no data and no stack of its own there: both would lie over the core's. Bytes have
// 7 bits, so all processors compute the same sums.
#include "net/kernel_loops.hpp"

extern "C" __attribute__((export_name("multiply_bytes"))) void multiply_bytes(
    const hexcore::net::ByteProduct* product) {
  hexcore::net::multiply_bytes(*product);
}
