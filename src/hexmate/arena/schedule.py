"""Who meets whom: players are numbers from 0, and a meeting is a pair, first and second.

The first player of a meeting has Black in its first game, and colours change from game to game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

__all__ = ["Meeting", "gauntlet", "round_robin", "swiss_round"]

Meeting = tuple[int, int]

_MOST_TRIES = 20_000


def round_robin(players: int) -> list[list[Meeting]]:
    """Rounds in which everyone meets everyone once, nobody twice in a round.

    The circle method: all but one player move on one place each round. Over the rounds everyone
    comes first as often as second, or once more.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    # With an odd number there is a seat that nobody sits on: whoever meets it rests.
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
    """Rounds of one meeting each, in which player 0 meets everyone, first and second in turn.

    >>> gauntlet(4)
    [[(0, 1)], [(2, 0)], [(0, 3)]]
    """
    return [[(0, other) if other % 2 else (other, 0)] for other in range(1, players)]


def swiss_round(
    points: Sequence[float], met: Iterable[Meeting], rested: Iterable[int] = ()
) -> tuple[list[Meeting], int | None]:
    """The next round of a swiss tournament, and who rests where the number of players is odd.

    Players with equal points meet, the upper half of them against the lower, in the order in which
    they stand; nobody meets anyone again as long as it can be helped, and the last of those who
    rested least often rests. `met` has the meetings so far, `rested` those who had to rest.

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
    """The pair with the player first who came first less often."""
    upper, lower = pair
    return (upper, lower) if firsts[upper] <= firsts[lower] else (lower, upper)


def _pair_up(
    order: list[int], points: Sequence[float], counts: Counter[frozenset[int]]
) -> list[Meeting]:
    """Pairs of all players, none of whom met more often than it takes to pair up everyone."""
    for most in range(max(counts.values(), default=0) + 1):
        pairs = _search(order, partial(_wishes, points=points, counts=counts, most=most))
        if pairs is not None:
            return pairs
    raise AssertionError("any pairing will do when all meetings may be repeated")


def _search(order: list[int], wishes: Callable[[list[int]], list[int]]) -> list[Meeting] | None:
    """Depth first through the pairings in order of preference; None when too many are tried."""
    pairs: list[Meeting] = []
    choices: list[Iterator[int]] = []
    rest = list(order)
    for _ in range(_MOST_TRIES):
        if len(choices) == len(pairs):
            if not rest:
                return pairs
            choices.append(iter(wishes(rest)))
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


def _wishes(
    rest: list[int], points: Sequence[float], counts: Counter[frozenset[int]], most: int
) -> list[int]:
    """Whom the first of the rest may meet, best first.

    Best is whom it met least often, then an equal half a group below, then the other equals, then
    the others.
    """
    first, *others = rest
    equals = [player for player in others if points[player] == points[first]]
    half = max(0, len(equals) - 1) // 2  # of an odd group the last is left for the next group
    liked = equals[half:] + equals[:half][::-1] + [each for each in others if each not in equals]
    met = {player: counts[frozenset((first, player))] for player in others}
    return sorted((player for player in liked if met[player] <= most), key=met.__getitem__)
