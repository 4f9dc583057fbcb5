"""Negamax whose evaluation is blended with a value model."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.nets.shipped import find_model
from hexmate.nets.value_file import ValueFile
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.players.negamax import NegamaxPlayer
from hexmate.search.negamax import BatchedNegamax

__all__ = ["ModelPlayer"]


class ModelPlayer(NegamaxPlayer):
    """A leaf is worth (1 - alpha) * evaluation + alpha * model.

    `model` is a value model file; ModelError if it cannot be used. The other options are those of
    `NegamaxPlayer`; the leaves of all `threads` share batches.
    """

    def __init__(
        self,
        model: str | Path,
        alpha: float = 0.2,
        eval: str = "hexproject",
        threads: int = 1,
        table: int = 64,
        name: str = "negamax",
        **bounds: Any,
    ) -> None:
        super().__init__(eval, threads=threads, table=1, name=name, **bounds)
        self.model = ValueFile(find_model(str(model)))
        self._score = self.model.scorer(Board(1))
        self.search = BatchedNegamax(self._leaves, alpha, eval, table_mib=table, threads=threads)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The best move that the search finds."""
        self._score = self.model.scorer(board)
        return super().play(board, limit)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The best line as the search deepens; several lines share the limits evenly."""
        self._score = self.model.scorer(board)
        yield from super().analyse(board, limit, lines)

    def _leaves(self, stones: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.float32]:
        return self._score(stones, turns)
