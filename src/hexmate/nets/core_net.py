"""Networks on the core's own runner, which needs no library."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.errors import ModelError
from hexmate.nets.hexnet_file import SUFFIX, Encoding, hexnet_bytes, is_hexnet
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts
from hexmate.nets.onnx_weights import read_onnx

__all__ = ["CoreNet"]


class CoreNet:
    """A network of a `.hexnet` file, or of an ONNX file that Hexmate has exported.

    With `int8` it computes in 8 bits: faster, with slightly different answers. That needs a
    `.hexnet` file with weights of 8 bits; for an ONNX file, the one beside it is taken.
    """

    def __init__(self, path: Path, threads: int = 1, *, int8: bool = False) -> None:
        """ModelError if the file is missing, damaged or not such a network."""
        self.path, self._threads = path, threads
        data = _file_bytes(path, int8)
        try:
            self._net = _core.Network(data, int8=int8)
            self.facts = _facts(self._net.facts)
        except ModelError as error:
            raise ModelError(f"{path}: {error}") from None

    @property
    def network(self) -> _core.Network:
        """The network itself, for searches in the core."""
        return self._net

    @property
    def kernels(self) -> str:
        """The instructions in use: plain, avx2 or avx512."""
        return self._net.kernels

    def run(self, views: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Logits [batch, cells] and win probabilities [batch] of views [batch, rows, cols]."""
        return self._net.evaluate(views, self._threads)


def _file_bytes(path: Path, int8: bool) -> bytes:
    try:
        data = path.read_bytes()
        if is_hexnet(data) or path.suffix == SUFFIX:
            return data
        if int8:
            return path.with_suffix(SUFFIX).read_bytes()
    except FileNotFoundError as error:
        raise ModelError(
            f"there is no {error.filename}; hexmate export --format hexnet writes such files"
        ) from None
    except OSError as error:
        raise ModelError(f"cannot read the model file {path}: {error.strerror}") from None
    weights = read_onnx(path)
    try:
        return hexnet_bytes(weights.arrays, weights.facts, Encoding.f32)
    except (KeyError, IndexError, TypeError, ValueError, struct.error):
        raise ModelError(f"{path} does not hold the weights it names") from None


def _facts(text: str) -> ModelFacts:
    try:
        facts = ModelFacts.from_metadata(json.loads(text))
    except (ValueError, TypeError, AttributeError):
        raise ModelError("the file has no valid description of its network") from None
    if (facts.kind, facts.feature_version) != (NET_KIND, VIEW_VERSION):
        raise ModelError("the file is of another kind or version; export it again")
    return facts
