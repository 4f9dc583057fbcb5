"""Games of self-play, many at once: their searches' leaves go to the models in one batch."""

import random
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hexmate.learn.value.config import TrainConfig
from hexmate.learn.value.replay import Sample
from hexmate.search.negamax import BatchedNegamax, Leaves, Negamax

__all__ = ["HEURISTIC", "SelfPlayGame", "play_together"]

HEURISTIC = None
"""The judge of a side that has only the `hexproject` evaluation."""

_TABLE_MIB = 1

Waiting = tuple[NDArray[np.int8], NDArray[np.int8]]


class SelfPlayGame:
    """One game; everything about it follows from the settings, its number and the judges."""

    def __init__(
        self,
        config: TrainConfig,
        number: int,
        judges: tuple[Leaves | None, Leaves | None],
        rng: random.Random,
    ) -> None:
        """`judges` are Black's and White's."""
        self.number = number
        self.board = config.board()
        self._config, self._judges, self._rng = config, judges, rng
        self._depth = rng.randint(config.min_depth, config.max_depth)
        self._searches = [self._search_of(judge) for judge in judges]
        self._seen: list[tuple[NDArray[np.int8], int]] = []
        self._thinking = False
        self._open()

    @property
    def judge(self) -> Leaves | None:
        """Who judges for the side to move."""
        return self._judges[self.board.turn]

    def gather(self) -> Waiting | None:
        """Play on until leaves wait for the judge of the side to move; None when it is over."""
        while self.board.outcome() is None:
            search = self._searches[self.board.turn]
            if isinstance(search, BatchedNegamax):
                if not self._thinking:
                    self._begin()
                    continue
                waiting = search.gather()
                if waiting is not None:
                    return waiting
                self._thinking = False
                self.board.push(search.result().move)
            else:
                self._play_alone(search)
        return None

    def scatter(self, scores: NDArray[np.floating]) -> None:
        """The scores of what was gathered last."""
        search = self._searches[self.board.turn]
        assert isinstance(search, BatchedNegamax)
        search.scatter(scores)

    def samples(self) -> list[Sample]:
        """Every position in which a player moved, with the result for the side to move there."""
        outcome = self.board.outcome()
        winner = None if outcome is None else outcome.winner
        return [
            (stones, turn, 0.5 if winner is None else float(winner == turn))
            for stones, turn in self._seen
        ]

    def _open(self) -> None:
        most = self._config.random_moves
        for _ in range(self._rng.randint(1, most) if most else 0):
            if self.board.outcome() is None:
                self._play_any()

    def _search_of(self, judge: Leaves | None) -> BatchedNegamax | Negamax:
        if judge is HEURISTIC:
            return Negamax("hexproject", table_mib=_TABLE_MIB)
        return BatchedNegamax(judge, self._config.alpha, "hexproject", table_mib=_TABLE_MIB)

    def _begin(self) -> None:
        """Start to think about a move, or make one at a venture."""
        if self._ventures():
            return
        search = self._searches[self.board.turn]
        assert isinstance(search, BatchedNegamax)
        config = self._config
        search.start(self.board, seconds=config.seconds, nodes=config.nodes, depth=self._depth)
        self._thinking = True

    def _play_alone(self, search: Negamax) -> None:
        if self._ventures():
            return
        config = self._config
        report = search.search(
            self.board, seconds=config.seconds, nodes=config.nodes, depth=self._depth
        )
        self.board.push(report.move)

    def _ventures(self) -> bool:
        """Note the position, and now and then play any move instead of a good one."""
        self._seen.append((self.board.to_array(), int(self.board.turn)))
        venture = self._rng.random() < self._config.explore
        if venture:
            self._play_any()
        return venture

    def _play_any(self) -> None:
        self.board.push(self._rng.choice([move for move in self.board.legal_moves if move >= 0]))


def play_together(games: Iterable[SelfPlayGame]) -> None:
    """Play games to their ends, step by step together."""
    playing = list(games)
    while playing:
        asked = [(game, waiting) for game in playing if (waiting := game.gather()) is not None]
        playing = [game for game, _ in asked]
        by_judge: dict[int, list[tuple[SelfPlayGame, Waiting]]] = {}
        for game, waiting in asked:
            by_judge.setdefault(id(game.judge), []).append((game, waiting))
        for group in by_judge.values():
            _answer(group)


def _answer(group: Sequence[tuple[SelfPlayGame, Waiting]]) -> None:
    judge = group[0][0].judge
    assert judge is not None
    stones = np.concatenate([waiting[0] for _, waiting in group])
    turns = np.concatenate([waiting[1] for _, waiting in group])
    scores = judge(stones, turns)
    ends = np.cumsum([len(waiting[1]) for _, waiting in group])[:-1]
    for (game, _), part in zip(group, np.split(scores, ends), strict=True):
        game.scatter(part)
