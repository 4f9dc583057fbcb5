"""Tournaments: round-robin, gauntlet (one player against all others) and swiss."""

import math
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.arena.event import play_event
from hexmate.arena.journal import Journal
from hexmate.arena.openings import Opening
from hexmate.arena.runner import Games, Runner
from hexmate.arena.schedule import Meeting, gauntlet, round_robin, swiss_round
from hexmate.arena.standings import CrossTable, Standing, by_points, by_rating
from hexmate.arena.terms import GameReport, Pairing, Terms, game_seed
from hexmate.errors import ArenaError

__all__ = ["Format", "Tournament", "usual_rounds"]

Reports = Mapping[int, GameReport]


class Format(StrEnum):
    """How players are paired."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


def usual_rounds(format: Format, players: int) -> int:
    """The default number of rounds: enough to find a winner for swiss, 1 for the others.

    >>> usual_rounds(Format.SWISS, 9), usual_rounds(Format.GAUNTLET, 9)
    (4, 1)
    """
    return max(1, math.ceil(math.log2(players))) if format is Format.SWISS else 1


@dataclass(frozen=True, slots=True)
class Tournament:
    """The players, the format, and how the games follow from each other.

    In a round of a round-robin each player meets every other; in a round of a gauntlet the first
    player meets all others; in a swiss round each player meets one with about equal points. A
    meeting has `games` games; each opening in turn is played twice, with colours exchanged. List
    the players by their known strength, strongest first.
    """

    players: tuple[str, ...]
    format: Format = Format.ROUND_ROBIN
    games: int = 2
    rounds: int = 1
    openings: tuple[Opening, ...] = ((),)
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError("a tournament needs at least two players")
        for player in self.players:
            if self.players.count(player) > 1:
                raise ArenaError(f"'{player}' is named twice; all players must be different")
        if self.games < 1 or self.rounds < 1:
            raise ArenaError(
                "a tournament needs at least 1 round and 1 game per meeting "
                f"(got {self.rounds} and {self.games})"
            )
        if not self.openings:
            raise ArenaError("a tournament needs at least one opening (the empty board counts)")

    @property
    def num_games(self) -> int:
        """The number of games of the whole tournament."""
        count = len(self.players)
        meetings = {
            Format.ROUND_ROBIN: count * (count - 1) // 2,
            Format.GAUNTLET: count - 1,
            Format.SWISS: count // 2,
        }
        return self.rounds * meetings[self.format] * self.games

    def details(self) -> dict[str, Any]:
        """The settings that identify this tournament in a journal, without the number of rounds."""
        return {
            "format": self.format.value,
            "games": self.games,
            "openings": [" ".join(opening) for opening in self.openings],
        }

    def play(self, terms: Terms, runner: Runner, journal: Journal | None = None) -> Games:
        """Play to the end; yields the reports in the journal, then the others as games end."""
        played: dict[int, GameReport] = {}
        while missing := [each for each in self.pairings(played) if each.number not in played]:
            with closing(play_event(terms, missing, runner, journal)) as reports:
                for report in reports:
                    played[report.number] = report
                    yield report

    def pairings(self, reports: Reports) -> list[Pairing]:
        """All games that are certain by now, played or not, in order of their numbers.

        These are all games, except in a swiss tournament, whose rounds follow from earlier results.
        """
        found: list[Pairing] = []
        for number, meetings in enumerate(self._rounds(reports)):
            for first, second in meetings:
                for game in range(self.games):
                    sides = (first, second) if game % 2 == 0 else (second, first)
                    black, white = (self.players[at] for at in sides)
                    opening = self.openings[(number * self.games + game) // 2 % len(self.openings)]
                    seed = game_seed(self.seed, len(found))
                    found.append(Pairing(len(found), black, white, opening, seed))
        return found

    def _rounds(self, reports: Reports) -> Iterator[list[Meeting]]:
        if self.format is Format.SWISS:
            yield from (meetings for meetings, _ in self._swiss_rounds(reports))
            return
        schedule = round_robin if self.format is Format.ROUND_ROBIN else gauntlet
        meetings = [meeting for each in schedule(len(self.players)) for meeting in each]
        for number in range(self.rounds):
            # With an odd number of games, colours are exchanged from round to round.
            exchanged = number * self.games % 2 == 1
            yield [meeting[::-1] if exchanged else meeting for meeting in meetings]

    def _swiss_rounds(self, reports: Reports) -> Iterator[tuple[list[Meeting], int | None]]:
        """The rounds that are certain, each with the player who has a bye."""
        points: NDArray[np.float64] = np.zeros(len(self.players))
        met: list[Meeting] = []
        rested: list[int] = []
        for _ in range(self.rounds):
            meetings, resting = swiss_round(points.tolist(), met, rested)
            yield meetings, resting
            numbers = range(len(met) * self.games, (len(met) + len(meetings)) * self.games)
            if not all(number in reports for number in numbers):
                return
            table = CrossTable.of(self.players, (reports[number] for number in numbers))
            points += table.points.sum(axis=1)
            met += meetings
            if resting is not None:
                rested.append(resting)
                points[resting] += self.games

    def standings(self, reports: Reports) -> list[Standing]:
        """The standings, best first: by rating, or in a swiss tournament by points."""
        table = self.cross_table(reports)
        if self.format is not Format.SWISS:
            return by_rating(table)
        rest = [0.0] * len(self.players)
        for _, resting in self._swiss_rounds(reports):
            if resting is not None:
                rest[resting] += self.games
        return by_points(table, rest, self.games)

    def cross_table(self, reports: Reports) -> CrossTable:
        """The points of each player against each other."""
        return CrossTable.of(self.players, reports.values())
