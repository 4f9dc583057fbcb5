"""Pairings: every pair once, colours balanced, no repeated meeting unless necessary."""

import random
from collections import Counter

import pytest

from hexmate.arena.schedule import gauntlet, round_robin, swiss_round


@pytest.mark.parametrize("players", range(2, 14))
def test_round_robin(players):
    rounds = round_robin(players)
    meetings = [meeting for each in rounds for meeting in each]
    pairs = Counter(map(frozenset, meetings))
    assert set(pairs.values()) == {1}
    assert len(pairs) == players * (players - 1) // 2
    assert len(rounds) == players - 1 + players % 2
    for each in rounds:
        assert len({player for pair in each for player in pair}) == 2 * (players // 2)
    firsts, seconds = (Counter(pair[side] for pair in meetings) for side in (0, 1))
    assert {abs(firsts[at] - seconds[at]) for at in range(players)} <= {0, 1}


def test_gauntlet():
    meetings = [meeting for each in gauntlet(6) for meeting in each]
    assert [set(meeting) for meeting in meetings] == [{0, other} for other in range(1, 6)]
    assert abs(2 * sum(first == 0 for first, _ in meetings) - len(meetings)) <= 1


def swiss(players, rounds, rng):
    """A whole tournament in which everything is chance: meetings by round, and who rested."""
    points = [0.0] * players
    met, rested, found = [], [], []
    for _ in range(rounds):
        meetings, resting = swiss_round(points, met, rested)
        for pair in meetings:
            points[rng.choice(pair)] += 1
        if resting is not None:
            points[resting] += 1
            rested.append(resting)
        met += meetings
        found.append(meetings)
    return found, rested, points


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 11, 16, 21])
def test_swiss_rounds(players, rng: random.Random):
    # With half as many rounds as players there is always a pairing without a second meeting.
    rounds, rested, _ = swiss(players, max(1, players // 2), rng)
    met = Counter(frozenset(meeting) for meetings in rounds for meeting in meetings)
    assert set(met.values()) == {1}
    assert max(Counter(rested).values(), default=1) == 1
    assert len(rested) == len(rounds) * (players % 2)
    for meetings in rounds:
        assert len({player for pair in meetings for player in pair}) == 2 * (players // 2)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5, 6, 12, 30])
def test_swiss_continues_when_all_players_have_met(players, rng: random.Random):
    rounds, rested, _ = swiss(players, 2 * players, rng)
    met = Counter(frozenset(meeting) for meetings in rounds for meeting in meetings)
    assert max(met.values()) - min(met.values()) <= 2
    assert len(rounds) == 2 * players
    if rested:
        assert set(Counter(rested).values()) == {2}


@pytest.mark.parametrize(
    ("points", "met", "expected"),
    [
        ([0] * 6, [], [(0, 3), (1, 4), (2, 5)]),
        # Winners meet winners, losers losers.
        ([1, 1, 0, 0], [(0, 2), (1, 3)], [(0, 1), (2, 3)]),
        # An odd number of winners: the last of them meets the best of the others.
        ([1, 1, 1, 0, 0, 0], [(0, 3), (1, 4), (2, 5)], [(0, 1), (3, 2), (4, 5)]),
        # The two leaders have met: each meets the next instead.
        ([2, 2, 1, 1], [(0, 1), (2, 3)], [(0, 2), (3, 1)]),
    ],
)
def test_equals_meet(points, met, expected):
    meetings, resting = swiss_round(points, met)
    assert resting is None
    assert [set(pair) for pair in meetings] == [set(pair) for pair in expected]


def test_the_one_who_came_first_less_often_comes_first():
    meetings, _ = swiss_round([1, 1, 0, 0], [(0, 2), (3, 1)])
    assert meetings == [(1, 0), (2, 3)]
