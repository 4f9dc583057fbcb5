"""The clocks of a live game."""

import pytest

from hexmate.arena.clock import TimeControl
from hexmate.color import BLACK, WHITE
from hexmate.web.live.clock import GameClock


def clock(text):
    return GameClock.new(TimeControl.parse(text))


@pytest.mark.parametrize(
    ("control", "spent", "shown", "after"),
    [
        ("none", 50, (None, 0, False), (None, 0, False)),
        ("300", 50, (250_000, 0, False), (250_000, 0, False)),
        ("300+5", 50, (250_000, 0, False), (255_000, 0, False)),
        ("30/move", 10, (20_000, 0, False), (30_000, 0, False)),
        ("60+3x10", 50, (10_000, 3, False), (10_000, 3, False)),
        ("60+3x10", 65, (5_000, 3, True), (10_000, 3, True)),
        ("60+3x10", 75, (5_000, 2, True), (10_000, 2, True)),
    ],
)
def test_what_a_clock_shows(control, spent, shown, after):
    running = clock(control).begin(BLACK, 100.0)
    assert running.reading(BLACK, 100.0 + spent) == shown
    assert running.moved(100.0 + spent).reading(BLACK, 0.0) == after
    assert running.reading(WHITE, 100.0 + spent) == clock(control).reading(WHITE, 0.0)


@pytest.mark.parametrize(
    ("control", "allowed"),
    [("none", None), ("300", 300), ("300+5", 300), ("30/move", 30.25), ("60+3x10", 90.25)],
)
def test_when_the_time_is_over(control, allowed):
    running = clock(control).begin(WHITE, 5.0)
    assert running.deadline() == (None if allowed is None else 5.0 + allowed)
    if allowed is not None:
        assert running.moved(5.0 + allowed - 0.01) is not None
        assert running.moved(5.0 + allowed + 0.01) is None


def test_a_pause_costs_nothing_and_gives_nothing_back():
    paused = clock("60").begin(BLACK, 0.0).paused(10.0)
    assert paused.running is None
    assert paused.deadline() is None
    assert paused.reading(BLACK, 500.0).left == 50_000
    again = paused.resumed(500.0)
    assert again.running is BLACK
    assert again.deadline() == 550.0
    assert again.moved(510.0).reading(BLACK, 0.0).left == 40_000


def test_nothing_is_shown_below_zero():
    running = clock("60+2x10").begin(BLACK, 0.0)
    assert running.reading(BLACK, 500.0) == (0, 0, True)
    assert clock("5/move").begin(BLACK, 0.0).reading(BLACK, 500.0).left == 0
