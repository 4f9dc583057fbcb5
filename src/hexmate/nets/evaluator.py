"""What tree search asks of a network, and the networks that answer."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import ModelError
from hexmate.nets.core_net import IN_CORE, open_core
from hexmate.nets.hexnet_file import SUFFIX
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts, ModelFile, check_runtime
from hexmate.nets.openvino_net import OpenVinoNet, has_openvino, require_openvino
from hexmate.nets.sharing import Shared, file_key

__all__ = ["Answers", "Evaluator", "NetEvaluator", "UniformEvaluator", "check_device"]

_ROUNDING = 1e-3
"""How far a probability may lie outside 0 to 1: 16-bit numbers are not exact."""

Answers = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits of moves [batch, rows * cols] and win probabilities of the side to move [batch]."""


class Evaluator(Protocol):
    """Evaluates positions from the point of view of the side to move."""

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """The answers to views [batch, rows, cols]: 0 empty, 1 own stone, 2 enemy stone.

        The side to move always connects top and bottom.
        """


class UniformEvaluator:
    """A stand-in for a network: every move is equally likely and every position even."""

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """The same answer to everything."""
        batch = len(views)
        return np.zeros((batch, views[0].size), np.float32), np.full(batch, 0.5, np.float32)


class NetEvaluator:
    """A network from a model file.

    `device` is where it runs:

    - ``core``: Hexmate's own runner in 32 bits; it needs no library
    - ``int8``: the same in 8 bits, faster and slightly less exact; needs a `.hexnet` file
    - ``cpu``: ONNX Runtime
    - ``openvino``: in 16 bits on processors that have them, so its answers differ slightly
    - ``cuda``: ONNX Runtime on a GPU
    - ``auto``: the core where it can run the file, else OpenVINO if it is installed, else ``cpu``

    Asking for a device that is not available is an error.

    With `symmetry` each position is also evaluated rotated by 180 degrees, and the two answers are
    averaged: twice the work for a steadier evaluation.

    Evaluators of the same file, device and number of threads share one copy of the network. Any
    number of threads may use it at once.

    A file that did not come with Hexmate is tried once on a small board, with a time limit. Answers
    that are not finite, or not probabilities, are an error whenever they appear.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        device: str = "auto",
        threads: int = 1,
        symmetry: bool = False,
    ) -> None:
        """ModelError if the file cannot be used."""
        check_device(Path(path), device, threads)
        key = (file_key(path), device, threads)
        self._net = _NETS.get(key, lambda: _load(Path(path), device, threads))
        self.facts = self._net.facts
        self.device = self._net.device
        self._symmetry = symmetry

    def trained_on(self, rows: int, cols: int) -> bool:
        """Whether the network was trained on boards of this size; it can play on any."""
        return rows == cols and rows in self.facts.sizes.get("boards", ())

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """The answers to views [batch, rows, cols]; ModelError if they make no sense."""
        if not self._symmetry:
            return self._net.run(views)
        logits, wins = self._net.run(np.concatenate((views, views[:, ::-1, ::-1])))
        half = len(views)
        share, turned = np.float32(0.5), logits[half:, ::-1]
        return share * (logits[:half] + turned), share * (wins[:half] + wins[half:])


@dataclass(slots=True, weakref_slot=True, eq=False)
class _Net:
    """A network that has been loaded: its facts, and what answers for it."""

    path: Path
    device: str
    facts: ModelFacts
    answer: Callable[[NDArray[np.uint8]], Answers]

    def run(self, views: NDArray[np.uint8]) -> Answers:
        logits, wins = self.answer(np.ascontiguousarray(views))
        return self._checked(views, logits, wins)

    def _checked(self, views: NDArray[np.uint8], logits: object, wins: object) -> Answers:
        if not (_is_floats(logits, views.size) and _is_floats(wins, len(views))):
            raise ModelError(
                f"{self.path} must answer with a policy float32 {list(views.shape)} and win "
                f"probabilities float32 {[len(views)]} "
                f"(got {_described(logits)} and {_described(wins)})"
            )
        if not np.isfinite(logits).all():
            raise ModelError(f"{self.path} gives a policy with numbers that are not finite")
        if not ((wins >= -_ROUNDING) & (wins <= 1 + _ROUNDING)).all():
            worst = wins[np.argmax(np.abs(wins - 0.5))]
            raise ModelError(
                f"{self.path} gives win probabilities that are not between 0 and 1 (got {worst:g})"
            )
        return logits.reshape(len(views), -1), np.clip(wins.reshape(-1), 0, 1)


_NETS: Shared[_Net] = Shared()


def check_device(path: Path, device: str, threads: int) -> None:
    """ModelError if no file could run so."""
    if device == "openvino":
        require_openvino()
    by_library = device not in (*IN_CORE, "auto")
    if by_library and path.suffix == SUFFIX:
        raise ModelError(f"{path} runs on device=core or device=int8 (got '{device}')")
    provider = "cpu" if device == "openvino" else device
    check_runtime(path, provider if by_library else None, threads)


def _load(path: Path, device: str, threads: int) -> _Net:
    core = open_core(path, device, threads)
    if core is not None:
        return _Net(path, "int8" if device == "int8" else "core", core.facts, core.run)
    if device == "auto":
        device = "openvino" if has_openvino() else "cpu"
    return _load_onnx(path, device, threads)


def _load_onnx(path: Path, device: str, threads: int) -> _Net:
    by_openvino = device == "openvino"
    file = ModelFile(path, device="cpu" if by_openvino else device, threads=threads)
    file.require(NET_KIND, VIEW_VERSION, (None, None, None))
    net = _Net(file.path, device, file.facts, _answers_of(file))
    if not file.trusted:
        net.run(np.zeros((2, 5, 5), np.uint8))
    if by_openvino:  # cannot be interrupted: the trial above is all that limits it
        net.answer = OpenVinoNet(file.path, threads).run
    return net


def _is_floats(answer: object, count: int) -> TypeGuard[NDArray[np.float32]]:
    return isinstance(answer, np.ndarray) and answer.dtype == np.float32 and answer.size == count


def _described(answer: object) -> str:
    if not isinstance(answer, np.ndarray):
        return type(answer).__name__
    return f"{answer.dtype} {list(answer.shape)}"


def _answers_of(file: ModelFile) -> Callable[[NDArray[np.uint8]], Answers]:
    def answer(views: NDArray[np.uint8]) -> Answers:
        answers = file.run({"views": views}, len(views))
        if len(answers) != 2:
            raise ModelError(f"{file.path} has {len(answers)} outputs; a network has 2")
        return answers[0], answers[1]

    return answer
