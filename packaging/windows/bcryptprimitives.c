// A library of Windows 10 that wine 8 does not have, for trials only: programs in Rust, pydantic's
// core among them, take their random numbers from it.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  return SystemFunction036(buffer, (ULONG)length);
}
