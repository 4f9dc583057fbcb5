"""Counts of what a search finds: remembered only where counting takes long."""

import time

from hexmate.store.search import Totals


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_a_costly_count_serves_for_a_while():
    totals, counted = Totals(), []

    def count() -> tuple[int, int]:
        counted.append(1)
        work(0.05)  # remembered for a second
        return len(counted), 0

    assert [totals.get("all", count) for _ in range(3)] == [(1, 0)] * 3
    assert totals.get("others", count) == (2, 0)


def test_a_quick_count_is_always_new():
    totals, counted = Totals(), []

    def count() -> tuple[int, int]:
        counted.append(1)
        return len(counted), 0

    assert [totals.get("all", count)[0] for _ in range(3)] == [1, 2, 3]


def test_few_counts_are_kept():
    totals = Totals()
    for number in range(300):
        totals.get(number, lambda: (work(0.003), (1, 1))[1])
    assert len(totals._known) == 256
