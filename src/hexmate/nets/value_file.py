"""Value models of files: what they say of positions."""

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.errors import ModelError
from hexmate.nets.model_file import ModelFile
from hexmate.nets.value_inputs import FEATURE_VERSION, FEATURES, NODE_FEATURES, inputs_of

__all__ = ["Judge", "ValueFile"]

_FEATURES = {"mlp": len(FEATURES), "gnn": len(NODE_FEATURES)}

Judge = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.float32]]
"""Stones [batch, rows, cols] and turns [batch] to scores [batch], for the side to move."""


class ValueFile:
    """A value model of either kind, ready to judge positions of any board."""

    def __init__(
        self, path: str | os.PathLike[str], *, device: str = "cpu", threads: int = 1
    ) -> None:
        """ModelError where the file is missing, damaged, or no value model of this version."""
        self._file = ModelFile(path, device=device, threads=threads)
        self.kind, self.facts = self._file.kind, self._file.facts
        if self.kind not in _FEATURES:
            raise ModelError(
                f"{path} holds a model of kind {self.kind}; negamax needs {' or '.join(_FEATURES)}"
            )
        self._file.require(self.kind, FEATURE_VERSION, (None, _FEATURES[self.kind]))

    def judge(self, board: Board) -> Judge:
        """Scores positions on boards like this one, as a search wants them."""
        session = self._file.session

        def judge(stones: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.float32]:
            inputs = inputs_of(self.kind, board, stones, turns)
            scores: NDArray[np.float32] = session.run(None, inputs)[0]
            return scores

        return judge
