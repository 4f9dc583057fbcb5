"""Networks as files: from a trained `HexNet` to ONNX with its block of facts."""

import copy
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from hexmate.errors import ModelError
from hexmate.learn.fold import folded
from hexmate.learn.model import HexNet, NetSize, planes_of
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts

__all__ = ["export_net", "load_checkpoint"]

_OPSET = 18
_TOLERANCE = 1e-3


class _Play(nn.Module):
    """Views in, logits of moves and the chance out: what a search asks for."""

    def __init__(self, net: HexNet) -> None:
        super().__init__()
        self.net = folded(net)

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        policy, value = self.net.play(planes_of(views.float()))
        return policy, value.sigmoid()


def load_checkpoint(path: Path) -> HexNet:
    """The averaged network of a training run's checkpoint."""
    if not path.is_file():
        raise ModelError(f"there is no checkpoint {path}")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        net = HexNet(NetSize(**state["size"]))
        net.load_state_dict(state["average"])
    except Exception as error:  # PyTorch raises what its parts raise
        reason = str(error).splitlines()[0]
        raise ModelError(f"{path} is no checkpoint of a network: {reason}") from None
    return net.eval()


def export_net(
    net: HexNet, path: Path, *, boards: Sequence[int], training: dict[str, Any] | None = None
) -> None:
    """Write a network for play and read it back: its answers must be PyTorch's.

    `boards` are the sizes that it was trained on, `training` what is told of the run.
    """
    play = _Play(copy.deepcopy(net).cpu()).eval()
    facts = ModelFacts(
        NET_KIND, VIEW_VERSION, {**asdict(net.size), "boards": list(boards)}, training or {}
    )
    draft = path.with_name(path.name + ".new")
    try:
        _write(play, draft)
        model = onnx.load(draft)
        onnx.helper.set_model_props(model, facts.to_metadata())
        onnx.save(model, draft)
        _compare(play, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _write(play: _Play, path: Path) -> None:
    batch_first = {0: "batch", 1: "rows", 2: "cols"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            play,
            (torch.zeros(2, 6, 5, dtype=torch.uint8),),
            path,
            input_names=["views"],
            output_names=["policy", "chance"],
            dynamic_axes={"views": batch_first, "policy": batch_first, "chance": {0: "batch"}},
            opset_version=_OPSET,
            dynamo=False,
        )


@torch.inference_mode()
def _compare(play: _Play, path: Path) -> None:
    evaluator = NetEvaluator(path)
    draw = np.random.default_rng(1)
    for batch, rows, cols in ((1, 3, 3), (5, 11, 11), (3, 9, 6)):
        views = draw.choice(3, (batch, rows, cols), p=(0.6, 0.2, 0.2)).astype(np.uint8)
        policy, chance = play(torch.from_numpy(views))
        logits, chances = evaluator.evaluate(views)
        off = max(
            float(np.abs(logits - policy.reshape(batch, -1).numpy()).max()),
            float(np.abs(chances - chance.numpy()).max()),
        )
        if not off <= _TOLERANCE:
            raise ModelError(f"the file's answers are {off:g} off those of PyTorch")
