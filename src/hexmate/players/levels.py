"""Levels for people: ten steps of the same kind of player, each seeing more than the one below.

A level is a number of positions the player may look at and a margin: of the moves whose score is
within the margin of the best it takes any. So a low level overlooks what is far ahead and has no
strong preferences, but never throws away what it sees. Nothing depends on the speed of a machine.
"""

import random
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.negamax import NegamaxPlayer
from hexmate.search.negamax import Negamax, is_proven

__all__ = ["LEVELS", "Level", "LevelPlayer"]


@dataclass(frozen=True, slots=True)
class Level:
    """What a level sees: plies ahead with a margin, or else as many positions as given."""

    evaluation: str
    depth: int | None = None
    margin: int = 0
    nodes: int | None = None


LEVELS: dict[int, Level] = {
    1: Level("distance", depth=1, margin=1500),
    2: Level("seed", depth=1, margin=1500),
    3: Level("seed", depth=1, margin=300),
    4: Level("seed", depth=2, margin=300),
    5: Level("hexmate", depth=1, margin=100),
    6: Level("hexmate", depth=2, margin=50),
    7: Level("hexmate", nodes=4_000),
    8: Level("hexmate", nodes=16_000),
    9: Level("hexmate", nodes=80_000),
    10: Level("hexmate", nodes=400_000),
}


class LevelPlayer(Player):
    """A player of one of the levels; the same seed plays the same game.

    >>> LevelPlayer(3).name
    'level 3'
    """

    def __init__(self, n: int = 5, seed: int | None = None) -> None:
        if n not in LEVELS:
            raise PlayerError(f"levels are {min(LEVELS)} to {max(LEVELS)}, not {n}")
        self.name = f"level {n}"
        self.level = LEVELS[n]
        self._random = random.Random(seed)
        self._judge = NegamaxPlayer(nodes=self.level.nodes or 20_000, table=16)
        self._search = Negamax(self.level.evaluation, table_mib=16)

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with an empty table."""
        self._search.clear()

    def propose_opening(self, board: Board) -> int:
        """A stone that looks fair."""
        return self._judge.propose_opening(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Take a stone that looks strong."""
        return self._judge.accept_opening(board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """One of the best moves it sees; the limits of a game do not make it stronger."""
        if self.level.depth is None:
            report = self._search.search(board, nodes=self.level.nodes, seconds=limit.time)
            return PlayResult(report.move, Info(report.move, float(report.score), pv=report.pv))
        scores = self._search.scores(board, self.level.depth)
        best = scores[0][1]
        margin = 0 if is_proven(best) else self.level.margin
        move, score = self._random.choice([each for each in scores if each[1] >= best - margin])
        return PlayResult(move, Info(move, float(score), nodes=len(scores)))

    def stop(self) -> None:
        """Answer with the best move so far at once."""
        self._search.stop()
