"""Model files: ONNX with a block of facts beside the weights.

A file may come from anywhere. Whatever is wrong with it, and whatever goes wrong when it runs, is
one `ModelError`; a run that takes too long is ended.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexmate.errors import ModelError
from hexmate.nets.shipped import is_shipped
from hexmate.nets.watchdog import WATCHDOG

__all__ = [
    "HUMAN_KIND",
    "HUMAN_VERSION",
    "KINDS",
    "NET_KIND",
    "VERSIONS",
    "VIEW_VERSION",
    "ModelFacts",
    "ModelFile",
    "check_runtime",
    "time_limit",
]

NET_KIND = "net"
"""The kind of the networks for tree search."""

VIEW_VERSION = 1
"""Increased when a byte of a view changes its meaning: older networks are then refused."""

HUMAN_KIND = "human"
"""The kind of the networks that predict people's moves."""

HUMAN_VERSION = 1
"""Increased when an input of these networks changes its meaning."""

VERSIONS = {NET_KIND: VIEW_VERSION, HUMAN_KIND: HUMAN_VERSION}
"""The version of the inputs of each kind of network."""

KINDS = {
    NET_KIND: ("views",),
    HUMAN_KIND: ("views", "ages", "context"),
    "mlp": ("features",),
    "gnn": ("nodes", "neighbors", "members"),
}
"""The names of the inputs of each kind of model; the kind is recognised by them."""

_PROVIDERS = {"cpu": "CPUExecutionProvider", "cuda": "CUDAExecutionProvider"}
_NO_GPU = "a GPU was asked for and ONNX Runtime finds none; use device=cpu"
_SECONDS, _SECONDS_PER_POSITION = 10.0, 1.0


def time_limit(positions: int) -> float:
    """Seconds that an untrusted model may take for a batch, far more than any useful one takes."""
    return _SECONDS + _SECONDS_PER_POSITION * positions


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """The facts in a file beside the weights: kind, version of its inputs, sizes, training."""

    kind: str
    feature_version: int
    sizes: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)

    def to_metadata(self) -> dict[str, str]:
        """The facts as texts for the file.

        >>> ModelFacts("net", 1).to_metadata()["hexmate.kind"]
        'net'
        """
        return {
            "hexmate.kind": self.kind,
            "hexmate.feature_version": str(self.feature_version),
            "hexmate.sizes": json.dumps(self.sizes),
            "hexmate.training": json.dumps(self.training),
        }

    @classmethod
    def from_metadata(cls, metadata: dict[str, str]) -> "ModelFacts":
        """The facts from the texts of a file; ValueError where they are not sound.

        >>> facts = ModelFacts("net", 1, {"blocks": 6}, {"games": 100})
        >>> ModelFacts.from_metadata(facts.to_metadata()) == facts
        True
        """
        try:
            kind, version = metadata["hexmate.kind"], int(metadata["hexmate.feature_version"])
            sizes, training = (
                json.loads(metadata.get(f"hexmate.{name}", "{}")) for name in ("sizes", "training")
            )
        except (KeyError, RecursionError) as error:
            raise ValueError(str(error)) from None
        if not isinstance(sizes, dict) or not isinstance(training, dict):
            raise ValueError("sizes and training must be objects")
        boards = sizes.get("boards", [])
        if not isinstance(boards, list) or not all(isinstance(side, int) for side in boards):
            raise ValueError("boards must be a list of sides")
        return cls(kind, version, sizes, training)


class ModelFile:
    """An ONNX file that has been read and checked, ready to run."""

    def __init__(
        self, path: str | os.PathLike[str], *, device: str = "cpu", threads: int = 1
    ) -> None:
        """ModelError if the file is missing, damaged, or not a model for Hexmate.

        `device` is ``cpu`` or ``cuda``; asking for a GPU that is not there is an error too.
        """
        self.path = Path(path)
        self.trusted = is_shipped(self.path)
        self.session = _open(self.path, device, threads)
        self.kind = self._kind()
        self.facts = self._facts()

    def require(self, kind: str, feature_version: int, shape: tuple[int | None, ...]) -> None:
        """ModelError unless the model has this kind and version, and its first input this shape.

        None in the shape stands for any number.
        """
        if self.kind != kind:
            raise ModelError(f"{self.path} is a model of kind {self.kind}; this needs {kind}")
        if self.facts.feature_version != feature_version:
            raise ModelError(
                f"{self.path} reads inputs of version {self.facts.feature_version}, but this "
                f"Hexmate has version {feature_version}; train or export it again"
            )
        found = self.session.get_inputs()[0].shape
        fits = len(found) == len(shape) and all(
            wanted is None or size == wanted for size, wanted in zip(found, shape, strict=True)
        )
        if not fits:
            raise ModelError(
                f"{self.path} reads an input of {_shape(found)}, but a model of kind {kind} reads "
                f"{_shape(shape)}"
            )

    def run(self, inputs: Mapping[str, Any], positions: int) -> list[Any]:
        """The outputs for a batch of positions; ModelError if the model fails or takes too long.

        Only models that came with Hexmate may take any time.
        """
        try:
            if self.trusted:
                return list(self.session.run(None, inputs))
            return self._run_limited(inputs, time_limit(positions))
        except ModelError:
            raise
        except Exception as error:  # ONNX Runtime has its own class for each kind of error
            raise ModelError(f"{self.path} cannot be run: {_first_line(error)}") from None

    def _run_limited(self, inputs: Mapping[str, Any], seconds: float) -> list[Any]:
        import onnxruntime as ort

        options = ort.RunOptions()
        options.log_severity_level = 4
        try:
            with WATCHDOG.limit(options, seconds):
                return list(self.session.run(None, inputs, options))
        except Exception:
            if not options.terminate:
                raise
            raise ModelError(
                f"{self.path} took more than {seconds:g} seconds for one evaluation; it was stopped"
            ) from None

    def _kind(self) -> str:
        names = tuple(each.name for each in self.session.get_inputs())
        for kind, wanted in KINDS.items():
            if set(names) == set(wanted):
                return kind
        known = "; ".join(f"{kind}: {', '.join(wanted)}" for kind, wanted in KINDS.items())
        raise ModelError(
            f"{self.path} is not a model for Hexmate: its inputs are {', '.join(names) or 'none'}, "
            f"not those of a known kind ({known})"
        )

    def _facts(self) -> ModelFacts:
        try:
            return ModelFacts.from_metadata(self.session.get_modelmeta().custom_metadata_map)
        except ValueError:
            raise ModelError(
                f"{self.path} has no valid description of its model: Hexmate did not export it"
            ) from None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _shape(sizes: Any) -> str:
    return "[" + ", ".join(str(size) if isinstance(size, int) else "*" for size in sizes) + "]"


def check_runtime(path: Path, device: str | None, threads: int) -> None:
    """ModelError if no file could run so: it is missing, or ONNX Runtime or the device is.

    Without a device ONNX Runtime is not asked for.
    """
    if not path.is_file():
        raise ModelError(f"there is no model file {path}")
    if not 1 <= threads <= 256:
        raise ModelError(f"threads must be between 1 and 256 (got {threads})")
    if device is None:
        return
    if device not in _PROVIDERS:
        raise ModelError(f"device must be {' or '.join(_PROVIDERS)} (got '{device}')")
    try:
        import onnxruntime as ort
    except ImportError:
        raise ModelError(
            "networks need ONNX Runtime; install it with pip install 'hexmate[nets]'"
        ) from None
    if _PROVIDERS[device] not in ort.get_available_providers():
        raise ModelError(_NO_GPU)


def _open(path: Path, device: str, threads: int) -> Any:
    check_runtime(path, device, threads)
    import onnxruntime as ort

    provider = _PROVIDERS[device]
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Idle threads that spin would take the time of the search itself.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # A session that falls back says so on standard output, which may carry a protocol.
    no_fallback = {"enable_fallback": 0}
    try:
        session = ort.InferenceSession(str(path), options, providers=[provider], **no_fallback)
    except Exception as error:  # ONNX Runtime has its own class for each kind of error
        if device != "cpu":
            _open(path, "cpu", threads)  # raises if the file is at fault
            raise ModelError(_NO_GPU) from None
        # Some versions compute with constants here, and may lack the memory.
        problem = "cannot be run" if "alloc" in str(error) else "is damaged or not an ONNX file"
        raise ModelError(f"{path} {problem}: {_first_line(error)}") from None
    # Built for GPUs, ONNX Runtime falls back to the CPU silently where there is none.
    if provider not in session.get_providers():
        raise ModelError(_NO_GPU)
    return session
