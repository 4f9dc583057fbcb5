"""Seconds per piece of work, best of several interleaved rounds."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One line of the table: `ratio` must reach `target`.

    `lacks` names a feature that the target needs and this processor does not have. Such a target is
    shown but not required.
    """

    name: str
    ours: str
    peer: str
    ratio: float
    target: float
    at_most: bool = False
    lacks: str = ""

    @property
    def limit(self) -> str:
        """The target with its sign."""
        return f"{'<=' if self.at_most else '>='} {self.target:,.10g}"

    @property
    def met(self) -> bool:
        """True if the target is reached, or not required on this processor."""
        return bool(self.lacks) or self._reached

    @property
    def verdict(self) -> str:
        """The last column: met, MISSED, or why the target is not required here."""
        if self.lacks and not self._reached:
            return f"not required: no {self.lacks}"
        return "met" if self._reached else "MISSED"

    @property
    def _reached(self) -> bool:
        return self.ratio <= self.target if self.at_most else self.ratio >= self.target


def seconds_each(work: Callable[[], int], seconds: float = 0.4) -> float:
    """Best seconds per piece; `work` returns how many pieces it did."""
    best = float("inf")
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop:
        started = time.perf_counter()
        pieces = work()
        best = min(best, (time.perf_counter() - started) / pieces)
    return best


def interleaved(
    one: Callable[[], int], two: Callable[[], int], rounds: int = 4
) -> tuple[float, float]:
    """Seconds per piece of two kinds of work, taken in turns so that noise hits both."""
    times = [(seconds_each(one), seconds_each(two)) for _ in range(rounds)]
    return min(a for a, _ in times), min(b for _, b in times)


def import_seconds(module: str) -> float:
    """Seconds that importing a module takes in a fresh interpreter."""
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(run.stdout)
