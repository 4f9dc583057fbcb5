"""A ring buffer of positions with the results of their games."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

__all__ = ["Draw", "Sample", "ValueReplayBuffer"]

Sample = tuple[NDArray[np.int8], int, float]
"""Stones int8 [rows, cols], who is to move, and the result for that side: 1, 0, or 0.5."""

Draw = tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32]]
"""Stones [batch, rows, cols], turns [batch], results [batch]."""


class ValueReplayBuffer:
    """The newest positions of one kind of board."""

    def __init__(self, capacity: int, rows: int, cols: int) -> None:
        self._stones = np.zeros((capacity, rows, cols), np.int8)
        self._turns = np.zeros(capacity, np.int8)
        self._results = np.zeros(capacity, np.float32)
        self._added = 0

    def __len__(self) -> int:
        return min(self._added, len(self._turns))

    def add(self, stones: NDArray[np.int8], turn: int, result: float) -> None:
        """Add a position in place of the oldest."""
        at = self._added % len(self._turns)
        self._stones[at], self._turns[at], self._results[at] = stones, turn, result
        self._added += 1

    def draw(self, count: int, rng: np.random.Generator) -> Draw:
        """`count` random positions, drawn with replacement."""
        return self._take(rng.integers(len(self), size=count))

    def everything(self) -> Draw:
        """All positions."""
        return self._take(np.arange(len(self)))

    def _take(self, at: NDArray[np.intp]) -> Draw:
        return self._stones[at], self._turns[at], self._results[at]

    def state(self) -> dict[str, Tensor | int]:
        """The contents, for `restore`."""
        stones, turns, results = map(torch.from_numpy, self.everything())
        return {"stones": stones, "turns": turns, "results": results, "added": self._added}

    def restore(self, state: dict[str, Tensor | int]) -> None:
        """Take the contents of a saved buffer."""
        for name, array in self._arrays.items():
            kept = state[name]
            assert isinstance(kept, Tensor)
            array[: len(kept)] = kept.numpy()
        self._added = int(state["added"])

    @property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {"stones": self._stones, "turns": self._turns, "results": self._results}
