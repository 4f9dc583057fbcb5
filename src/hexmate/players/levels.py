"""Levels for people: fifteen steps, each seeing more than the one below.

The lower levels look one or two plies ahead and take any of the moves whose score is within a
margin of the best; the upper ones look at a number of positions, or play out a number of games. So
a low level overlooks what is far ahead and has no strong preferences, but never throws away what
it sees. From 11 on a network judges positions, which must then be of the hex shape. Nothing
depends on the speed of a machine.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.nets.shipped import BEST
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.mcts import MctsPlayer
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.uct import UctPlayer
from hexmate.search.negamax import Negamax, is_proven

__all__ = ["LEVELS", "Level", "LevelPlayer"]


@dataclass(frozen=True, slots=True)
class Level:
    """What a level sees: plies ahead with a margin, or positions, or games played out, or the
    evaluations of a network, of which it takes any move that is liked at least so much as a part of
    the best."""

    evaluation: str = "hexmate"
    depth: int | None = None
    margin: int = 0
    nodes: int | None = None
    visits: int | None = None
    evaluations: int | None = None
    liking: float = 1.0
    net: str = "small"


LEVELS: dict[int, Level] = {
    1: Level("hexproject", depth=1, margin=2200),
    2: Level("hexproject", depth=1, margin=740),
    3: Level("hexproject", depth=1, margin=120),
    4: Level("hexproject", depth=2, margin=640),
    5: Level("hexmate", depth=1, margin=960),
    6: Level("hexmate", depth=1, margin=200),
    7: Level("hexmate", depth=2, margin=100),
    8: Level("hexmate", nodes=6_000),
    9: Level(visits=5_000),
    10: Level(visits=40_000),
    11: Level(evaluations=1, liking=0.06),
    12: Level(evaluations=1, liking=0.15),
    13: Level(evaluations=1),
    14: Level(evaluations=40),
    15: Level(evaluations=400, net=BEST),
}


class LevelPlayer(Player):
    """A player of one of the levels; the same seed plays the same game.

    >>> LevelPlayer(3).name
    'level 3'
    """

    plays_as_it_analyses = False
    """What it shows is the best it sees; what it plays is often not."""

    def __init__(self, n: int = 5, seed: int | None = None) -> None:
        if n not in LEVELS:
            raise PlayerError(f"levels are {min(LEVELS)} to {max(LEVELS)}, not {n}")
        self.name = f"level {n}"
        self.level = LEVELS[n]
        self._random = random.Random(seed)
        self._thinker = _thinker(self.level, seed, self.name)
        self._near_equal = Negamax(self.level.evaluation, table_mib=4)

    def start(self, board: Board, color: Color) -> None:
        """A new game begins without memories of the last."""
        self._thinker.start(board, color)

    def propose_opening(self, board: Board) -> int:
        """A stone that looks fair."""
        with self.searching() as stop:
            return stop.run(self._thinker.propose_opening, board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Take a stone that looks strong."""
        with self.searching() as stop:
            return stop.run(self._thinker.accept_opening, board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """One of the best moves it sees; more time does not make it stronger, less does not stop it
        from answering."""
        with self.searching() as stop:
            depth = self.level.depth
            scores = None if depth is None else self._near_equal.scores(board, depth, stop=stop)
            if not scores:  # of an upper level, or stopped before the first move was scored
                return self._liked(stop.run(self._thinker.play, board, limit))
        best = scores[0][1]
        margin = 0 if is_proven(best) else self.level.margin
        move, score = self._random.choice([each for each in scores if each[1] >= best - margin])
        return PlayResult(move, Info(move, float(score), nodes=len(scores)))

    def _liked(self, best: PlayResult) -> PlayResult:
        """One of the moves that the network likes; but nobody leaves a certain win."""
        if self.level.liking >= 1 or best.info.win_probability == 1.0:
            return best
        policy = best.info.policy
        least = self.level.liking * max(policy.values())
        move = self._random.choice([move for move, liked in policy.items() if liked >= least])
        return PlayResult(move, replace(best.info, move=move))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """What it thinks."""
        with self.searching() as stop:
            yield from stop.over(self._thinker.analyse(board, limit, lines))

    def trained_on(self, board: Board) -> bool:
        """Whether the network of an upper level has seen boards of this size."""
        return self._thinker.trained_on(board)


def _thinker(level: Level, seed: int | None, name: str) -> Player:
    """Who judges openings and positions for a level, and plays for the upper ones."""
    if level.evaluations is not None:
        return MctsPlayer(level.net, visits=level.evaluations, name=name)
    if level.visits is not None:
        return UctPlayer(visits=level.visits, seed=seed, memory=64)
    nodes, depth = level.nodes or 20_000, level.depth
    return NegamaxPlayer(level.evaluation, depth=depth, nodes=nodes, table=16)
