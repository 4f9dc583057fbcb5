"""Networks that predict people's moves, from model files."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.coords import SWAP
from hexmate.errors import ModelError
from hexmate.nets.core_net import open_core
from hexmate.nets.evaluator import check_device
from hexmate.nets.model_file import HUMAN_KIND, HUMAN_VERSION, ModelFacts, ModelFile
from hexmate.nets.sharing import Shared, file_key

__all__ = ["HumanFile", "HumanInputs", "Prediction", "human_inputs"]

Floats = NDArray[np.float32]

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
    stones, ages = board.to_array(), _core.stone_ages(board)
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


class HumanFile:
    """A network that predicts people's moves on boards of the hex shape.

    `device` is where it runs: ``core`` or ``int8`` (Hexmate's own runner), ``cpu`` or ``cuda``
    (ONNX Runtime), or ``auto``, which is the core if it can run the file, else ``cpu``.

    Each position is also evaluated rotated by 180 degrees, and the answers are averaged. Any number
    of threads may use it at once; all that use the same file share one copy.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, device: str = "auto", threads: int = 1
    ) -> None:
        """ModelError if the file is missing, damaged, or not such a network."""
        if device == "openvino":
            raise ModelError("networks for people's moves run on core, int8, cpu or cuda")
        check_device(Path(path), device, threads)
        key = (file_key(path), device, threads)
        self._net = _NETS.get(key, lambda: _load(Path(path), device, threads))
        self.facts = self._net.facts
        self.device = self._net.device

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
        policy, rest = self._net.run(both)
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


@dataclass(slots=True, weakref_slot=True, eq=False)
class _Predictor:
    """A network that has been loaded: its facts, and what answers for it."""

    path: Path
    device: str
    facts: ModelFacts
    answer: Callable[..., Sequence[object]]

    def run(self, inputs: HumanInputs) -> tuple[Floats, Floats]:
        """Probabilities of moves [batch, cells + 1], and of winning and resigning [batch, 2]."""
        batch, cells = len(inputs[0]), inputs[0][0].size
        policy, rest = (self._checked(each) for each in self.answer(*inputs)[:2])
        if policy.shape != (batch, cells + 1) or rest.shape != (batch, 2):
            raise ModelError(
                f"{self.path} must answer with policies {[batch, cells + 1]} and probabilities "
                f"{[batch, 2]} (got {list(policy.shape)} and {list(rest.shape)})"
            )
        powers = np.exp(policy - policy.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), np.clip(rest, 0, 1)

    def _checked(self, answer: object) -> Floats:
        if not isinstance(answer, np.ndarray) or answer.dtype != np.float32:
            raise ModelError(f"{self.path} must answer with 32-bit numbers")
        if not np.isfinite(answer).all():
            raise ModelError(f"{self.path} gives answers that are not finite")
        return answer


_NETS: Shared[_Predictor] = Shared()


def _load(path: Path, device: str, threads: int) -> _Predictor:
    core = open_core(path, device, threads, HUMAN_KIND)
    if core is not None:
        return _Predictor(path, "int8" if device == "int8" else "core", core.facts, core.predict)
    device = "cpu" if device == "auto" else device
    file = ModelFile(path, device=device, threads=threads)
    file.require(HUMAN_KIND, HUMAN_VERSION, (None, None, None))
    net = _Predictor(path, device, file.facts, _answers_of(file))
    if not file.trusted:
        net.run(human_inputs(Board(5)))
    return net


def _answers_of(file: ModelFile) -> Callable[..., Sequence[object]]:
    def answer(
        views: NDArray[np.uint8], ages: NDArray[np.uint8], contexts: Floats
    ) -> Sequence[object]:
        return file.run({"views": views, "ages": ages, "context": contexts}, len(views))

    return answer


def _with_half_turn(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.concatenate((array, array[:, ::-1, ::-1]))
