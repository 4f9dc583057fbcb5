"""Freed memory, returned to the system."""

import ctypes
import sys

__all__ = ["return_memory"]


def return_memory() -> None:
    """Return freed memory to the system, where the C library keeps it (glibc); else do nothing.

    Trees and tables are freed in pieces that glibc would keep for later. This takes milliseconds,
    and Python runs meanwhile.
    """
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
