"""Value models as files: ONNX with its facts, and TorchScript."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from hexmate.board import Board
from hexmate.learn.model_export import compare, write_onnx, write_torchscript
from hexmate.learn.value.evaluator import ValueEvaluator, tensors_of
from hexmate.learn.value.models import ValueModel
from hexmate.nets.model_file import ModelFacts
from hexmate.nets.value_file import ValueFile
from hexmate.nets.value_inputs import FEATURE_VERSION
from hexmate.search.negamax import Leaves

__all__ = ["export_onnx", "export_torchscript"]


def export_onnx(
    model: ValueModel, path: Path, board: Board, facts: dict[str, Any] | None = None
) -> None:
    """Write a model as ONNX and check that the file gives PyTorch's scores.

    `board` is one that the model was trained on; `facts` are about its training, kept in the file.
    """
    model = copy.deepcopy(model).cpu().eval()

    def check(draft: Path) -> None:
        _compare(model, board, ValueFile(draft).scorer(board), path)

    write_onnx(
        model,
        tensors_of(model, board, *_examples(board)),
        path,
        facts=ModelFacts(model.kind, FEATURE_VERSION, dict(model.sizes), facts or {}),
        outputs=("score",),
        free_axes=_free_axes(model.kind),
        check=check,
    )


def export_torchscript(model: ValueModel, path: Path, board: Board) -> None:
    """Write a model as TorchScript and check that the file gives PyTorch's scores."""
    model = copy.deepcopy(model).cpu().eval()

    def check(script: Callable[..., Tensor]) -> None:
        def evaluate(stones: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.float32]:
            scores: NDArray[np.float32] = script(*tensors_of(model, board, stones, turns)).numpy()
            return scores

        _compare(model, board, evaluate, path)

    write_torchscript(model, tensors_of(model, board, *_examples(board)), path, check)


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
    """Random stones and turns, to try a model with."""
    rng = np.random.default_rng(seed)
    stones = rng.integers(3, size=(count, board.rows, board.cols)).astype(np.int8)
    return stones, (np.arange(count) % 2).astype(np.int8)


def _compare(model: ValueModel, board: Board, evaluate: Leaves, path: Path) -> None:
    stones, turns = _examples(board, seed=2, count=8)
    expected = ValueEvaluator(model, board)(stones, turns)
    scale = max(1.0, float(np.abs(expected).max()))
    compare(np.asarray(evaluate(stones, turns)), expected, path, scale=scale)
