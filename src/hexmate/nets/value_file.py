"""Value models from files: scores of positions for negamax."""

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.errors import ModelError
from hexmate.nets.model_file import ModelFile
from hexmate.nets.value_inputs import FEATURE_VERSION, FEATURES, NODE_FEATURES, inputs_of

__all__ = ["Scorer", "ValueFile"]

_FEATURES = {"mlp": len(FEATURES), "gnn": len(NODE_FEATURES)}

_LARGEST = np.float32(1e6)
"""Far beyond any score; larger ones would not fit the numbers of the search."""

Scorer = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.float32]]
"""Stones [batch, rows, cols] and turns [batch] to scores [batch], for the side to move."""


class ValueFile:
    """A value model of either kind, ready to score positions of any board.

    A file that did not come with Hexmate is tried once on a small board, with a time limit.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, device: str = "cpu", threads: int = 1
    ) -> None:
        """ModelError if the file is missing, damaged, or not a value model of this version."""
        self._file = ModelFile(path, device=device, threads=threads)
        self.kind, self.facts = self._file.kind, self._file.facts
        if self.kind not in _FEATURES:
            raise ModelError(
                f"{path} is a model of kind {self.kind}; negamax needs {' or '.join(_FEATURES)}"
            )
        self._file.require(self.kind, FEATURE_VERSION, (None, _FEATURES[self.kind]))
        if not self._file.trusted:
            self.scorer(Board(3))(np.zeros((2, 3, 3), np.int8), np.array([0, 1], np.int8))

    def scorer(self, board: Board) -> Scorer:
        """A function that scores positions on boards like this one."""

        def score(stones: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.float32]:
            inputs = inputs_of(self.kind, board, stones, turns)
            return self._checked(self._file.run(inputs, len(turns))[0], len(turns))

        return score

    def _checked(self, scores: object, positions: int) -> NDArray[np.float32]:
        if not isinstance(scores, np.ndarray) or scores.dtype != np.float32:
            raise ModelError(f"{self._file.path} must answer with 32-bit numbers")
        if scores.shape != (positions,):
            raise ModelError(
                f"{self._file.path} must give one score per position: {positions} "
                f"(got {list(scores.shape)})"
            )
        if not np.isfinite(scores).all():
            raise ModelError(f"{self._file.path} gives scores that are not finite")
        return np.clip(scores, -_LARGEST, _LARGEST)
