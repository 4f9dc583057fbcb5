"""Which games are rated, and who is on the leaderboard.

The rules make ratings expensive to forge: a game against a new name counts little, a game with
too few moves does not count, and the leaderboard needs opponents who are known themselves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from hexmate.board import SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.store.glicko import Rating
from hexmate.store.values import GameRow
from hexmate.swap import seat_of

__all__ = ["DAY", "SMALLEST_BOARD", "RatingRules", "both_moved", "game_weight"]

SMALLEST_BOARD = 5
"""The fewest rows and columns of a rated game; it starts from the empty board."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The limits that a server may choose."""

    moves: int = 3
    """The fewest moves of each player in a rated game; passes do not count."""
    per_pair: int = 10
    """Rated games of the same two players in 24 hours."""
    games: int = 10
    """The fewest rated games of a player on the leaderboard."""
    opponents: int = 3
    """The fewest opponents of a player on the leaderboard whose strength is known."""
    deviation: float = 150.0
    """The largest deviation of a player whose strength is known."""

    def counts(self, game: GameRow) -> bool:
        """True if a game that is over may be rated."""
        return (
            game.rated
            and game.start is None
            and min(game.rows, game.cols) >= SMALLEST_BOARD
            and both_moved(((each.color, each.move) for each in game.moves), game.swap, self.moves)
        )


def both_moved(moves: Iterable[tuple[Color, str]], swap: SwapRule | None, least: int) -> bool:
    """True if both players made at least this many moves; a pass is none.

    >>> both_moved([(BLACK, "a1"), (WHITE, "pass"), (BLACK, "b1"), (WHITE, "c1")], None, 2)
    False
    """
    made = {BLACK: 0, WHITE: 0}
    swaps: list[str] = []
    for color, move in moves:
        if min(made.values()) >= least:
            break
        if move != "pass":
            made[seat_of(color, swap, swaps)] += 1
        if move.startswith("swap"):
            swaps.append(move)
    return min(made.values()) >= least


def game_weight(player: Rating, opponent: Rating) -> float:
    """How much of a game counts for a player: less if the opponent is less known.

    Glicko halves at most what a game against an unknown player tells, since it takes unknown
    players for average ones. New names on a server need not be: they cost nothing.

    >>> game_weight(Rating(), Rating()), game_weight(Rating(deviation=175), Rating())
    (1.0, 0.25)
    """
    return min(1.0, (player.deviation / opponent.deviation) ** 2)
