"""Model files: ONNX with a block of facts beside the weights, and what may be wrong with them."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexmate.errors import ModelError

__all__ = ["KINDS", "NET_KIND", "VIEW_VERSION", "ModelFacts", "ModelFile"]

NET_KIND = "net"
"""The kind of the networks for tree search; others are named beside their inputs."""

VIEW_VERSION = 1
"""A new number when a byte of a view changes its meaning: older networks are then refused."""

KINDS = {
    NET_KIND: ("views",),
    "mlp": ("features",),
    "gnn": ("nodes", "neighbors", "members"),
}
"""The inputs by which the kind of a model is known."""

_PROVIDERS = {"cpu": "CPUExecutionProvider", "cuda": "CUDAExecutionProvider"}
_NO_GPU = "a GPU was asked for and ONNX Runtime finds none; use device=cpu"


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What stands in a file beside the weights: kind, version of its inputs, sizes, training."""

    kind: str
    feature_version: int
    sizes: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)

    def to_metadata(self) -> dict[str, str]:
        """As text for the file.

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
        """As read from a file; ValueError or KeyError where something lacks.

        >>> facts = ModelFacts("net", 1, {"blocks": 6}, {"games": 100})
        >>> ModelFacts.from_metadata(facts.to_metadata()) == facts
        True
        """
        return cls(
            metadata["hexmate.kind"],
            int(metadata["hexmate.feature_version"]),
            dict(json.loads(metadata.get("hexmate.sizes", "{}"))),
            dict(json.loads(metadata.get("hexmate.training", "{}"))),
        )


class ModelFile:
    """An ONNX file that has been read and found sound, ready to run."""

    def __init__(
        self, path: str | os.PathLike[str], *, device: str = "cpu", threads: int = 1
    ) -> None:
        """ModelError where the file is missing, damaged, or of no kind that Hexmate knows.

        `device` is ``cpu`` or ``cuda``; a GPU that is asked for and not there is an error too.
        """
        self.path = Path(path)
        self.session = _open(self.path, device, threads)
        self.kind = self._kind()
        self.facts = self._facts()

    def require(self, kind: str, feature_version: int, shape: tuple[int | None, ...]) -> None:
        """ModelError unless the model is of a kind and version and its first input has this shape.

        None in the shape stands for any number.
        """
        if self.kind != kind:
            raise ModelError(f"{self.path} holds a model of kind {self.kind}; this needs {kind}")
        if self.facts.feature_version != feature_version:
            raise ModelError(
                f"{self.path} reads inputs of version {self.facts.feature_version}, and this "
                f"Hexmate has version {feature_version}; train or export it again"
            )
        found = self.session.get_inputs()[0].shape
        fits = len(found) == len(shape) and all(
            wanted is None or size == wanted for size, wanted in zip(found, shape, strict=True)
        )
        if not fits:
            raise ModelError(
                f"{self.path} reads an input of {_shape(found)}, and a model of kind {kind} has "
                f"{_shape(shape)}"
            )

    def _kind(self) -> str:
        names = tuple(each.name for each in self.session.get_inputs())
        for kind, wanted in KINDS.items():
            if set(names) == set(wanted):
                return kind
        known = "; ".join(f"{kind}: {', '.join(wanted)}" for kind, wanted in KINDS.items())
        raise ModelError(
            f"{self.path} is no model of ours: its inputs are {', '.join(names)} ({known})"
        )

    def _facts(self) -> ModelFacts:
        try:
            return ModelFacts.from_metadata(self.session.get_modelmeta().custom_metadata_map)
        except (KeyError, ValueError):
            raise ModelError(
                f"{self.path} does not say what it holds: it was not exported by Hexmate"
            ) from None


def _shape(sizes: Any) -> str:
    return "[" + ", ".join(str(size) if isinstance(size, int) else "*" for size in sizes) + "]"


def _open(path: Path, device: str, threads: int) -> Any:
    if not path.is_file():
        raise ModelError(f"there is no model file {path}")
    if device not in _PROVIDERS:
        raise ModelError(f"a model runs on {' or '.join(_PROVIDERS)}, not on '{device}'")
    if not 1 <= threads <= 256:
        raise ModelError(f"the threads of a model are 1 to 256, not {threads}")
    try:
        import onnxruntime as ort
    except ImportError:
        raise ModelError(
            "networks need ONNX Runtime; install it with pip install 'hexmate[nets]'"
        ) from None
    provider = _PROVIDERS[device]
    if provider not in ort.get_available_providers():
        raise ModelError(_NO_GPU)
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Idle threads that spin would take the time of the search itself.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # A session that falls back says so on standard output, where a protocol may be spoken.
    no_fallback = {"enable_fallback": 0}
    try:
        session = ort.InferenceSession(str(path), options, providers=[provider], **no_fallback)
    except Exception as error:  # ONNX Runtime has a class of its own for each fault
        if device != "cpu":
            _open(path, "cpu", threads)  # tells if the file is at fault
            raise ModelError(_NO_GPU) from None
        reason = str(error).splitlines()[0]
        raise ModelError(f"{path} is damaged or no ONNX file: {reason}") from None
    # What ONNX Runtime was built for need not be there, and then it takes the CPU by itself.
    if provider not in session.get_providers():
        raise ModelError(_NO_GPU)
    return session
