"""Exporting models: each file is read back and compared with PyTorch before it gets its name."""

import io
import re
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hexmate.errors import ModelError
from hexmate.files import drafted
from hexmate.learn.half import store_in_16_bits
from hexmate.nets.model_file import KINDS, ModelFacts

__all__ = ["compare", "export_targets", "write_onnx", "write_torchscript"]

_OPSET = 18
_TOLERANCE = 1e-3

# What PyTorch says about its own older exporters. Other warnings concern the model: they are shown.
_LEGACY_EXPORT = ("You are using the legacy TorchScript-based ONNX export", "The feature will be")
_LEGACY_SCRIPT = "`torch.jit"


def export_targets(out: Path, script: bool, *sources: Path) -> list[Path]:
    """The files that an export will write: `out` and, with `script`, the same name with `.ts`.

    ModelError if one of them is also a source or cannot be written; call it before a long training.
    """
    targets = [out, out.parent / f"{out.stem}.ts"] if script else [out]
    if len(set(targets)) < len(targets):
        raise ModelError(
            f"{out} is where TorchScript goes; give the model another ending, as in net.onnx"
        )
    for target in targets:
        if any(target.resolve() == source.resolve() for source in sources):
            raise ModelError(f"{target} is the file that the model is made from; name another one")
        if target.is_dir():
            raise ModelError(f"{target} is a folder; name a file in it")
        with _named(target):
            _check_writable(target)
    return targets


def write_onnx(
    model: nn.Module,
    inputs: tuple[Tensor, ...],
    path: Path,
    *,
    facts: ModelFacts,
    outputs: Sequence[str],
    free_axes: Mapping[str, Mapping[int, str]],
    check: Callable[[Path], None],
    half: bool = False,
) -> None:
    """Write a model and let `check` read it back; a file that it refuses is not kept.

    `inputs` are examples for the inputs of its kind, `free_axes` name the axes of variable length.
    With `half` the weights are stored in 16 bits.
    """
    stream = io.BytesIO()
    # Not with `dynamo=True`: that needs one more package (onnxscript), takes 20 times as long for
    # a file that is just as fast, and writes the paths of this machine into it.
    with _without_warnings(*_LEGACY_EXPORT):
        torch.onnx.export(
            model,
            inputs,
            stream,  # type: ignore[arg-type]  # only the other exporter insists on a name
            input_names=list(KINDS[facts.kind]),
            output_names=list(outputs),
            dynamic_axes={name: dict(axes) for name, axes in free_axes.items()},
            opset_version=_OPSET,
            dynamo=False,
        )
    written = onnx.load_model_from_string(stream.getvalue())
    onnx.helper.set_model_props(written, facts.to_metadata())
    if half:
        store_in_16_bits(written)
    with _named(path), drafted(path) as draft:
        draft.write_bytes(written.SerializeToString())
        check(draft)


def write_torchscript(
    model: nn.Module,
    inputs: tuple[Tensor, ...],
    path: Path,
    check: Callable[[Callable[..., Any]], None],
) -> None:
    """Write a model as TorchScript; `check` gets the model as it was read back."""
    stream = io.BytesIO()
    with _without_warnings(_LEGACY_SCRIPT), _named(path), drafted(path) as draft:
        traced = torch.jit.trace(model, inputs)  # type: ignore[no-untyped-call]
        torch.jit.save(traced, stream)
        draft.write_bytes(stream.getvalue())
        with torch.inference_mode():
            check(torch.jit.load(str(draft)))  # type: ignore[no-untyped-call]


def compare(found: NDArray[Any], expected: NDArray[Any], path: Path, *, scale: float = 1.0) -> None:
    """ModelError unless an exported model gives the same outputs as PyTorch.

    They may differ by a thousandth of the `scale` of the numbers.
    """
    if found.shape != expected.shape:
        raise ModelError(f"{path}: outputs of shape {found.shape}, PyTorch's {expected.shape}")
    off = float(np.abs(found - expected).max())
    if not off <= _TOLERANCE * scale:
        raise ModelError(f"{path}: the file's outputs differ from PyTorch's by {off:g}")


@contextmanager
def _without_warnings(*beginnings: str) -> Iterator[None]:
    """Ignore the DeprecationWarnings that begin like this."""
    with warnings.catch_warnings():
        for each in beginnings:
            warnings.filterwarnings("ignore", re.escape(each), DeprecationWarning)
        yield


def _check_writable(path: Path) -> None:
    """OSError unless a file can be made beside `path`."""
    with tempfile.TemporaryFile(dir=path.parent):
        pass


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Report an OSError as a ModelError that names the file."""
    try:
        yield
    except OSError as error:
        raise ModelError(f"{path}: {(error.strerror or str(error)).lower()}") from None
