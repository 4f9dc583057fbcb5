"""Networks that predict people's moves, from model files."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.coords import SWAP
from hexmate.errors import ModelError
from hexmate.nets.model_file import HUMAN_KIND, HUMAN_VERSION, ModelFacts, ModelFile
from hexmate.nets.sharing import Shared, file_key

__all__ = ["HumanFile", "HumanInputs", "Prediction", "human_inputs"]

_OLDEST = 255

HumanInputs = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32]]
"""Views and ages [batch, rows, cols], and contexts [batch, 4], as `learn/human/model.py` says."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What people would do in a position: the probability of each move, the swap among them.

    `win_probability` is that of the side to move; `resigns` is the probability that it resigns now.
    """

    policy: dict[int, float]
    win_probability: float
    resigns: float


def human_inputs(
    board: Board, rating: float = 0.0, opponent: float = 0.0, strong: bool = False
) -> HumanInputs:
    """The inputs for a position, as a batch of one; a rating of 0 is unknown.

    >>> views, ages, context = human_inputs(Board.from_string("2x2 hex - 1b/w1 b"), 1600)
    >>> views.tolist(), context.tolist()
    ([[[0, 1], [2, 0]]], [[1600.0, 0.0, 0.0, 0.0]])
    """
    stones, ages = board.to_array(), _ages(board)
    own = board.turn + 1
    views = np.where(stones == 0, 0, np.where(stones == own, 1, 2)).astype(np.uint8)
    if board.turn == WHITE:
        views, ages = views.T, ages.T
    context = [rating, opponent, float(strong), float(board.swap_available)]
    return (
        np.ascontiguousarray(views)[None],
        np.ascontiguousarray(ages)[None],
        np.array([context], np.float32),
    )


def _ages(board: Board) -> NDArray[np.uint8]:
    """How many moves ago each stone was placed [rows, cols]; 0 for stones of the set-up.

    A swapped stone is as old as the swap.
    """
    moves = [move for _, move in board.played]
    found: dict[int, int] = {}
    other = 0
    for at, move in enumerate(moves):
        if move == SWAP:
            found.clear()
            other = len(moves) - at
        elif move >= 0:
            found[move] = len(moves) - at
    ages = np.zeros(board.num_cells, np.uint8)
    for cell in np.flatnonzero(board.to_array()).tolist():
        ages[cell] = min(_OLDEST, found.get(cell, other))
    return ages.reshape(board.rows, board.cols)


class HumanFile:
    """A network that predicts people's moves on boards of the hex shape.

    Each position is also evaluated rotated by 180 degrees, and the answers are averaged. Any number
    of threads may use it at once; all that use the same file share one copy.
    """

    def __init__(self, path: str | os.PathLike[str], *, threads: int = 1) -> None:
        """ModelError if the file is missing, damaged, or not such a network."""
        key = (file_key(path), threads) if Path(path).is_file() else None
        self._file = _FILES.get(key, lambda: _load(Path(path), threads))

    @property
    def facts(self) -> ModelFacts:
        """The facts about the network in the file."""
        return self._file.facts

    def trained_on(self, rows: int, cols: int) -> bool:
        """Whether the network was trained on boards of this size; it can play on any."""
        return rows == cols and rows in self.facts.sizes.get("boards", ())

    def predict(
        self, board: Board, rating: float = 0.0, opponent: float = 0.0, strong: bool = False
    ) -> Prediction:
        """What people with these ratings do here; 0 is unknown.

        `strong` says that both are strong players, of unknown rating.
        """
        views, ages, context = human_inputs(board, rating, opponent, strong)
        both = (_with_half_turn(views), _with_half_turn(ages), np.repeat(context, 2, axis=0))
        policy, rest = _run(self._file, both)
        cells, swap = policy[:, :-1].reshape(2, *views.shape[1:]), float(policy[:, -1].mean())
        mean = (cells[0] + cells[1, ::-1, ::-1]) / 2
        if board.turn == WHITE:
            mean = mean.T
        empty = np.flatnonzero(board.to_array() == 0).tolist()
        shares = mean.reshape(-1)
        found = {cell: float(shares[cell]) for cell in empty}
        if board.swap_available:
            found[SWAP] = swap
        whole = sum(found.values()) or 1.0
        win, resigns = (float(each) for each in rest.mean(axis=0))
        return Prediction({move: share / whole for move, share in found.items()}, win, resigns)


_FILES: Shared[ModelFile] = Shared()


def _load(path: Path, threads: int) -> ModelFile:
    file = ModelFile(path, threads=threads)
    file.require(HUMAN_KIND, HUMAN_VERSION, (None, None, None))
    if not file.trusted:
        _run(file, human_inputs(Board(5)))
    return file


def _with_half_turn(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.concatenate((array, array[:, ::-1, ::-1]))


def _run(file: ModelFile, inputs: HumanInputs) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Probabilities of moves [batch, cells + 1], and of winning and resigning [batch, 2]."""
    views, ages, context = inputs
    batch, cells = len(views), views[0].size
    answers = file.run({"views": views, "ages": ages, "context": context}, batch)
    policy, rest = (_checked(file, each) for each in answers[:2])
    if policy.shape != (batch, cells + 1) or rest.shape != (batch, 2):
        raise ModelError(
            f"{file.path} must answer with policies {[batch, cells + 1]} and probabilities "
            f"{[batch, 2]} (got {list(policy.shape)} and {list(rest.shape)})"
        )
    powers = np.exp(policy - policy.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True), np.clip(rest, 0, 1)


def _checked(file: ModelFile, answer: Any) -> NDArray[np.float32]:
    if not isinstance(answer, np.ndarray) or answer.dtype != np.float32:
        raise ModelError(f"{file.path} must answer with 32-bit numbers")
    if not np.isfinite(answer).all():
        raise ModelError(f"{file.path} gives answers that are not finite")
    return answer
