"""Limits in the commands of engines that differ in what they know."""

import pytest

from hexmate.board import Board
from hexmate.htp.dialect import EngineDialect
from hexmate.htp.timing import seconds_at_most, telling
from hexmate.players.base import Clock, Limit

CLOCK = Clock(black=61.5, white=30)


@pytest.mark.parametrize(
    ("limit", "commands", "told"),
    [
        (Limit(), "time_settings time_left", []),
        (Limit(time=2), "time_settings", ["time_settings 0 2 1"]),
        (Limit(time=0.25), "time_settings param_mohex", ["time_settings 0 0.25 1"]),
        (Limit(time=0.25), "param_mohex param_wolve", ["param_mohex max_time 0.25"]),
        (Limit(time=3), "kata-set-param", ["kata-set-param maxTime 3"]),
        (Limit(time=3, nodes=5), "play", []),
        (Limit(visits=10_000_000), "param_mohex", ["param_mohex max_games 10000000"]),
        (Limit(visits=5, time=1), "kata-set-param time_settings",
         ["time_settings 0 1 1", "kata-set-param maxVisits 5"]),
        (Limit(clock=CLOCK), "time_left", ["time_left black 61.5 0", "time_left white 30 0"]),
        (Limit(clock=CLOCK), "play", []),
    ],
)  # fmt: skip
def test_first_ways_of_telling(limit, commands, told):
    assert [ways[0] for ways in telling(limit, EngineDialect(), commands.split())] == told


def test_other_ways_are_for_engines_that_want_whole_seconds_or_two_arguments():
    assert telling(Limit(time=0.25), EngineDialect(), ["time_settings"])[0][1:] == (
        "time_settings 0 1 1",
    )
    (black, _) = telling(Limit(clock=CLOCK), EngineDialect(("b", "w")), ["time_left"])
    assert black == ("time_left b 61.5 0", "time_left b 61 0", "time_left b 61")


def test_our_engines_take_the_limit_as_it_is():
    ours = EngineDialect(private=True)
    limit = Limit(time=0.5, nodes=7, clock=CLOCK)
    told = [ways[0] for ways in telling(limit, ours, ["time_left", "time_settings"])]
    assert told[0] == 'hexmate-limit {"time": 0.5, "nodes": 7}'
    assert told[1:] == ["time_left black 61.5 0", "time_left white 30 0"]
    assert telling(Limit(), ours, []) == [("hexmate-limit {}",)]


def test_the_deadline_is_the_sooner_of_move_and_clock():
    board = Board(5)
    assert seconds_at_most(board, Limit(visits=3)) is None
    assert seconds_at_most(board, Limit(time=100, clock=CLOCK)) == 61.5
    board.push_str("a1")
    assert seconds_at_most(board, Limit(clock=CLOCK)) == 30
    assert seconds_at_most(board, Limit(time=1, clock=CLOCK)) == 1
