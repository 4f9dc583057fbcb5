"""Networks on OpenVINO: the quickest way on processors that have 16-bit matrix instructions."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import ModelError

__all__ = ["OpenVinoNet", "has_openvino"]


def has_openvino() -> bool:
    """Whether it is installed."""
    return importlib.util.find_spec("openvino") is not None


class OpenVinoNet:
    """A network for tree search, in 16-bit numbers (bf16) where the processor has them.

    May be asked from several threads: each has one of its requests for itself meanwhile.
    """

    def __init__(self, path: Path, threads: int) -> None:
        if not has_openvino():
            raise ModelError(
                "OpenVINO was asked for and is not installed; pip install 'hexmate[openvino]'"
            )
        import openvino

        core = openvino.Core()
        brief = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        self._model = core.compile_model(
            str(path),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16" if brief else "f32",
                "INFERENCE_NUM_THREADS": threads,
                "NUM_STREAMS": 1,
                "PERFORMANCE_HINT": "LATENCY",
            },
        )
        self._free: list[Any] = []

    def run(self, views: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits [batch, rows, cols] and chances [batch]."""
        try:
            request = self._free.pop()
        except IndexError:  # asking first whether one is free would let another thread take it
            request = self._model.create_infer_request()
        answers = request.infer({"views": views}, share_inputs=True)
        policy, chance = answers["policy"], answers["chance"]
        self._free.append(request)
        return policy, chance
