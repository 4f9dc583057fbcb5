"""Freed memory, returned to the system."""

import asyncio
import ctypes
import gc
import sys
import time

__all__ = ["return_freed_memory", "tidy_when_quiet"]

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names that glibc's malloc.h gives to these parameters."""
_BLOCK = 128 * 1024
_REST = 1024 * 1024

_PACE = 1.0
_QUIET = 0.1
"""Processor seconds in a second up to which the server is quiet."""
_WORK = 1.0
"""Processor seconds of work after which there may be something to tidy."""


def return_freed_memory() -> None:
    """From now on, have the C library (glibc) return freed memory to the system at once.

    It would otherwise learn from the large blocks of search trees to keep such blocks for later.
    """
    set_parameter = _from_c_library("mallopt")
    if set_parameter is not None:
        set_parameter(_MMAP_THRESHOLD, _BLOCK)
        set_parameter(_TRIM_THRESHOLD, _REST)


async def tidy_when_quiet() -> None:
    """Return what many requests have left, each time the server has become quiet; until cancelled.

    Requests that were cut off leave cycles, which wait for the next full collection, and small
    blocks between the ones still used. Collecting and trimming hold up the event loop: under load
    that was 300 ms, so it waits for a quiet second.
    """
    before = tidied = time.process_time()
    while True:
        await asyncio.sleep(_PACE)
        now = time.process_time()
        if now - before < _QUIET * _PACE and now - tidied > _WORK:
            await asyncio.to_thread(_tidy)
            now = tidied = time.process_time()
        before = now


def _tidy() -> None:
    gc.collect()
    trim = _from_c_library("malloc_trim")
    if trim is not None:
        trim(0)


def _from_c_library(name: str) -> "ctypes._NamedFuncPointer | None":
    """A function of glibc, where that is the C library."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), name, None)
