"""Time limits that hold on a busy machine: each is scaled by how busy it is in the same run."""

import time
from functools import cache

PATIENCE = 600
"""Seconds after which something that should come is taken for lost: no measure of speed."""

WORK = 0.05  # seconds of processor time that a calibration takes


def slowdown() -> float:
    """How many times longer work takes here and now than on an idle core; at least 1."""
    wall, used = time.perf_counter(), time.thread_time()
    while time.thread_time() - used < WORK:
        sum(range(1000))
    return max(1.0, (time.perf_counter() - wall) / (time.thread_time() - used))


_LOOP_SECONDS = 0.002  # of the loop below, on the processor that limits of processor time suit


@cache
def slower_processor() -> float:
    """How many times slower this processor is than the one limits were set on; at least 1."""
    return max(1.0, min(_timed_loop() for _ in range(5)) / _LOOP_SECONDS)


def _timed_loop() -> float:
    began = time.thread_time()
    found = {}
    for number in range(20_000):
        found[number % 100] = str(number)
    return time.thread_time() - began


def kept(limit: float, measured: float, starved: float = 1.0) -> bool:
    """True if a duration is within a limit for idle machines, in the same unit.

    `starved` is how many times less of a busy machine the work gets, at a low priority.

    Only a limit that seems to be missed is calibrated. What a busy machine adds counts twice, since
    the load was not the same a moment ago; on an idle machine the limit is as written.
    """
    if measured < limit:
        return True
    busy = max(slowdown() for _ in range(3)) - 1
    return measured < limit * (1 + 2 * busy * starved)


def within(seconds: float, since: float) -> bool:
    """True if the time since a `time.perf_counter()` is within a limit for idle machines."""
    return kept(seconds, time.perf_counter() - since)
