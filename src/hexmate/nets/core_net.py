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
from hexmate.nets.model_file import NET_KIND, VERSIONS, ModelFacts
from hexmate.nets.onnx_weights import read_onnx
from hexmate.nets.shipped import is_shipped

__all__ = ["IN_CORE", "CoreNet", "open_core", "search_device"]

IN_CORE = ("core", "int8")
"""The devices of the core's runner."""


class CoreNet:
    """A network of a `.hexnet` file, or of an ONNX file that Hexmate has exported.

    With `int8` it computes in 8 bits: faster, with slightly different answers. That needs a
    `.hexnet` file with weights of 8 bits; for an ONNX file, the one beside it is taken. `kind` is
    that of the network: for tree search, or for people's moves.
    """

    def __init__(
        self, path: Path, threads: int = 1, *, int8: bool = False, kind: str = NET_KIND
    ) -> None:
        """ModelError if the file is missing, damaged or not such a network."""
        self.path, self._threads = path, threads
        data = _file_bytes(path, int8, kind)
        try:
            self._net = _core.Network(data, int8=int8)
            self.facts = _facts(self._net.facts, kind)
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

    def predict(
        self, views: NDArray[np.uint8], ages: NDArray[np.uint8], contexts: NDArray[np.float32]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Of a network for people's moves: logits of moves and the swap [batch, cells + 1], and
        probabilities of winning and resigning [batch, 2].
        """
        return self._net.predict(views, ages, contexts, self._threads)


def search_device(path: Path) -> str:
    """The device that gives a tree search the most evaluations of a network.

    ``int8`` for a network that comes with Hexmate in 8 bits too, unless the processor has only the
    plain instructions, with which 8 bits take longer; else ``auto``.
    """
    in_bytes = is_shipped(path) and path.with_suffix(SUFFIX).is_file()
    return "int8" if in_bytes and _core.network_kernels() != "plain" else "auto"


def open_core(path: Path, device: str, threads: int, kind: str = NET_KIND) -> CoreNet | None:
    """The network on the core's runner if that is the device, or may be.

    None if the device is another, or ``auto`` and the core cannot run the file; ModelError if the
    core is asked for and cannot.
    """
    if device not in (*IN_CORE, "auto"):
        return None
    try:
        return CoreNet(path, threads, int8=device == "int8", kind=kind)
    except ModelError:
        if device != "auto" or path.suffix == SUFFIX:
            raise
        return None


def _file_bytes(path: Path, int8: bool, kind: str) -> bytes:
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
    weights = read_onnx(path, kind)
    try:
        return hexnet_bytes(weights.arrays, weights.facts, Encoding.f32)
    except (KeyError, IndexError, TypeError, ValueError, struct.error):
        raise ModelError(f"{path} does not hold the weights it names") from None


def _facts(text: str, kind: str) -> ModelFacts:
    try:
        facts = ModelFacts.from_metadata(json.loads(text))
    except (ValueError, TypeError, AttributeError):
        raise ModelError("the file has no valid description of its network") from None
    if (facts.kind, facts.feature_version) != (kind, VERSIONS[kind]):
        raise ModelError("the file is of another kind or version; export it again")
    return facts
