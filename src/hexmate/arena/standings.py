"""Standings of many players: the cross table of their points, and ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hexmate.arena.ratings import RatingTable, bradley_terry
from hexmate.arena.terms import GameReport

__all__ = ["CrossTable", "Standing", "by_points", "by_rating"]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Points of each player against each other; a draw is half a point for both."""

    players: tuple[str, ...]
    points: NDArray[np.float64]
    """[players, players], points of the row player against the column player."""
    games: NDArray[np.int64]
    """[players, players], the number of games; symmetric."""
    faults: NDArray[np.int64]
    """[players], games lost by forfeit or on time."""

    @classmethod
    def of(cls, players: Sequence[str], reports: Iterable[GameReport]) -> "CrossTable":
        """The table of these players and their games."""
        place = {player: at for at, player in enumerate(players)}
        points = np.zeros((len(place), len(place)))
        games = np.zeros((len(place), len(place)), np.int64)
        faults = np.zeros(len(place), np.int64)
        for report in reports:
            black, white = place[report.black], place[report.white]
            points[black, white] += report.score("black")
            points[white, black] += report.score("white")
            games[black, white] += 1
            games[white, black] += 1
            if report.result.endswith(("Time", "Forfeit")):
                faults[white if report.winner == "black" else black] += 1
        return cls(tuple(players), points, games, faults)

    def ratings(self) -> RatingTable:
        """Elo ratings of all players by the Bradley-Terry model."""
        return bradley_terry(self.points)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line in the standings."""

    player: str
    elo: float
    error: float
    """The standard error of the rating; infinite before the first game."""
    points: float
    games: int
    faults: int = 0
    """Games lost by forfeit or on time."""
    rest: float = 0.0
    """Points for byes in a swiss tournament."""
    buchholz: float = 0.0
    """The sum of the opponents' points in a swiss tournament."""

    @property
    def share(self) -> float:
        """Points per game; one half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def score(self) -> float:
        """Points, byes included."""
        return self.points + self.rest


def by_rating(table: CrossTable) -> list[Standing]:
    """Standings by rating, highest first; players without games come last."""
    return sorted(_lines(table), key=lambda line: (line.games == 0, -round(line.elo, 6)))


def by_points(table: CrossTable, rest: Sequence[float], games: int) -> list[Standing]:
    """Standings of a swiss tournament with `games` games per meeting, by points.

    Ties are broken by the points of the opponents (Buchholz), then by the rating.
    """
    scores = table.points.sum(axis=1) + np.array(rest)
    opponents = table.games @ scores / games
    lines = [
        replace(line, rest=rest[at], buchholz=float(opponents[at]))
        for at, line in enumerate(_lines(table))
    ]
    return sorted(lines, key=lambda line: (-line.score, -line.buchholz, -round(line.elo, 6)))


def _lines(table: CrossTable) -> list[Standing]:
    ratings = table.ratings()
    return [
        Standing(
            player=player,
            elo=float(ratings.elo[at]),
            error=float(ratings.error[at]),
            points=float(table.points[at].sum()),
            games=int(table.games[at].sum()),
            faults=int(table.faults[at]),
        )
        for at, player in enumerate(table.players)
    ]
