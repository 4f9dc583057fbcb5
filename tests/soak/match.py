"""Matches between two players: fair openings, each with colours exchanged, two games at once."""

import functools
import json
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from hexmate.arena.statistics import wilson
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.players.base import Limit, Player
from hexmate.players.registry import available, create

from .job import Job, Totals

OPENINGS_11 = Path(__file__).parents[1] / "data" / "oracles" / "fair_openings_11.json"
SEEDED = {entry.name for entry in available() if "seed" in entry.options}


@dataclass(frozen=True)
class Terms:
    """What both sides of a match have in common."""

    size: int = 11
    seconds: float | None = 0.2


USUAL = Terms()


def fair_openings(size: int) -> list[int]:
    """Single stones that decide nothing: known ones on 11x11, elsewhere beside White's edges."""
    if size == 11:
        names = json.loads(OPENINGS_11.read_text("utf-8"))["fair"]
        return [Board(11).parse(name) for name in names]
    left = [row * size for row in range(size // 3, size - 1)]
    return left + [size * size - 1 - cell for cell in left]


def player(spec: str, size: int, seed: int) -> Player:
    """A player by its name, seeded where it takes a seed."""
    if spec == "openspiel":
        from .openspiel import OpenSpielMcts

        return OpenSpielMcts(size, seed)
    name, _, options = spec.partition(":")
    if name in SEEDED and "seed=" not in options:
        options = ",".join(filter(None, (options, f"seed={seed}")))
    return create(f"{name}:{options}" if options else name)


def black_wins(black: str, white: str, opening: int, terms: Terms, seed: int) -> bool:
    """One game from one stone."""
    board = Board(terms.size)
    board.push(opening)
    sides = [player(black, terms.size, seed), player(white, terms.size, seed + 1)]
    for color in (BLACK, WHITE):
        sides[color].start(board.copy(), color)
    while (outcome := board.outcome()) is None:
        board.push(sides[board.turn].play(board.copy(), Limit(time=terms.seconds)).move)
    return outcome.winner is BLACK


def play_pair(a: str, b: str, number: int, terms: Terms) -> int:
    """Wins of `a` in two games from one opening, played at once."""
    openings = fair_openings(terms.size)
    opening = openings[number % len(openings)]
    first = _pool().submit(black_wins, a, b, opening, terms, 4 * number)
    second = _pool().submit(black_wins, b, a, opening, terms, 4 * number + 2)
    return first.result() + (not second.result())


@functools.cache
def _pool() -> ProcessPoolExecutor:
    """Two workers, or one where only one core is to be used, so that no game disturbs another."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return ProcessPoolExecutor(min(2, cores), mp_context=get_context("spawn"))


class Match(Job):
    """`a` must win at least a share of the games."""

    def __init__(
        self, a: str, b: str, share: float, games: int = 100, terms: Terms = USUAL
    ) -> None:
        self.a, self.b, self.share, self.terms = a, b, share, terms
        self.steps = games // 2
        self.name = f"{a} against {b}"
        limit = f"{terms.seconds:g} s a move" if terms.seconds else "its own limits"
        self.figure = f"wins {share:.0%} of {games} games, {terms.size}x{terms.size}, {limit}"

    def step(self, number: int, totals: Totals) -> None:
        totals["wins"] = totals.get("wins", 0) + play_pair(self.a, self.b, number, self.terms)
        totals["games"] = totals.get("games", 0) + 2

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wins, games = totals["wins"], totals["games"]
        low, high = wilson(wins, games)
        measured = f"{wins} of {games}, {wins / games:.0%} (95 %: {low:.0%} to {high:.0%})"
        return wins / games >= self.share, measured


class LevelStep(Match):
    """A level beats the one below, but not always."""

    def __init__(self, level: int) -> None:
        super().__init__(
            f"level:n={level}", f"level:n={level - 1}", 0.55, terms=Terms(9, seconds=None)
        )
        self.figure = "wins 55 to 90 % of 100 games, 9x9"

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met, measured = super().verdict(totals)
        return met and totals["wins"] / totals["games"] <= 0.9, measured
