"""How the cost of work grows with its input, in processor time: a busy machine changes little."""

import gc
import time
from collections.abc import Callable

_FACTOR = 4
_LINEAR = 8.0
"""Four times the input may cost this many times as much; quadratic work costs 16 times as much."""


def growth(
    make: Callable[[int], Callable[[], object]],
    size: int,
    clock: Callable[[], float] = time.thread_time,
    tries: int = 5,
) -> float:
    """How many times longer work takes with four times the input; `make` prepares it by size.

    Each is the least of several runs; they end as soon as the growth is certainly small.
    """
    small, large = make(size), make(_FACTOR * size)
    of_small = [_spent(small, clock) for _ in range(2)]
    of_large = [_spent(large, clock)]
    while min(of_large) >= _LINEAR * min(of_small) and len(of_large) < tries:
        of_small.append(_spent(small, clock))
        of_large.append(_spent(large, clock))
    return min(of_large) / min(of_small)


def is_linear(
    make: Callable[[int], Callable[[], object]],
    size: int,
    clock: Callable[[], float] = time.thread_time,
) -> bool:
    """True if four times the input takes less than eight times as long."""
    return growth(make, size, clock) < _LINEAR


def _spent(work: Callable[[], object], clock: Callable[[], float]) -> float:
    gc.disable()
    try:
        begun = clock()
        work()
        return clock() - begun
    finally:
        gc.enable()
