"""Fifteen levels for human players, each stronger than the one below.

Levels 1 to 10 draw their moves from the network that predicts people's: at a rising rating, and the
lower the level the more often an unlikely move. Levels 1 to 3 only look around your last stone.
From 11 on a network that learnt from games against itself plays, with more and more search. Both
kinds only play boards of the hex shape; on other shapes levels 1 to 10 search without a network. No
level depends on the speed of the machine.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.nets.shipped import BEST
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.classical_levels import ClassicalLevelPlayer
from hexmate.players.human_like import HumanLikePlayer, Variety
from hexmate.players.mcts import MctsPlayer
from hexmate.players.openings import known_fair_stones

__all__ = ["LEVELS", "LevelPlayer", "NetLevel", "PeopleLevel"]


@dataclass(frozen=True, slots=True)
class PeopleLevel:
    """Draws as people with a rating play, with more or less variety than theirs."""

    rating: int
    variety: Variety


@dataclass(frozen=True, slots=True)
class NetLevel:
    """Evaluates a number of positions with a network; with one it plays the highest policy."""

    evaluations: int = 1
    net: str = "small"


LEVELS: dict[int, PeopleLevel | NetLevel] = {
    1: PeopleLevel(1400, Variety(3.3, 0.002, reach=2)),
    2: PeopleLevel(1400, Variety(2.45, 0.0045, reach=2)),
    3: PeopleLevel(1400, Variety(1.85, 0.01, reach=2)),
    4: PeopleLevel(1400, Variety(1.6, 0.011)),
    5: PeopleLevel(1400, Variety(1.0, 0.012)),
    6: PeopleLevel(1470, Variety()),
    7: PeopleLevel(1575, Variety()),
    8: PeopleLevel(1820, Variety()),
    9: PeopleLevel(2250, Variety()),
    10: PeopleLevel(2700, Variety(0.4, 0.25)),
    11: NetLevel(),
    12: NetLevel(40),
    13: NetLevel(130),
    14: NetLevel(110, net=BEST),
    15: NetLevel(400, net=BEST),
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
        self._n, self._seed = n, seed
        self._search: ClassicalLevelPlayer | None = None
        self._player: Player
        if isinstance(self.level, PeopleLevel):
            level = self.level
            self._player = HumanLikePlayer(
                level.rating, resign=False, seed=seed, variety=level.variety, name=self.name
            )
        else:
            self._player = _NetLevelPlayer(self.level, seed, self.name)

    @property
    def _classical(self) -> ClassicalLevelPlayer:
        """Made when it is needed: most games are on boards of the hex shape."""
        if self._search is None:
            self._search = ClassicalLevelPlayer(self._n, self._seed)
        return self._search

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with empty tables."""
        self._player_on(board).start(board, color)

    def propose_opening(self, board: Board) -> int:
        """A fair stone, or one that people would play."""
        with self.searching() as stop:
            return stop.run(self._player_on(board).propose_opening, board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Swap a stone that is strong or looks so, or as often as people do."""
        with self.searching() as stop:
            return stop.run(self._player_on(board).accept_opening, board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move of its level. More time does not make it stronger."""
        with self.searching() as stop:
            return stop.run(self._player_on(board).play, board, limit)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """What a search finds: people's moves are no analysis."""
        analyst = self._player if isinstance(self.level, NetLevel) else self._classical
        with self.searching() as stop:
            yield from stop.over(analyst.analyse(board, limit, lines))

    def trained_on(self, board: Board) -> bool:
        """Whether the network of an upper level was trained on boards of this size.

        Lower levels need no warning: they are in order on other sizes too, only weaker.
        """
        return isinstance(self.level, PeopleLevel) or self._player.trained_on(board)

    def close(self) -> None:
        """Give back the network, the tree and the tables."""
        self._player.close()
        if self._search is not None:
            self._search.close()

    def _player_on(self, board: Board) -> Player:
        """Who plays on boards of this shape."""
        people = isinstance(self.level, PeopleLevel)
        return self._classical if people and board.shape != "hex" else self._player


class _NetLevelPlayer(Player):
    """A level whose network evaluates positions, on boards of the hex shape."""

    def __init__(self, level: NetLevel, seed: int | None, name: str) -> None:
        self.name = name
        self._random = random.Random(seed)
        # In 32 bits everywhere, so that the pages and Python play the same moves.
        self._engine = MctsPlayer(
            level.net, visits=level.evaluations, device="core", memory=64, name=name
        )

    def start(self, board: Board, color: Color) -> None:
        self._engine.start(board, color)

    def propose_opening(self, board: Board) -> int:
        """A fair stone: one of the swap map's, else one that looks fair."""
        fair = known_fair_stones(board)
        return self._random.choice(fair) if fair else self._engine.propose_opening(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        return self._engine.accept_opening(board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return self._engine.play(board, limit)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        yield from self._engine.analyse(board, limit, lines)

    def trained_on(self, board: Board) -> bool:
        return self._engine.trained_on(board)

    def close(self) -> None:
        self._engine.close()
