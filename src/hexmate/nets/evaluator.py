"""What tree search asks of a network, and the networks that answer."""

import os
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFile
from hexmate.nets.openvino_net import OpenVinoNet, has_openvino

__all__ = ["Answers", "Evaluator", "NetEvaluator", "UniformEvaluator"]

Answers = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits of moves [batch, rows * cols] and chances of the side to move [batch]."""


class Evaluator(Protocol):
    """Judges positions as their side to move sees them."""

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """Answers to views [batch, rows, cols]: 0 empty, 1 own, 2 enemy stone.

        The side to move always joins top and bottom.
        """


class UniformEvaluator:
    """Knows nothing: every move is as likely, every position even. A stand-in for a network."""

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """The same answer to everything."""
        batch = len(views)
        return np.zeros((batch, views[0].size), np.float32), np.full(batch, 0.5, np.float32)


class NetEvaluator:
    """A network from a model file.

    `device` is ``cpu`` (ONNX Runtime), ``openvino``, ``cuda``, or ``auto``: OpenVINO where it is
    installed, else ONNX Runtime. OpenVINO counts in 16 bits where the processor can, so that its
    answers differ a little. What is asked for and not there is an error.

    With `symmetry` each position is also judged turned by half a circle, and the two answers are
    averaged: twice the work for a steadier judgement.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        device: str = "auto",
        threads: int = 1,
        symmetry: bool = False,
    ) -> None:
        """ModelError where the file cannot be used."""
        if device == "auto":
            device = "openvino" if has_openvino() else "cpu"
        by_openvino = device == "openvino"
        file = ModelFile(path, device="cpu" if by_openvino else device, threads=threads)
        file.require(NET_KIND, VIEW_VERSION, (None, None, None))
        self.facts = file.facts
        self.device = device
        self._answer = OpenVinoNet(file.path, threads).run if by_openvino else _answers_of(file)
        self._symmetry = symmetry

    def trained_on(self, rows: int, cols: int) -> bool:
        """Whether the network has seen boards of this size; on others it plays all the same."""
        return rows == cols and rows in self.facts.sizes.get("boards", ())

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """Answers to views [batch, rows, cols]."""
        if not self._symmetry:
            return self._run(views)
        logits, chances = self._run(np.concatenate((views, views[:, ::-1, ::-1])))
        half = len(views)
        share, turned = np.float32(0.5), logits[half:, ::-1]
        return share * (logits[:half] + turned), share * (chances[:half] + chances[half:])

    def _run(self, views: NDArray[np.uint8]) -> Answers:
        logits, chances = self._answer(np.ascontiguousarray(views))
        return logits.reshape(len(views), -1), chances


def _answers_of(file: ModelFile) -> Callable[[NDArray[np.uint8]], Answers]:
    def answer(views: NDArray[np.uint8]) -> Answers:
        logits, chances = file.session.run(None, {"views": views})
        return logits, chances

    return answer
