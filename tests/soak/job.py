"""A long measurement: independent steps that add to totals, and a verdict at the end."""

import os
from abc import ABC, abstractmethod
from typing import Any

Totals = dict[str, Any]


class NotMeasured(Exception):
    """A job cannot be done here, and why. It is neither met nor missed."""


class Job(ABC):
    """One figure. Steps are independent, so that an interrupted run repeats at most one."""

    name: str
    figure: str
    steps: int = 1

    @abstractmethod
    def step(self, number: int, totals: Totals) -> None:
        """Do step `number` and add its results to the totals (values that JSON can hold)."""

    @abstractmethod
    def verdict(self, totals: Totals) -> tuple[bool, str]:
        """True if the figure is met, and the measurement in words."""


def workers() -> int:
    """Games at a time: 2, or 1 if this process may use only one core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return min(2, cores)
