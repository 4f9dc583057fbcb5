"""Self-play games, many at once: the leaves of their searches are evaluated in one batch."""

import random
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hexmate.learn.value.config import TrainConfig
from hexmate.learn.value.replay import Sample
from hexmate.search.negamax import BatchedNegamax, Leaves, Negamax

__all__ = ["HEURISTIC", "SelfPlayGame", "play_together"]

HEURISTIC = None
"""The evaluator of a side that has only the `hexproject` evaluation."""

_TABLE_MIB = 1

Waiting = tuple[NDArray[np.int8], NDArray[np.int8]]


class SelfPlayGame:
    """One game; it follows from the settings, its number and the evaluators."""

    def __init__(
        self,
        config: TrainConfig,
        number: int,
        evaluators: tuple[Leaves | None, Leaves | None],
        rng: random.Random,
    ) -> None:
        """`evaluators` are Black's and White's."""
        self.number = number
        self.board = config.board()
        self._config, self._evaluators, self._rng = config, evaluators, rng
        self._depth = rng.randint(config.min_depth, config.max_depth)
        self._searches = [self._search_of(evaluator) for evaluator in evaluators]
        self._seen: list[tuple[NDArray[np.int8], int]] = []
        self._searching = False
        self._open()

    @property
    def evaluator(self) -> Leaves | None:
        """The evaluator of the side to move."""
        return self._evaluators[self.board.turn]

    def gather(self) -> Waiting | None:
        """Play until leaves wait for `evaluator`; None once the game is over."""
        while self.board.outcome() is None:
            search = self._searches[self.board.turn]
            if isinstance(search, BatchedNegamax):
                if not self._searching:
                    self._begin()
                    continue
                waiting = search.gather()
                if waiting is not None:
                    return waiting
                self._searching = False
                self.board.push(search.result().move)
            else:
                self._play_heuristic(search)
        return None

    def scatter(self, scores: NDArray[np.floating]) -> None:
        """Give the scores of the leaves that were gathered last."""
        search = self._searches[self.board.turn]
        assert isinstance(search, BatchedNegamax)
        search.scatter(scores)

    def samples(self) -> list[Sample]:
        """Every position in which a side moved, with the game's result for that side."""
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
                self._play_random()

    def _search_of(self, evaluator: Leaves | None) -> BatchedNegamax | Negamax:
        if evaluator is HEURISTIC:
            return Negamax("hexproject", table_mib=_TABLE_MIB)
        return BatchedNegamax(evaluator, self._config.alpha, "hexproject", table_mib=_TABLE_MIB)

    def _begin(self) -> None:
        """Start the search for a move, or play a random one."""
        if self._explores():
            return
        search = self._searches[self.board.turn]
        assert isinstance(search, BatchedNegamax)
        config = self._config
        search.start(self.board, seconds=config.seconds, nodes=config.nodes, depth=self._depth)
        self._searching = True

    def _play_heuristic(self, search: Negamax) -> None:
        if self._explores():
            return
        config = self._config
        report = search.search(
            self.board, seconds=config.seconds, nodes=config.nodes, depth=self._depth
        )
        self.board.push(report.move)

    def _explores(self) -> bool:
        """Note the position and, with probability `explore`, play a random move instead."""
        self._seen.append((self.board.to_array(), int(self.board.turn)))
        explores = self._rng.random() < self._config.explore
        if explores:
            self._play_random()
        return explores

    def _play_random(self) -> None:
        self.board.push(self._rng.choice([move for move in self.board.legal_moves if move >= 0]))


def play_together(games: Iterable[SelfPlayGame]) -> None:
    """Play all games to their ends, evaluating their leaves in common batches."""
    playing = list(games)
    while playing:
        asked = [(game, waiting) for game in playing if (waiting := game.gather()) is not None]
        playing = [game for game, _ in asked]
        by_evaluator: dict[int, list[tuple[SelfPlayGame, Waiting]]] = {}
        for game, waiting in asked:
            by_evaluator.setdefault(id(game.evaluator), []).append((game, waiting))
        for group in by_evaluator.values():
            _answer(group)


def _answer(group: Sequence[tuple[SelfPlayGame, Waiting]]) -> None:
    evaluator = group[0][0].evaluator
    assert evaluator is not None
    stones = np.concatenate([waiting[0] for _, waiting in group])
    turns = np.concatenate([waiting[1] for _, waiting in group])
    scores = evaluator(stones, turns)
    ends = np.cumsum([len(waiting[1]) for _, waiting in group])[:-1]
    for (game, _), part in zip(group, np.split(scores, ends), strict=True):
        game.scatter(part)
