"""Freed memory, returned to the system."""

import ctypes
import sys

__all__ = ["return_freed_memory"]

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names that glibc's malloc.h gives to these parameters."""
_BLOCK = 128 * 1024
_REST = 1024 * 1024


def return_freed_memory() -> None:
    """From now on, have the C library (glibc) return freed memory to the system at once.

    It would otherwise learn from the large blocks of search trees to keep such blocks for later.
    `malloc_trim` would return them too, but holds up every thread that allocates for as long as it
    takes: the event loop waited for 300 ms.
    """
    if sys.platform != "linux":
        return
    set_parameter = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_parameter is not None:
        set_parameter(_MMAP_THRESHOLD, _BLOCK)
        set_parameter(_TRIM_THRESHOLD, _REST)
