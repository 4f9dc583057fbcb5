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
    """Where the first player of a match sits in a game: he is Black in the first of each two."""
    return SEATS[number % 2]


@dataclass(frozen=True, slots=True)
class Score:
    """Results of the first player."""

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
        """Points a game; one half before the first."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """The Elo difference of such a share."""
        return elo(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences at the ends of the interval."""
        return elo_interval(self.points, self.games)

    @property
    def superiority(self) -> float:
        """The chance that the first player is the stronger one."""
        return likelihood_of_superiority(self.wins, self.losses)


@dataclass(frozen=True, slots=True)
class Tally:
    """What the games of a match add up to, as the first player sees it."""

    black: Score = Score()
    """The games in which he sat down as Black."""
    white: Score = Score()
    faults: tuple[int, int] = (0, 0)
    """Games that the first and the second player lost by a forfeit or on time."""

    @classmethod
    def of(cls, reports: Iterable[GameReport]) -> "Tally":
        """The sum of games."""
        tally = cls()
        for report in reports:
            tally = tally.plus(report)
        return tally

    def plus(self, report: GameReport) -> "Tally":
        """One more game."""
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
    """Who plays, how often, and from which openings; with `sprt` it may end sooner."""

    first: str
    second: str
    games: int = 100
    openings: tuple[Opening, ...] = ((),)
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ArenaError(f"a match has 1 game or more, not {self.games}")
        if not self.openings:
            raise ArenaError("a match needs an opening at least; an empty one will do")

    @property
    def players(self) -> tuple[str, str]:
        """Both players, the first one first."""
        return self.first, self.second

    @property
    def num_games(self) -> int:
        """Games at most."""
        return self.games

    def details(self) -> dict[str, Any]:
        """What tells this match from others in a journal; more games of it are still the same."""
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
        """The reports by number, to the end of the match or until the sequential test decides.

        By number, as the test must see the same games in the same order wherever they are played.
        """
        tally = Tally()
        with closing(play_event(terms, self.pairings(), runner, journal)) as reports:
            for report in in_order(reports):
                yield report
                tally = tally.plus(report)
                if self.verdict(tally) is not None:
                    return

    def verdict(self, tally: Tally) -> str | None:
        """The hypothesis that the sequential test accepts by now, if there is one."""
        total = tally.total
        if self.sprt is None:
            return None
        return self.sprt.state(total.wins, total.losses, total.draws)
