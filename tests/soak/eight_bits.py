"""Networks in 8 bits against the same networks in 32 bits."""

import math
import random
from functools import cache, cached_property

from hexmate.arena.statistics import Z95, Sprt, elo
from hexmate.benchmark_positions import SolvedPosition, read_positions, solved_positions
from hexmate.board import Board
from hexmate.color import Color
from hexmate.players import Limit, Player, create

from .job import Job, Totals
from .match import even_openings, even_pairs
from .networks import ORACLES

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

    @cached_property
    def _players(self) -> list[Player]:
        return [create(f"mcts:net={self._net},device={each}") for each in ("int8", "core")]

    def step(self, number: int, totals: Totals) -> None:
        scores = totals.setdefault("pairs", [0, 0, 0])
        if self._state(totals) is None:
            opening = _openings(self.steps)[number]
            wins = sum(_winner(self._players, seat, opening, self._limit) == seat for seat in SIDES)
            scores[wins] += 1

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        lost, split, won = totals["pairs"]
        games, wins = 2 * (lost + split + won), split + 2 * won
        low, high = _interval(lost, split, won)
        state, ratio = self._state(totals), self._test.llr(won, lost, split)
        return state == "H1", (
            f"{wins:,} of {games:,} games, {won} pairs won and {lost} lost, Elo "
            f"{elo(wins / games):+.0f} (95 %: {low:+.0f} to {high:+.0f}), log-likelihood ratio "
            f"{ratio:+.2f}: {state or 'undecided'}"
        )

    def _state(self, totals: Totals) -> str | None:
        lost, split, won = totals["pairs"]
        return self._test.state(won, lost, split)


def _interval(lost: int, split: int, won: int) -> tuple[float, float]:
    """The Elo differences between which the true one lies in 95 %, from the spread of the pairs."""
    pairs = lost + split + won
    share = (split / 2 + won) / pairs
    square = (lost * share**2 + split * (share - 0.5) ** 2 + won * (1 - share) ** 2) / pairs
    half = Z95 * math.sqrt(square / pairs)
    return elo(max(0.0, share - half)), elo(min(1.0, share + half))


class EightBitsPositions(Job):
    """Every solved position, by `small` in 8 and in 32 bits, with a search and without."""

    name = "small in 8 bits on solved positions"
    figure = (
        "of the solved positions and ladders with known winning moves, at 400 visits: 8 bits "
        "choose a winning move wherever 32 bits do"
    )
    players = ("mcts:net=small,visits=400", "policy:net=small")

    def step(self, number: int, totals: Totals) -> None:
        ladders = read_positions((ORACLES / "ladders.json").read_text("utf-8"))
        positions = [each for each in (*solved_positions(), *ladders) if each.winning_moves]
        totals["positions"] = len(positions)
        for spec in self.players:
            brief, exact = (
                [_right(create(f"{spec},device={device}"), each) for each in positions]
                for device in ("int8", "core")
            )
            lost = sum(there and not here for here, there in zip(brief, exact, strict=True))
            totals[spec] = [sum(brief), sum(exact), lost]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        searched, alone = (totals[spec] for spec in self.players)
        words = "8 bits right on {}, 32 bits on {}, {} lost"
        return searched[2] == 0, (
            f"{totals['positions']} positions: {words.format(*searched)}; without a search "
            f"{words.format(*alone)}"
        )


def _right(player: Player, position: SolvedPosition) -> bool:
    """Whether the player chooses one of the winning moves."""
    board = position.board.copy()
    player.start(board, board.turn)
    return player.play(board, Limit()).move in (position.winning_moves or ())


@cache
def _openings(count: int) -> list[tuple[str, ...]]:
    """Nearly even openings: those of two stones, and then of four, since there are too few."""
    openings = [tuple(opening) for opening in even_pairs(Board(SIDE), count)]
    random.Random(2).shuffle(openings)
    return openings + [tuple(each) for each in even_openings(Board(SIDE), count - len(openings), 4)]


def _winner(players: list[Player], first: Color, opening: tuple[str, ...], limit: Limit) -> Color:
    """The winner of a game in which the first player has the side `first`."""
    board = Board(SIDE)
    for name in opening:
        board.push_str(name)
    seats = {first: players[0], first.other: players[1]}
    for side, player in seats.items():
        player.start(board, side)
    leaders: list[Color | None] = []
    while (outcome := board.outcome()) is None:
        result = seats[board.turn].play(board, limit)
        chance = result.info.win_probability
        assert chance is not None
        ahead = board.turn if chance > 0.5 else board.turn.other
        leaders.append(ahead if max(chance, 1 - chance) > SURE else None)
        if leaders[-AGREED:] == [ahead] * AGREED:
            return ahead
        board.push(result.move)
    assert outcome.winner is not None
    return outcome.winner


EIGHT_BITS = (
    EightBitsPositions(),
    EightBits("small", Limit(visits=100), Sprt(-10, 0), 3000),
    EightBits("medium", Limit(time=0.2), Sprt(0, 30), 300),
)
