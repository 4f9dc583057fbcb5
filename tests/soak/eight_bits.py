"""Networks in 8 bits against the same networks in 32 bits."""

import random
from functools import cache

from hexmate.arena.statistics import Sprt, elo
from hexmate.board import Board
from hexmate.color import Color
from hexmate.players import Limit, Player, create

from .job import Job, Totals
from .match import even_pairs

SIDE = 11
SURE, AGREED = 0.98, 4
"""A game ends once the same side has had this chance in so many moves, two of each player."""
SIDES = (Color.BLACK, Color.WHITE)


class EightBits(Job):
    """Two games from each opening, in this process, until the sequential test is decided.

    The pair is the unit of the test: both networks being nearly the same, one side of the board
    often wins both games, which says nothing of either.
    """

    def __init__(self, net: str, limit: Limit, test: Sprt, pairs: int) -> None:
        self._net, self._limit, self._test = net, limit, test
        self.steps = pairs
        each = f"{limit.visits} visits" if limit.visits else f"{limit.time:g} s"
        self.name = f"{net} in 8 bits against 32 bits, {each} per move"
        self.figure = (
            f"the sequential test over pairs of games accepts {test.elo1:+g} against "
            f"{test.elo0:+g} Elo, {SIDE}x{SIDE}, at most {2 * pairs:,} games"
        )

    def step(self, number: int, totals: Totals) -> None:
        scores = totals.setdefault("pairs", [0, 0, 0])
        if self._state(totals) is None:
            opening = _openings(self.steps)[number]
            players = [create(f"mcts:net={self._net},device={each}") for each in ("int8", "core")]
            wins = sum(_winner(players, seat, opening, self._limit) == seat for seat in SIDES)
            scores[wins] += 1

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        lost, split, won = totals["pairs"]
        games, wins = 2 * (lost + split + won), split + 2 * won
        state = self._state(totals)
        return state == "H1", (
            f"{wins} of {games:,} games, {won} pairs won and {lost} lost, Elo "
            f"{elo(wins / games):+.0f}: {state or 'undecided'}"
        )

    def _state(self, totals: Totals) -> str | None:
        lost, split, won = totals["pairs"]
        return self._test.state(won, lost, split)


@cache
def _openings(count: int) -> list[tuple[str, ...]]:
    openings = [tuple(opening) for opening in even_pairs(Board(SIDE), count)]
    random.Random(2).shuffle(openings)
    return openings


def _winner(players: list[Player], first: Color, opening: tuple[str, ...], limit: Limit) -> Color:
    """The winner of a game in which the first player has the side `first`."""
    board = Board(SIDE)
    for name in opening:
        board.push_str(name)
    seats = {first: players[0], first.other: players[1]}
    for side, player in seats.items():
        player.start(board, side)
    leaders: list[Color | None] = []
    while board.winner is None:
        result = seats[board.turn].play(board, limit)
        chance = result.info.win_probability
        assert chance is not None
        ahead = board.turn if chance > 0.5 else board.turn.other
        leaders.append(ahead if max(chance, 1 - chance) > SURE else None)
        if leaders[-AGREED:] == [ahead] * AGREED:
            return ahead
        board.push(result.move)
    return board.winner


EIGHT_BITS = (
    EightBits("small", Limit(visits=100), Sprt(-10, 0), 1500),
    EightBits("medium", Limit(time=0.2), Sprt(0, 30), 300),
)
