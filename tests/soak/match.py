"""Matches between two players through the arena: fair openings, each with colours exchanged."""

import random
from dataclasses import dataclass
from pathlib import Path

from hexmate.arena.match import Match as Games
from hexmate.arena.match import Tally
from hexmate.arena.openings import balanced_openings
from hexmate.arena.runner import Processes
from hexmate.arena.statistics import wilson
from hexmate.arena.terms import Terms as ArenaTerms
from hexmate.board import Board
from hexmate.players.base import Limit

from .job import Job, Totals, workers

_OPENSPIEL = f"file:{Path(__file__).with_name('openspiel.py')}"
STRANGERS = {
    "openspiel": f"{_OPENSPIEL}:OpenSpielMcts",
    "openspiel with 3 s": f"{_OPENSPIEL}:OpenSpielMctsFor3Seconds",
}
"""OpenSpiel's search plays in a process of its own, as strangers do."""


@dataclass(frozen=True)
class Terms:
    """What both sides of a match have in common."""

    size: int = 11
    seconds: float | None = 0.2
    stones: int = 1
    """How many an opening has: one that is fair, or two on all pairs of cells in turn."""
    at_once: int = 2
    """Games at a time; one where the players have all cores for themselves."""

    def arena(self) -> ArenaTerms:
        # Players are told the seconds, and nobody loses by them: a machine that is busy with
        # something else must not decide a game.
        return ArenaTerms(Board(self.size).to_string(), limit=Limit(time=self.seconds))


USUAL = Terms()


class Match(Job):
    """`a` must win at least a share of the games; with a share of 0 the score is just reported."""

    def __init__(
        self, a: str, b: str, share: float, games: int = 100, terms: Terms = USUAL
    ) -> None:
        self.share, self.terms = share, terms
        self.steps = games // 2
        place = "" if terms.size == USUAL.size else f" on {terms.size}x{terms.size}"
        self.name = f"{a} against {b}{place}"
        limit = f"{terms.seconds:g} s a move" if terms.seconds else "its own limits"
        wanted = f"wins {share:.0%} of" if share else "for the record,"
        self.figure = f"{wanted} {games} games, {terms.size}x{terms.size}, {limit}"
        board = Board(terms.size)
        openings = balanced_openings(board) if terms.stones == 1 else _pairs(board, games // 2)
        a, b = (STRANGERS.get(spec, spec) for spec in (a, b))
        self._pairings = Games(a, b, games, tuple(openings)).pairings()

    def step(self, number: int, totals: Totals) -> None:
        """Two games from one opening."""
        pair = self._pairings[2 * number : 2 * number + 2]
        runner = Processes(min(workers(), self.terms.at_once))
        tally = Tally.of(runner.run(self.terms.arena(), pair))
        totals["wins"] = totals.get("wins", 0) + tally.total.wins
        totals["games"] = totals.get("games", 0) + tally.total.games
        totals["faults"] = totals.get("faults", 0) + sum(tally.faults)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wins, games = totals["wins"], totals["games"]
        low, high = wilson(wins, games)
        measured = f"{wins} of {games}, {wins / games:.0%} (95 %: {low:.0%} to {high:.0%})"
        if totals["faults"]:
            measured += f", {totals['faults']} by a fault of a player"
        return wins / games >= self.share and not totals["faults"], measured


def _pairs(board: Board, count: int) -> list[tuple[str, ...]]:
    """Distinct openings of two stones, spread over all there are."""
    cells = [board.name(cell) for cell in range(board.rows * board.cols)]
    every = [(one, two) for one in cells for two in cells if one != two]
    return random.Random(1).sample(every, count)


class LevelStep(Match):
    """A level beats the one below, but not always."""

    def __init__(self, level: int) -> None:
        super().__init__(
            f"level:n={level}", f"level:n={level - 1}", 0.55, terms=Terms(9, seconds=None)
        )
        self.name = f"level:n={level} against level:n={level - 1}"
        self.figure = "wins 55 to 90 % of 100 games, 9x9"

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met, measured = super().verdict(totals)
        return met and totals["wins"] / totals["games"] <= 0.9, measured
