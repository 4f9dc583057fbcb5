"""What a long run is: equal steps whose totals add up, and a verdict at the end."""

import os
from abc import ABC, abstractmethod
from typing import Any

Totals = dict[str, Any]


class Job(ABC):
    """One figure. Steps are independent, so that a cut run repeats one step at most."""

    name: str
    figure: str
    steps: int = 1

    @abstractmethod
    def step(self, number: int, totals: Totals) -> None:
        """Do step `number` and add what it gave to the totals (values that JSON can hold)."""

    @abstractmethod
    def verdict(self, totals: Totals) -> tuple[bool, str]:
        """Whether the figure is met, and what was measured."""


def workers() -> int:
    """Two, or one where only one core is to be used, so that no game disturbs another."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return min(2, cores)
