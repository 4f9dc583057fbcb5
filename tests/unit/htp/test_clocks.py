"""GTP's clocks: main time, byo-yomi, what a controller tells and what is kept without it."""

import pytest

from hexmate.color import BLACK, WHITE
from hexmate.errors import MalformedError
from hexmate.htp.clocks import HtpClocks
from hexmate.players.base import Clock, Limit


def set_to(*settings):
    clocks = HtpClocks()
    clocks.set(*settings)
    return clocks


def test_without_settings_there_is_no_limit():
    clocks = HtpClocks()
    clocks.spend(BLACK, 1000)
    assert clocks.left(BLACK) is None
    assert clocks.limit(BLACK, Limit(visits=3)) == Limit(visits=3)


def test_a_period_without_stones_means_no_limit():
    clocks = set_to(300, 0, 0)
    clocks.set(0, 10, 0)
    assert clocks.left(BLACK) is None


def test_main_time_is_a_clock():
    clocks = set_to(300, 0, 0)
    clocks.spend(WHITE, 100)
    assert clocks.left(WHITE) == (200, 0)
    assert clocks.limit(WHITE, Limit(time=5)) == Limit(time=5, clock=Clock(300, 200))
    clocks.spend(WHITE, 500)
    assert clocks.left(WHITE) == (0, 0)


def test_byo_yomi_follows_the_main_time_and_begins_anew():
    clocks = set_to(10, 30, 3)
    assert clocks.limit(BLACK, Limit()).clock == Clock(10, 10, increment=10)
    clocks.spend(BLACK, 12)
    assert clocks.left(BLACK) == (30, 3)
    clocks.spend(BLACK, 25)
    assert clocks.left(BLACK) == (5, 2)
    assert clocks.limit(BLACK, Limit()) == Limit(time=2.45)
    assert clocks.limit(BLACK, Limit(time=1)) == Limit(time=1)
    clocks.spend(BLACK, 1)
    clocks.spend(BLACK, 1)
    assert clocks.left(BLACK) == (30, 3)
    assert clocks.left(WHITE) == (10, 0)


def test_byo_yomi_from_the_first_move():
    assert set_to(0, 10, 1).left(BLACK) == (10, 1)


def test_no_time_at_all():
    clocks = set_to(0, 0, 0)
    assert clocks.left(BLACK) == (0, 0)
    assert clocks.limit(BLACK, Limit()).clock == Clock(0, 0)


def test_what_the_controller_tells_counts():
    clocks = set_to(300, 0, 0)
    clocks.put(BLACK, 77.5, 0)
    clocks.put(WHITE, 0.04, 1)
    assert clocks.left(BLACK) == (77.5, 0)
    assert clocks.limit(WHITE, Limit()) == Limit(time=0.02)
    clocks.put(BLACK, -3, 0)
    assert clocks.left(BLACK) == (0, 0)


def test_a_clock_told_without_settings():
    clocks = HtpClocks()
    clocks.put(WHITE, 60, 0)
    assert clocks.limit(WHITE, Limit()).clock == Clock(60, 60)


@pytest.mark.parametrize("settings", [(-1, 0, 0), (float("inf"), 0, 0), (0, -1, 1), (1, 1, -1)])
def test_settings_that_cannot_be(settings):
    with pytest.raises(MalformedError):
        set_to(*settings)


@pytest.mark.parametrize(("seconds", "stones"), [(float("nan"), 0), (float("inf"), 0), (1, -1)])
def test_clocks_that_cannot_be(seconds, stones):
    with pytest.raises(MalformedError):
        HtpClocks().put(BLACK, seconds, stones)
