"""Levels 1 to 10 without a network: for boards that are not of the hex shape.

The lower levels look one or two plies ahead and take any of the moves whose score is within a
margin of the best; the upper ones look at a number of positions, or play out a number of games. So
a low level overlooks what is far ahead and has no strong preferences, but never throws away what
it sees. No level depends on the speed of the machine.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.openings import known_fair_stones
from hexmate.players.uct import UctPlayer
from hexmate.search.negamax import Negamax, is_proven

__all__ = ["CLASSICAL_LEVELS", "ClassicalLevel", "ClassicalLevelPlayer"]


@dataclass(frozen=True, slots=True)
class ClassicalLevel:
    """The search of a level: a depth with a margin, nodes, or random games (`visits`)."""

    evaluation: str = "hexmate"
    depth: int | None = None
    margin: int = 0
    nodes: int | None = None
    visits: int | None = None


CLASSICAL_LEVELS: dict[int, ClassicalLevel] = {
    1: ClassicalLevel("hexproject", depth=1, margin=2200),
    2: ClassicalLevel("hexproject", depth=1, margin=740),
    3: ClassicalLevel("hexproject", depth=1, margin=120),
    4: ClassicalLevel("hexproject", depth=2, margin=640),
    5: ClassicalLevel("hexmate", depth=1, margin=960),
    6: ClassicalLevel("hexmate", depth=1, margin=200),
    7: ClassicalLevel("hexmate", depth=2, margin=100),
    8: ClassicalLevel("hexmate", nodes=6_000),
    9: ClassicalLevel(visits=5_000),
    10: ClassicalLevel(visits=40_000),
}


class ClassicalLevelPlayer(Player):
    """A player of one of these levels, on any shape of board; the same seed plays the same game.

    >>> ClassicalLevelPlayer(3).name
    'level 3'
    """

    plays_as_it_analyses = False
    """An analysis shows its best move; `play` often chooses another."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.name = f"level {n}"
        self.level = CLASSICAL_LEVELS[n]
        self._random = random.Random(seed)
        self._engine = _engine(self.level, seed)
        self._near_equal = Negamax(self.level.evaluation, table_mib=4)

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with empty tables."""
        self._engine.start(board, color)

    def propose_opening(self, board: Board) -> int:
        """A fair stone: one of the swap map's, else one that looks fair."""
        fair = known_fair_stones(board)
        if fair:
            return self._random.choice(fair)
        with self.searching() as stop:
            return stop.run(self._engine.propose_opening, board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Swap a stone that is strong, or looks so."""
        with self.searching() as stop:
            return stop.run(self._engine.accept_opening, board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """One of the best moves it sees. More time does not make it stronger."""
        with self.searching() as stop:
            depth = self.level.depth
            scores = None if depth is None else self._near_equal.scores(board, depth, stop=stop)
            if not scores:  # of an upper level, or stopped before the first move was scored
                return stop.run(self._engine.play, board, limit)
        best = scores[0][1]
        margin = 0 if is_proven(best) else self.level.margin
        move, score = self._random.choice([each for each in scores if each[1] >= best - margin])
        return PlayResult(move, Info(move, float(score), nodes=len(scores)))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The analysis of the engine behind the level."""
        with self.searching() as stop:
            yield from stop.over(self._engine.analyse(board, limit, lines))

    def close(self) -> None:
        """Give back the tree or tables."""
        self._engine.close()
        self._near_equal = Negamax(table_mib=1)


def _engine(level: ClassicalLevel, seed: int | None) -> Player:
    """The engine that evaluates openings and positions, and plays for the upper levels."""
    if level.visits is not None:
        return UctPlayer(visits=level.visits, seed=seed, memory=64)
    return NegamaxPlayer(level.evaluation, depth=level.depth, nodes=level.nodes or 20_000, table=16)
