"""Matches between two players through the arena: fair openings, each with colours exchanged."""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice, permutations, repeat
from pathlib import Path

from hexmate.arena.clock import TimeControl
from hexmate.arena.match import Match as Games
from hexmate.arena.match import Tally
from hexmate.arena.openings import Opening, balanced_openings
from hexmate.arena.runner import Processes
from hexmate.arena.statistics import Sprt, wilson
from hexmate.arena.terms import GameReport, Pairing
from hexmate.arena.terms import Terms as ArenaTerms
from hexmate.board import Board
from hexmate.players.base import Limit
from hexmate.players.policy import PolicyPlayer

from .job import Job, Totals, workers

_OPENSPIEL = f"file:{Path(__file__).with_name('openspiel.py')}"
_HTP = f"htp:{sys.executable} -P -m hexmate htp --player hexmate"
PROGRAMS = {
    "hexmate that ponders": f"{_HTP}:ponder=on",
    "hexmate over HTP": _HTP,
    "hexmate with even shares": f"file:{Path(__file__).with_name('even_shares.py')}",
    "openspiel": f"{_OPENSPIEL}:OpenSpielMcts",
    "openspiel with 3 s": f"{_OPENSPIEL}:OpenSpielMctsFor3Seconds",
}
"""OpenSpiel's search plays in its own process, as untrusted players do."""


def fair_stones(board: Board, count: int) -> list[Opening]:
    """Every opening of a single stone."""
    return balanced_openings(board)[:count]


def centre(board: Board, count: int) -> list[Opening]:
    """The stone in the centre."""
    return [(board.name(board.rows // 2 * board.cols + board.cols // 2),)] * count


def any_pairs(board: Board, count: int) -> list[Opening]:
    """Distinct openings of two stones, spread evenly over all of them."""
    return random.Random(1).sample(_pairs(board), count)


def even_pairs(board: Board, count: int) -> list[Opening]:
    """Distinct openings of two stones that a network evaluates as nearly even; there are few."""
    every = _pairs(board)
    random.Random(1).shuffle(every)
    return list(islice(filter(_is_even(board), every), count))


def even_openings(board: Board, count: int, stones: int) -> list[Opening]:
    """Random openings of more stones that a network evaluates as nearly even."""
    cells, draw = [board.name(cell) for cell in range(board.num_cells)], random.Random(stones)
    every = (tuple(draw.sample(cells, stones)) for _ in repeat(None))
    return list(islice(filter(_is_even(board), every), count))


def _is_even(board: Board) -> Callable[[Opening], bool]:
    network = PolicyPlayer("small")

    def is_even(opening: Opening) -> bool:
        after = board.copy()
        for move in opening:
            after.push_str(move)
        chance = next(network.analyse(after, Limit())).win_probability
        return chance is not None and 0.35 < chance < 0.65

    return is_even


def _pairs(board: Board) -> list[Opening]:
    cells = [board.name(cell) for cell in range(board.num_cells)]
    return list(permutations(cells, 2))


@dataclass(frozen=True)
class Terms:
    """Settings of a match that both sides share."""

    size: int = 11
    seconds: float | None = 0.2
    openings: Callable[[Board, int], list[Opening]] = fair_stones
    """Each starts two games, and is used again if there are too few. Deterministic players would
    then repeat their games: they need openings of two stones."""
    at_once: int = 2
    """Games at a time; one if the players use all cores."""
    clock: TimeControl | None = None
    """With one, players can lose on time."""

    def arena(self) -> ArenaTerms:
        # Players get the time as advice and cannot lose on it: a busy machine must not decide a
        # game.
        limit = Limit(time=self.seconds)
        return ArenaTerms(Board(self.size).to_string(), self.clock or TimeControl(), limit)


USUAL = Terms()


class Match(Job):
    """`a` must win at least a share of the games; a share of 0 only reports the score."""

    per_step = 2
    """Games of a step: two from one opening, or more if starting the processes takes longer."""

    def __init__(
        self, a: str, b: str, share: float, games: int = 100, terms: Terms = USUAL
    ) -> None:
        self.share, self.terms = share, terms
        self.games = games
        self.steps = games // self.per_step
        place = "" if terms.size == USUAL.size else f" on {terms.size}x{terms.size}"
        self.name = f"{a} against {b}{place}"
        limit = f"{terms.seconds:g} s per move" if terms.seconds else "its own limits"
        if terms.clock is not None:
            limit = f"{terms.clock} on the clock"
        wanted = f"wins {share:.0%} of" if share else "for the record,"
        self.figure = f"{wanted} {games} games, {terms.size}x{terms.size}, {limit}"
        self._players = [PROGRAMS.get(spec, spec) for spec in (a, b)]

    @cached_property
    def _pairings(self) -> list[Pairing]:
        openings = self.terms.openings(Board(self.terms.size), self.games // 2)
        return Games(*self._players, self.games, tuple(openings)).pairings()

    def step(self, number: int, totals: Totals) -> None:
        """Games from the next openings, each with both colours."""
        first = self.per_step * number
        pairings = self._pairings[first : first + self.per_step]
        runner = Processes(min(workers(), self.terms.at_once))
        reports = list(runner.run(self.terms.arena(), pairings))
        tally = Tally.of(reports)
        totals["wins"] = totals.get("wins", 0) + self._wins(tally)
        totals["games"] = totals.get("games", 0) + tally.total.games
        totals["faults"] = totals.get("faults", 0) + sum(tally.faults)
        totals["played"] = totals.get("played", []) + [_digest(report) for report in reports]

    def _wins(self, tally: Tally) -> int:
        return tally.total.wins

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wins, games = totals["wins"], totals["games"]
        low, high = wilson(wins, games)
        measured = f"{wins} of {games}, {wins / games:.0%} (95 %: {low:.0%} to {high:.0%})"
        if totals["faults"]:
            measured += f", {totals['faults']} decided by an error of a player"
        repeats = games - len(set(totals["played"]))
        if repeats:
            measured += f", {repeats} of them the same game as another"
        return wins / games >= self.share and not totals["faults"] and not repeats, measured


def _digest(report: GameReport) -> str:
    """Identifies a game: an interval means nothing if the same game counts twice."""
    return sha256(" ".join((report.black, *report.moves)).encode()).hexdigest()[:16]


class SequentialMatch(Match):
    """`a` is stronger than `b` by the sequential test, which ends the match when it is decided."""

    def __init__(self, a: str, b: str, test: Sprt, games: int, terms: Terms) -> None:
        super().__init__(a, b, 0, games, terms)
        self._test = test
        self.figure = (
            f"stronger by the sequential test ({test.elo0:g} against {test.elo1:g} Elo), at most "
            f"{games:,} games, {terms.size}x{terms.size}, {terms.seconds:g} s per move"
        )

    def step(self, number: int, totals: Totals) -> None:
        if self._state(totals) is None:
            super().step(number, totals)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        _, measured = super().verdict(totals)
        state = self._state(totals)
        return state == "H1", f"{measured}: {state or 'undecided'}"

    def _state(self, totals: Totals) -> str | None:
        wins = totals.get("wins", 0)
        return self._test.state(wins, totals.get("games", 0) - wins)


class LevelStep(Match):
    """A level beats the one below, but not always: even steps on 11x11, in order elsewhere."""

    per_step = 20

    def __init__(self, level: int, size: int = 11) -> None:
        self._even = size == USUAL.size
        least, games = (0.6, 200) if self._even else (0.5, 60)
        a, b = f"level:n={level}", f"level:n={level - 1}"
        super().__init__(a, b, least, games, Terms(size, None, even_pairs))
        wanted = "wins 60 to 80 %" if self._even else "wins at least half"
        self.figure = f"{wanted} of {games} games, {size}x{size}"

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met, measured = super().verdict(totals)
        return met and (not self._even or totals["wins"] / totals["games"] <= 0.8), measured


class FirstMove(Match):
    """The worth of a first stone in the centre without the swap rule, between equals."""

    per_step = 20

    def __init__(self, level: int, size: int) -> None:
        spec = f"level:n={level}"
        super().__init__(spec, spec, 0, 200, Terms(size, None, centre))
        self.name = f"first move of {spec} on {size}x{size}"
        self.figure = (
            f"for the record, games that Black wins of {self.games}, centre first, no swap"
        )

    def _wins(self, tally: Tally) -> int:
        return tally.black.wins + tally.white.losses

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        """A record: small boards have few good games, so that some are played twice."""
        _, measured = super().verdict(totals)
        return not totals["faults"], measured
