"""The tests' own time limits: strict on an idle machine, scaled on a busy one."""

import time

from support import patience


def test_a_limit_that_is_kept_needs_no_calibration(monkeypatch):
    monkeypatch.setattr(patience, "slowdown", lambda: 1 / 0)
    assert patience.within(5, time.perf_counter())


def test_a_missed_limit_is_scaled_by_the_load(monkeypatch):
    long_ago = time.perf_counter() - 10
    monkeypatch.setattr(patience, "slowdown", lambda: 1.0)
    assert not patience.within(9.9, long_ago)
    monkeypatch.setattr(patience, "slowdown", lambda: 3.0)
    assert patience.within(4, long_ago)
