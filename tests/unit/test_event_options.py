"""What the options of the arena's commands mean together."""

import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.runner import Processes
from hexmate.board import Board
from hexmate.cli.event_options import make_openings, make_runner, make_terms
from hexmate.players.base import Limit


@pytest.mark.parametrize(
    ("options", "control"),
    [
        ({}, "1/move"),
        ({"time": 0.2}, "0.2/move"),
        ({"time": 0.2, "nodes": 5}, "0.2/move"),
        ({"clock": "60+3x10", "depth": 3}, "60+3x10"),
        ({"clock": "none"}, "none"),
        ({"nodes": 5}, "none"),
        ({"visits": 5, "players": ("uct", "level:n=3")}, "none"),
        ({"visits": 5, "players": ("uct", "file:bot.py")}, "60/move"),
        ({"visits": 5, "players": ("htp:./mohex", "uct"), "clock": "none"}, "none"),
        ({"players": ("htp:./mohex", "uct")}, "1/move"),
    ],
)
def test_time(options, control):
    terms = make_terms(Board(3), **options)
    assert terms.time == TimeControl.parse(control)
    bounds = {name: options.get(name) for name in ("nodes", "visits", "depth")}
    assert terms.limit == Limit(**bounds)
    assert terms.start == "3x3 hex - 3/3/3 b"


def test_openings_follow_the_swap_rule():
    assert make_openings(None, Board(5, swap="pieces")) == ((),)
    assert len(make_openings(None, Board(5))) == 6
    assert len(make_openings("all", Board(5, swap="pieces"))) == 25


def test_runners():
    assert isinstance(make_runner(2, None), Processes)
