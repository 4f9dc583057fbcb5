"""Networks on OpenVINO: the fastest way on processors with 16-bit matrix instructions."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import ModelError

__all__ = ["OpenVinoNet", "has_openvino"]


def has_openvino() -> bool:
    """Whether OpenVINO is installed."""
    return importlib.util.find_spec("openvino") is not None


class OpenVinoNet:
    """A network for tree search, with 16-bit numbers (bf16) on processors that have them.

    Several threads can use it at the same time: each run has a request of its own.
    """

    def __init__(self, path: Path, threads: int) -> None:
        if not has_openvino():
            raise ModelError(
                "OpenVINO is not installed; install it with pip install 'hexmate[openvino]'"
            )
        import openvino

        core = openvino.Core()
        brief = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        settings = {
            "INFERENCE_PRECISION_HINT": "bf16" if brief else "f32",
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": 1,
            "PERFORMANCE_HINT": "LATENCY",
        }
        self._path = path
        self._free: list[Any] = []
        try:
            self._model = core.compile_model(str(path), "CPU", settings)
        except Exception as error:  # OpenVINO raises RuntimeError and others
            raise self._failure(error) from None

    def run(self, views: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits [batch, rows, cols] and win probabilities [batch]; ModelError if it fails."""
        try:
            request = self._free.pop()
        except IndexError:  # asking first whether one is free would let another thread take it
            request = self._model.create_infer_request()
        try:
            answers = request.infer({"views": views}, share_inputs=True)
        except Exception as error:
            raise self._failure(error) from None
        self._free.append(request)
        return answers[0], answers[1]

    def _failure(self, error: Exception) -> ModelError:
        reason = (str(error).strip() or type(error).__name__).splitlines()[-1].strip()
        return ModelError(f"{self._path} cannot be run by OpenVINO: {reason}; use device=cpu")
