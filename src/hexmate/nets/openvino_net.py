"""Networks on OpenVINO: the fastest way on processors with 16-bit matrix instructions."""

import functools
import importlib.util
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import ModelError

__all__ = ["OpenVinoNet", "has_openvino", "require_openvino"]


def has_openvino() -> bool:
    """Whether OpenVINO is installed."""
    return importlib.util.find_spec("openvino") is not None


def require_openvino() -> None:
    """ModelError if OpenVINO is not installed."""
    if not has_openvino():
        raise ModelError(
            "OpenVINO is not installed; install it with pip install 'hexmate[openvino]'"
        )


@functools.cache
def _core(process: int) -> Any:
    """OpenVINO itself, once for each process and never released.

    Its plugin installs a stack for signal handlers. Two that are released in the order in which
    they were made leave the process with a stack that is gone: the next signal would kill it.
    """
    import openvino

    return openvino.Core()


class OpenVinoNet:
    """A network for tree search, with 16-bit numbers (bf16) on processors that have them.

    Several threads can use it at the same time. A compiled network answers one of them after the
    other, so there is one for each thread that asks at the same moment, and at most as many as the
    cores can run; further threads wait.
    """

    def __init__(self, path: Path, threads: int) -> None:
        require_openvino()
        self._core = _core(os.getpid())  # a fork would not have its threads
        brief = "BF16" in self._core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        self._settings = {
            "INFERENCE_PRECISION_HINT": "bf16" if brief else "f32",
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": 1,
            "PERFORMANCE_HINT": "LATENCY",
        }
        self._path = path
        self._most = max(1, (os.cpu_count() or 1) // threads)
        self._made = 1
        self._free = [self._request()]
        self._given_back = threading.Condition()

    def run(self, views: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits [batch, rows, cols] and win probabilities [batch]; ModelError if it fails."""
        request = self._take()
        try:
            answers = request.infer({"views": views}, share_inputs=True)
            return answers[0], answers[1]
        except Exception as error:
            raise self._failure(error) from None
        finally:
            with self._given_back:
                self._free.append(request)
                self._given_back.notify()

    def _take(self) -> Any:
        """A request that no other thread uses."""
        with self._given_back:
            while not self._free and self._made >= self._most:
                self._given_back.wait()
            if self._free:
                return self._free.pop()
            self._made += 1
        try:
            return self._request()
        except ModelError:
            with self._given_back:
                self._made -= 1
                self._given_back.notify()
            raise

    def _request(self) -> Any:
        """A request to a newly compiled network."""
        try:
            network = self._core.compile_model(str(self._path), "CPU", self._settings)
            return network.create_infer_request()
        except Exception as error:  # OpenVINO raises RuntimeError and others
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> ModelError:
        reason = (str(error).strip() or type(error).__name__).splitlines()[-1].strip()
        return ModelError(f"{self._path} cannot be run by OpenVINO: {reason}; use device=cpu")
