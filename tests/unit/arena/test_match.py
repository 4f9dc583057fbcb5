"""Matches: the schedule, the tally, the sequential test, and the same games by any runner."""

import itertools
from collections import Counter

import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.event import in_order
from hexmate.arena.journal import Journal
from hexmate.arena.match import Match, Score, Tally
from hexmate.arena.openings import openings
from hexmate.arena.runner import Processes, Serial
from hexmate.arena.statistics import Sprt
from hexmate.arena.terms import GameReport, Terms
from hexmate.board import Board
from hexmate.errors import ArenaError
from hexmate.players.base import Limit

TERMS = Terms("4x4 hex - 4/4/4/4 b", TimeControl(), Limit(nodes=200))
MATCH = Match("negamax:depth=1", "random", 12, tuple(openings("all", Board(4))), seed=3)


def played(reports):
    """What must not depend on who played the games, or when."""
    return [(each.number, each.black, each.seed, each.moves, each.result) for each in reports]


def test_each_opening_twice_with_colours_exchanged():
    pairings = MATCH.pairings()
    assert [each.number for each in pairings] == list(range(12))
    for one, two in zip(pairings[::2], pairings[1::2], strict=True):
        assert one.opening == two.opening
        assert (one.black, one.white) == (two.white, two.black) == (MATCH.first, MATCH.second)
    assert len({each.opening for each in pairings}) == 6
    assert len({each.seed for each in pairings}) == 12
    more = Match(MATCH.first, MATCH.second, 40, MATCH.openings, seed=3).pairings()
    assert more[:12] == pairings, "more games leave the first ones as they were"
    assert more[32].opening == more[0].opening
    assert Counter(each.black for each in more) == {MATCH.first: 20, MATCH.second: 20}


def report(number, winner, result="B+"):
    return GameReport(
        number, "a", "b", (), 0, "3x3 hex - 3/3/3 b", "none", result, winner, "", (), (), ()
    )


def test_a_tally_tells_players_by_their_seats():
    reports = [
        report(0, "black"),
        report(1, "black", "B+Forfeit"),
        report(2, "white", "W+Time"),
        report(3, "white", "W+Resign"),
        report(4, None, "Draw"),
        report(5, "white", "W+Forfeit"),
    ]
    tally = Tally.of(reports)
    assert tally.black == Score(1, 1, 1)
    assert tally.white == Score(2, 1, 0)
    assert tally.total == Score(3, 2, 1)
    assert tally.faults == (2, 1)
    assert tally.total.points == 3.5
    assert tally.total.share == pytest.approx(3.5 / 6)
    assert tally.total.superiority > 0.5 > Score(1, 2).superiority
    assert Score().share == 0.5
    assert Score().interval == (0, 1)


def test_reports_in_order():
    shuffled = [report(number, None) for number in (2, 0, 1, 4, 3)]
    waits = in_order(iter(shuffled))
    assert [each.number for each in waits] == [0, 1, 2, 3, 4]


@pytest.mark.slow
def test_the_same_games_by_any_runner():
    serial = played(MATCH.play(TERMS, Serial()))
    assert serial == played(MATCH.play(TERMS, Processes(2)))
    assert serial != played(
        Match(MATCH.first, MATCH.second, 12, MATCH.openings, 4).play(TERMS, Serial())
    )


@pytest.mark.slow
def test_a_match_resumes_where_it_stopped(tmp_path):
    whole = played(MATCH.play(TERMS, Serial()))
    with Journal(tmp_path, TERMS, ["a", "b"], 3, **MATCH.details()) as journal:
        reports = MATCH.play(TERMS, Serial(), journal)
        assert played(itertools.islice(reports, 5)) == whole[:5]
        reports.close()
    with Journal(tmp_path, TERMS, ["a", "b"], 3, **MATCH.details()) as journal:
        assert sorted(journal.reports) == [0, 1, 2, 3, 4]
        assert played(MATCH.play(TERMS, Serial(), journal)) == whole
        assert sorted(journal.reports) == list(range(12))


@pytest.mark.slow
def test_the_sequential_test_ends_a_match():
    test = Sprt(0, 200)
    match = Match(MATCH.first, MATCH.second, 200, MATCH.openings, 3, test)
    ends = []
    for runner in (Serial(), Processes(2)):
        reports = list(match.play(TERMS, runner))
        tally = Tally.of(reports)
        assert match.verdict(tally) == "H1"
        assert match.verdict(Tally.of(reports[:-1])) is None
        ends.append(len(reports))
    assert ends[0] == ends[1] < 100


@pytest.mark.parametrize("fields", [{"games": 0}, {"openings": ()}])
def test_what_is_no_match(fields):
    with pytest.raises(ArenaError):
        Match("random", "random", **fields)
