"""Fifteen levels for human players, each stronger than the one below.

The lower levels look one or two plies ahead and take any of the moves whose score is within a
margin of the best; the upper ones look at a number of positions, or play out a number of games. So
a low level overlooks what is far ahead and has no strong preferences, but never throws away what
it sees. From 11 on a network evaluates positions, on boards of the hex shape only. No level
depends on the speed of the machine.
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
from hexmate.players.openings import known_fair_stones
from hexmate.players.uct import UctPlayer
from hexmate.search.negamax import Negamax, is_proven

__all__ = ["LEVELS", "Level", "LevelPlayer"]


@dataclass(frozen=True, slots=True)
class Level:
    """The search of a level: a depth with a margin, nodes, random games (`visits`), or evaluations
    of a network.

    With a network it chooses among the moves whose policy is at least `policy_threshold` times the
    highest.
    """

    evaluation: str = "hexmate"
    depth: int | None = None
    margin: int = 0
    nodes: int | None = None
    visits: int | None = None
    evaluations: int | None = None
    policy_threshold: float = 1.0
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
    11: Level(evaluations=1, policy_threshold=0.06),
    12: Level(evaluations=1, policy_threshold=0.15),
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
    """An analysis shows its best move; `play` often chooses another."""

    def __init__(self, n: int = 5, seed: int | None = None) -> None:
        if n not in LEVELS:
            raise PlayerError(f"level must be between {min(LEVELS)} and {max(LEVELS)} (got {n})")
        self.name = f"level {n}"
        self.level = LEVELS[n]
        self._random = random.Random(seed)
        self._engine = _engine(self.level, seed, self.name)
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
                return self._varied(stop.run(self._engine.play, board, limit))
        best = scores[0][1]
        margin = 0 if is_proven(best) else self.level.margin
        move, score = self._random.choice([each for each in scores if each[1] >= best - margin])
        return PlayResult(move, Info(move, float(score), nodes=len(scores)))

    def _varied(self, best: PlayResult) -> PlayResult:
        """One of the moves with a high policy; a proven win is always played."""
        if self.level.policy_threshold >= 1 or best.info.win_probability == 1.0:
            return best
        policy = best.info.policy
        least = self.level.policy_threshold * max(policy.values())
        move = self._random.choice([move for move, share in policy.items() if share >= least])
        return PlayResult(move, replace(best.info, move=move))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The analysis of the engine behind the level."""
        with self.searching() as stop:
            yield from stop.over(self._engine.analyse(board, limit, lines))

    def trained_on(self, board: Board) -> bool:
        """Whether the network of an upper level was trained on boards of this size."""
        return self._engine.trained_on(board)

    def close(self) -> None:
        """Give back the tree or tables."""
        self._engine.close()
        self._near_equal = Negamax(table_mib=1)


def _engine(level: Level, seed: int | None, name: str) -> Player:
    """The engine that evaluates openings and positions, and plays for the upper levels."""
    if level.evaluations is not None:
        return MctsPlayer(level.net, visits=level.evaluations, memory=64, name=name)
    if level.visits is not None:
        return UctPlayer(visits=level.visits, seed=seed, memory=64)
    nodes, depth = level.nodes or 20_000, level.depth
    return NegamaxPlayer(level.evaluation, depth=depth, nodes=nodes, table=16)
