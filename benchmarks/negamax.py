"""Negamax with the hexproject evaluation on empty boards: nodes per second, time to a depth."""

import time

from benchmarks.measure import Result
from hexmate import Board
from hexmate.search.negamax import Negamax

ROUNDS = 6


def best_run(size: int, depth: int, threads: int = 1) -> tuple[float, float]:
    """Nodes per second and seconds, the best of several searches with an empty table."""
    rates, seconds = [], []
    for _ in range(ROUNDS):
        search = Negamax("hexproject", threads=threads)
        started = time.perf_counter()
        found = search.search(Board(size), depth=depth)
        seconds.append(time.perf_counter() - started)
        rates.append(found.nodes / found.seconds)
    return max(rates), min(seconds)


def measure() -> list[Result]:
    small_rate, small = best_run(7, 6)
    large_rate, large = best_run(11, 4)
    one, two = best_run(9, 6)[1], best_run(9, 6, threads=2)[1]
    return [
        Result("negamax nodes/s, 7x7", f"{small_rate:,.0f}", "-", small_rate, 1_000_000),
        Result("negamax nodes/s, 11x11", f"{large_rate:,.0f}", "-", large_rate, 500_000),
        Result("7x7 to depth 6, s", f"{small:.3f}", "-", small, 0.9, at_most=True),
        Result("11x11 to depth 4, s", f"{large:.3f}", "-", large, 0.9, at_most=True),
        Result("negamax, two threads", f"{two:.2f} s", f"{one:.2f} s", one / two, 1.3),
    ]
