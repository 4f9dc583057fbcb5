"""A match: two players, each opening twice with colours exchanged.

>>> from hexmate.arena.runner import Serial
>>> match = Match("negamax:depth=2", "random", games=4, openings=(("a2",), ("c2",)))
>>> reports = match.play(Terms("3x3 hex - 3/3/3 b"), Serial())
>>> Tally.of(reports).total
Score(wins=4, losses=0, draws=0)
"""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from hexmate.arena.event import in_order, play_event
from hexmate.arena.journal import Journal
from hexmate.arena.openings import Opening
from hexmate.arena.runner import Games, Runner
from hexmate.arena.statistics import Sprt, elo, elo_interval, likelihood_of_superiority, wilson
from hexmate.arena.terms import SEATS, GameReport, Pairing, Seat, Terms, game_seed
from hexmate.errors import ArenaError

__all__ = ["Match", "Score", "Tally", "seat_of_first"]


def seat_of_first(number: int) -> Seat:
    """The seat of the first player: Black in the first game of each pair, White in the second."""
    return SEATS[number % 2]


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, losses and draws of the first player."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        """One for a win, one half for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; one half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the share."""
        return elo(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences at the ends of the interval."""
        return elo_interval(self.points, self.games)

    @property
    def superiority(self) -> float:
        """The probability that the first player is stronger."""
        return likelihood_of_superiority(self.wins, self.losses)


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of a match so far, from the first player's side."""

    black: Score = Score()
    """The games in which the first player had Black's seat."""
    white: Score = Score()
    faults: tuple[int, int] = (0, 0)
    """Games that the first and the second player lost by a forfeit or on time."""

    @classmethod
    def of(cls, reports: Iterable[GameReport]) -> "Tally":
        """The score of these games."""
        tally = cls()
        for report in reports:
            tally = tally.plus(report)
        return tally

    def plus(self, report: GameReport) -> "Tally":
        """The score with one more game."""
        seat = seat_of_first(report.number)
        won, lost = report.winner == seat, report.winner not in (seat, None)
        score = Score(won, lost, report.winner is None)
        first, second = self.faults
        if report.result.endswith(("Time", "Forfeit")):
            first, second = first + lost, second + won
        if seat == "black":
            return Tally(self.black + score, self.white, (first, second))
        return Tally(self.black, self.white + score, (first, second))

    @property
    def total(self) -> Score:
        """All games."""
        return self.black + self.white


@dataclass(frozen=True, slots=True)
class Match:
    """Two players, a number of games, and the openings; with `sprt` it may end sooner."""

    first: str
    second: str
    games: int = 100
    openings: tuple[Opening, ...] = ((),)
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ArenaError(f"a match needs at least 1 game (got {self.games})")
        if not self.openings:
            raise ArenaError("a match needs at least one opening (the empty board counts)")

    @property
    def players(self) -> tuple[str, str]:
        """Both players, the first one first."""
        return self.first, self.second

    @property
    def num_games(self) -> int:
        """The most games that are played."""
        return self.games

    def details(self) -> dict[str, Any]:
        """The settings that identify this match in a journal, without the number of games."""
        return {
            "format": "match",
            "openings": [" ".join(opening) for opening in self.openings],
        }

    def pairings(self) -> list[Pairing]:
        """The games, each opening twice before the next one."""
        return [self._pairing(number) for number in range(self.games)]

    def _pairing(self, number: int) -> Pairing:
        sides = (self.first, self.second)
        black, white = sides if seat_of_first(number) == "black" else sides[::-1]
        opening = self.openings[number // 2 % len(self.openings)]
        return Pairing(number, black, white, opening, game_seed(self.seed, number))

    def play(self, terms: Terms, runner: Runner, journal: Journal | None = None) -> Games:
        """Yield the reports by number, to the end of the match or until the test decides.

        The sequential test must see the same games in the same order, wherever they are played.
        """
        tally = Tally()
        with closing(play_event(terms, self.pairings(), runner, journal)) as reports:
            for report in in_order(reports):
                yield report
                tally = tally.plus(report)
                if self.verdict(tally) is not None:
                    return

    def verdict(self, tally: Tally) -> str | None:
        """The hypothesis that the sequential test accepts, or None if it has not decided."""
        total = tally.total
        if self.sprt is None:
            return None
        return self.sprt.state(total.wins, total.losses, total.draws)
