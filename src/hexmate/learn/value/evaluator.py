"""A model in training as an evaluator of positions, on its device."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hexmate.board import Board
from hexmate.learn.value.models import ValueModel
from hexmate.nets.value_inputs import inputs_of

__all__ = ["ValueEvaluator", "tensors_of"]


def tensors_of(
    model: ValueModel, board: Board, stones: NDArray[np.int8], turns: NDArray[np.int8]
) -> tuple[Tensor, ...]:
    """The inputs of a model's `forward`, on the model's device."""
    device = next(model.parameters()).device
    inputs = inputs_of(model.kind, board, stones, turns).values()
    return tuple(torch.from_numpy(each).to(device) for each in inputs)


class ValueEvaluator:
    """Scores positions of one kind of board, as a search needs them."""

    def __init__(self, model: ValueModel, board: Board) -> None:
        self.model, self._board = model, board

    def __call__(self, stones: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.float32]:
        """Stones [batch, rows, cols] and turns [batch] to scores [batch]."""
        with torch.inference_mode():
            scores: Tensor = self.model(*tensors_of(self.model, self._board, stones, turns))
        found: NDArray[np.float32] = scores.cpu().numpy()
        return found
