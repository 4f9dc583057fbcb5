"""Counts for limits per day: by address, by the hour, and the same for all servers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from hexmate.store import RefusedError, Store
from hexmate.store.tables import daily_counts

NOON = datetime(2026, 1, 2, 12, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def rows(store) -> int:
    with store.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(daily_counts))


def test_what_an_address_did_is_counted_up_to_the_limit(store):
    counts = store.daily_counts
    taken = [counts.add("rated", "192.0.2.1", most=3, now=NOON) for _ in range(5)]
    assert taken == [True, True, True, False, False]
    assert counts.total("rated", "192.0.2.1", NOON) == 3, "what is refused does not count"
    assert counts.add("rated", "192.0.2.2", most=3, now=NOON)
    assert counts.add("imported", "192.0.2.1", 500, now=NOON)
    assert counts.total("imported", "192.0.2.1", NOON) == 500
    assert rows(store) == 3


def test_a_limit_refills_hour_by_hour(store):
    counts = store.daily_counts
    for hours in (0, 6, 12):
        assert counts.add("imported", "a", 10, now=NOON + hours * HOUR)
    totals = [counts.total("imported", "a", NOON + hours * HOUR) for hours in (12, 24, 25, 31, 37)]
    assert totals == [30, 30, 20, 10, 0]


def test_counts_are_forgotten_after_a_day(store):
    counts = store.daily_counts
    for number in range(5):
        assert counts.add("rated", f"192.0.2.{number}", now=NOON)
    assert counts.add("rated", "192.0.2.9", now=NOON + 25 * HOUR)
    assert rows(store) == 1


def test_a_clock_that_was_ahead_blocks_nothing(store):
    counts = store.daily_counts
    assert counts.add("rated", "a", most=1, now=NOON + 400 * 24 * HOUR)
    assert counts.add("rated", "a", most=1, now=NOON)
    assert not counts.add("rated", "a", most=1, now=NOON), "by now the wrong one is gone"


def test_other_servers_and_restarts_count_together(store, database_url):
    assert store.daily_counts.add("rated", "a", most=2)
    with Store.open(database_url) as another:
        assert another.daily_counts.add("rated", "a", most=2)
    assert not store.daily_counts.add("rated", "a", most=2)


def test_many_at_once_never_exceed_the_limit(store, database_url):
    with Store.open(database_url) as another, ThreadPoolExecutor(4) as threads:
        tries = [
            threads.submit(each.daily_counts.add, "rated", "a", most=7)
            for each in (store, another) * 10
        ]
        assert sum(each.result() for each in tries) == 7
    assert store.daily_counts.total("rated", "a") == 7


def test_a_count_that_fails_undoes_the_rest_of_its_batch(store):
    def count_two():
        with store.batch(), store.batch():
            store.daily_counts.add("imported", "a", 5)
            store.daily_counts.add("imported", "x" * 65, 5)

    with pytest.raises(RefusedError):
        count_two()
    assert rows(store) == 0
