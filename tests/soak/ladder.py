"""The ladder: every player against every other, rated together; `make soak ONLY=ladder`."""

import itertools

import numpy as np
from numpy.typing import NDArray

from hexmate.arena.ratings import Ratings, bradley_terry
from hexmate.arena.statistics import Z95
from hexmate.files import replacing
from hexmate.players.levels import LEVELS

from .job import Job, Totals
from .ledger import ROOT, commit
from .match import Terms, play_pair

PAGE = ROOT / "docs" / "ladder.md"
PLAYERS = (
    "random",
    "bridge",
    "jeudehex",
    "minimax",
    "negamax",
    "resistance",
    "perfect",
    "montecarlo",
    "uct",
    *(f"level:n={level}" for level in LEVELS),
)
TERMS = Terms(size=9, seconds=0.1)
GAMES = 30


class Ladder(Job):
    """Round-robin of all players and levels, 30 games a pair."""

    name = "ladder"
    figure = f"all players and levels, {GAMES} games a pair, 9x9, 0.1 s a move, see docs/ladder.md"
    pairs = tuple(itertools.combinations(PLAYERS, 2))
    steps = len(pairs) * GAMES // 2

    def step(self, number: int, totals: Totals) -> None:
        # Round by round, so that a cut ladder has played all pairs nearly equally often.
        round_number, pair = divmod(number, len(self.pairs))
        a, b = self.pairs[pair]
        won = totals.setdefault(f"{a} {b}", [0, 0])
        won[0] += play_pair(a, b, round_number, TERMS)
        won[1] += 2

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        ratings = bradley_terry(_table(totals))
        order = sorted(range(len(PLAYERS)), key=lambda at: -ratings.elo[at])
        _write(totals, order, ratings)
        games = sum(played for _, played in totals.values())
        return True, f"{games:,} games; first {PLAYERS[order[0]]}, last {PLAYERS[order[-1]]}"


def _table(totals: Totals) -> NDArray[np.float64]:
    wins = np.zeros((len(PLAYERS), len(PLAYERS)))
    for key, (won, played) in totals.items():
        a, b = (PLAYERS.index(name) for name in key.split())
        wins[a, b] += won
        wins[b, a] += played - won
    return wins


def _write(totals: Totals, order: list[int], ratings: Ratings) -> None:
    games = _table(totals)
    rows = [
        f"| {place} | `{PLAYERS[at]}` | {ratings.elo[at]:+.0f} | ±{Z95 * ratings.error[at]:.0f} "
        f"| {games[at].sum() / max(1, (games[at] + games[:, at]).sum()):.0%} |"
        for place, at in enumerate(order, 1)
    ]
    with replacing(PAGE) as stream:
        stream.write(
            "# Ladder\n\n"
            f"Round-robin, 9x9, 0.1 s a move, {GAMES} games a pair, at commit {commit()}; made by\n"
            "`make soak ONLY=ladder`. Elo by Bradley and Terry's model, mean 0, with 95 % bars.\n\n"
            "| | player | Elo | | games won |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
        )
