"""Pairings: players are numbers from 0, and a meeting is a pair of them, first and second.

The first player has Black in the first game of a meeting; colours alternate from game to game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

__all__ = ["Meeting", "gauntlet", "round_robin", "swiss_round"]

Meeting = tuple[int, int]

_MOST_TRIES = 20_000


def round_robin(players: int) -> list[list[Meeting]]:
    """Rounds in which each player meets every other once, and at most one player per round.

    By the circle method: all players but one move on by one place each round. Over all rounds each
    player comes first as often as second, or once more.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    # With an odd number one seat stays empty; its opponent has a bye.
    seats = players + players % 2
    rounds = []
    for turn in range(seats - 1):
        circle = [(turn * (seats // 2) + place) % (seats - 1) for place in range(seats - 1)]
        last = seats - 1
        fixed = (circle[0], last) if turn % 2 == 0 else (last, circle[0])
        others = [(circle[at], circle[-at]) for at in range(1, seats // 2)]
        rounds.append([pair for pair in (fixed, *others) if players not in pair])
    return rounds


def gauntlet(players: int) -> list[list[Meeting]]:
    """Rounds of one meeting each: player 0 meets every other, alternately first and second.

    >>> gauntlet(4)
    [[(0, 1)], [(2, 0)], [(0, 3)]]
    """
    return [[(0, other) if other % 2 else (other, 0)] for other in range(1, players)]


def swiss_round(
    points: Sequence[float], met: Iterable[Meeting], rested: Iterable[int] = ()
) -> tuple[list[Meeting], int | None]:
    """The next round of a swiss tournament, and the player with a bye if the number is odd.

    Players with equal points meet, the upper half of them against the lower half, in the order of
    the standings. Meetings are only repeated if there is no other way. The bye goes to the lowest
    player of those with the fewest byes. `met` has the meetings so far, `rested` the byes.

    >>> swiss_round([0, 0, 0, 0], [])
    ([(0, 2), (1, 3)], None)
    >>> swiss_round([1, 0, 1, 0, 1], [(0, 1), (2, 3)], [4])
    ([(0, 2), (1, 4)], 3)
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    meetings = list(met)
    rests = Counter(rested)
    resting = None
    if len(order) % 2:
        resting = min(reversed(order), key=lambda player: rests[player])
        order.remove(resting)
    counts = Counter(frozenset(meeting) for meeting in meetings)
    firsts = Counter(first for first, _ in meetings)
    firsts.subtract(second for _, second in meetings)
    pairs = _pair_up(order, points, counts)
    return [_seated(pair, firsts) for pair in pairs], resting


def _seated(pair: Meeting, firsts: Counter[int]) -> Meeting:
    """The pair, the player first who came first less often."""
    upper, lower = pair
    return (upper, lower) if firsts[upper] <= firsts[lower] else (lower, upper)


def _pair_up(
    order: list[int], points: Sequence[float], counts: Counter[frozenset[int]]
) -> list[Meeting]:
    """Pairs of all players, with as few repeated meetings as possible."""
    for most in range(max(counts.values(), default=0) + 1):
        pairs = _search(order, partial(_opponents, points=points, counts=counts, most=most))
        if pairs is not None:
            return pairs
    raise AssertionError("any pairing will do when all meetings may be repeated")


def _search(order: list[int], opponents: Callable[[list[int]], list[int]]) -> list[Meeting] | None:
    """The first complete pairing, depth first; None if there is none or it takes too long."""
    pairs: list[Meeting] = []
    choices: list[Iterator[int]] = []
    rest = list(order)
    for _ in range(_MOST_TRIES):
        if len(choices) == len(pairs):
            if not rest:
                return pairs
            choices.append(iter(opponents(rest)))
        second = next(choices[-1], None)
        if second is not None:
            pairs.append((rest[0], second))
            rest = [player for player in rest[1:] if player != second]
            continue
        choices.pop()
        if not pairs:
            return None
        free = {*pairs.pop(), *rest}
        rest = [player for player in order if player in free]
    return None


def _opponents(
    rest: list[int], points: Sequence[float], counts: Counter[frozenset[int]], most: int
) -> list[int]:
    """The possible opponents of the first of the rest, best first.

    Sorted by the number of earlier meetings; then those with equal points, beginning half a group
    below, then the others.
    """
    first, *others = rest
    equals = [player for player in others if points[player] == points[first]]
    half = max(0, len(equals) - 1) // 2  # of an odd group the last is left for the next group
    preferred = (
        equals[half:] + equals[:half][::-1] + [each for each in others if each not in equals]
    )
    met = {player: counts[frozenset((first, player))] for player in others}
    return sorted((player for player in preferred if met[player] <= most), key=met.__getitem__)
