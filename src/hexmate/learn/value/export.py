"""Value models as files: ONNX with what Hexmate must know of them, and TorchScript."""

import copy
import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch

from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.learn.value.judge import Judge, tensors_of
from hexmate.learn.value.models import ValueModel
from hexmate.nets.model_file import KINDS, ModelFacts
from hexmate.nets.value_file import ValueFile
from hexmate.nets.value_inputs import FEATURE_VERSION

__all__ = ["export_onnx", "export_torchscript"]

_OPSET = 18
_TOLERANCE = 1e-3


def export_onnx(
    model: ValueModel, path: Path, board: Board, facts: dict[str, Any] | None = None
) -> None:
    """Write a model, and read it back: its scores must be PyTorch's.

    `board` is one that the model was trained on, `facts` what is told of its training.
    """
    model = copy.deepcopy(model).cpu().eval()
    inputs = tensors_of(model, board, *_examples(board))
    stream = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            inputs,
            stream,  # type: ignore[arg-type]  # only the other exporter insists on a name
            input_names=list(KINDS[model.kind]),
            output_names=["score"],
            dynamic_axes=_free_axes(model.kind),
            opset_version=_OPSET,
            dynamo=False,
        )
    written = onnx.load_model_from_string(stream.getvalue())
    about = ModelFacts(model.kind, FEATURE_VERSION, dict(model.sizes), facts or {})
    onnx.helper.set_model_props(written, about.to_metadata())
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(written.SerializeToString())
    try:
        _smoke_test(model, draft, board)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def export_torchscript(model: ValueModel, path: Path, board: Board) -> None:
    """Write a model as TorchScript, and read it back."""
    model = copy.deepcopy(model).cpu().eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        traced = torch.jit.trace(  # type: ignore[no-untyped-call]
            model, tensors_of(model, board, *_examples(board))
        )
        draft = path.with_name(path.name + ".new")
        torch.jit.save(traced, str(draft))
        loaded = torch.jit.load(str(draft))  # type: ignore[no-untyped-call]
    stones, turns = _examples(board, seed=2)
    with torch.inference_mode():
        found = loaded(*tensors_of(model, board, stones, turns)).numpy()
    _compare(found, Judge(model, board)(stones, turns), path)
    draft.replace(path)


def _free_axes(kind: str) -> dict[str, dict[int, str]]:
    if kind == "mlp":
        return {"features": {0: "batch"}, "score": {0: "batch"}}
    return {
        "nodes": {0: "nodes"},
        "neighbors": {0: "nodes", 1: "links"},
        "members": {0: "batch", 1: "members"},
        "score": {0: "batch"},
    }


def _examples(board: Board, seed: int = 1, count: int = 5) -> tuple[Any, Any]:
    """Stones at random, as inputs to try a model with."""
    rng = np.random.default_rng(seed)
    stones = rng.integers(3, size=(count, board.rows, board.cols)).astype(np.int8)
    return stones, (np.arange(count) % 2).astype(np.int8)


def _smoke_test(model: ValueModel, path: Path, board: Board) -> None:
    stones, turns = _examples(board, seed=2, count=8)
    found = ValueFile(path).judge(board)(stones, turns)
    _compare(found, Judge(model, board)(stones, turns), path)


def _compare(found: Any, expected: Any, path: Path) -> None:
    scale = max(1.0, float(np.abs(expected).max()))
    if found.shape != expected.shape or np.abs(found - expected).max() > _TOLERANCE * scale:
        raise HexmateError(f"{path}: the exported model does not say what the trained one says")
