"""Counts of what a search finds: remembered only where they are large."""

import time

from hexmate.store.library import Library
from hexmate.store.search import Totals


def test_a_large_count_serves_for_a_while():
    totals, counted = Totals(), []

    def count() -> tuple[int, int]:
        counted.append(1)
        time.sleep(0.5)  # remembered for ten seconds
        return 1000 * len(counted), 0

    assert [totals.get("all", count) for _ in range(3)] == [(1000, 0)] * 3
    assert totals.get("others", count) == (2000, 0)


def test_a_small_count_is_always_new():
    totals, counted = Totals(), []

    def count() -> tuple[int, int]:
        counted.append(1)
        return len(counted), 0

    assert [totals.get("all", count)[0] for _ in range(3)] == [1, 2, 3]


def test_few_counts_are_kept():
    totals = Totals()
    for number in range(300):
        totals.get(number, lambda: (1000, 1000))
    assert len(totals._known) == 256


def test_counts_are_forgotten_after_an_import_with_new_games_and_not_for_each(monkeypatch):
    library, now = Library(None), [100.0]
    monkeypatch.setattr("hexmate.store.library.time.monotonic", lambda: now[0])
    forgotten = []
    monkeypatch.setattr(library._totals, "forget", lambda: forgotten.append(now[0]))
    for now[0] in (100.0, 101.0, 104.0, 106.0, 120.0):
        library._tidy()
        if now[0] < 104.0:
            library.count_anew()
    assert forgotten == [101.0, 106.0]
