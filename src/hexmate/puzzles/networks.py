"""The networks that make and measure puzzles: policies for many boards at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.nets.evaluator import Evaluator
from hexmate.nets.human_file import human_inputs

__all__ = ["Glance", "glances", "ordered"]

Glance = tuple[NDArray[np.float64], float]
"""The probability of every cell [cells], and the win probability of the side to move."""


def glances(boards: Sequence[Board], net: Evaluator) -> list[Glance]:
    """What a network says about positions on boards of one size, without search."""
    views = np.concatenate([human_inputs(board)[0] for board in boards])
    logits, wins = net.evaluate(views)
    return [
        (_shares(board, row), float(win))
        for board, row, win in zip(boards, logits, wins, strict=True)
    ]


def ordered(board: Board, shares: NDArray[np.float64]) -> list[int]:
    """The empty cells, the most probable first."""
    return sorted(board.legal_moves, key=lambda move: (-shares[move], move))


def _shares(board: Board, logits: NDArray[np.float32]) -> NDArray[np.float64]:
    grid = logits.reshape(board.rows, board.cols)
    # The network sees White's positions mirrored, so that the side to move connects top and bottom.
    flat = (grid.T if board.turn else grid).reshape(-1).astype(np.float64)
    flat[board.to_array().reshape(-1) != 0] = -np.inf
    powers = np.exp(flat - flat.max())
    return np.asarray(powers / powers.sum())
