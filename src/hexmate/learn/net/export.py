"""Networks as files: from a trained `HexNet` to ONNX with its block of facts."""

import copy
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from hexmate.errors import ModelError
from hexmate.learn.net.fold import folded
from hexmate.learn.net.model import HexNet, NetSize, planes_of
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts

__all__ = ["Weights", "export_net", "export_torchscript"]

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


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained network as a run leaves it, with what is known of its training."""

    net: HexNet
    boards: tuple[int, ...]
    facts: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "Weights":
        """From a file in `nets/` of a run."""
        if not path.is_file():
            raise ModelError(f"there is no network {path}")
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            net = HexNet(NetSize(**state["size"]))
            net.load_state_dict(state["average"])
            boards, facts = tuple(state.get("boards", ())), dict(state.get("facts", {}))
        except Exception as error:  # PyTorch raises what its parts raise
            reason = str(error).splitlines()[0]
            raise ModelError(f"{path} is no network of a training run: {reason}") from None
        return cls(net.eval(), boards, facts)

    def write(self, path: Path) -> None:
        """Written aside and renamed, so that a file is always whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".new")
        average = {name: each.cpu() for name, each in self.net.state_dict().items()}
        size, boards = asdict(self.net.size), list(self.boards)
        torch.save({"size": size, "average": average, "boards": boards, "facts": self.facts}, aside)
        aside.replace(path)


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


def export_torchscript(net: HexNet, path: Path) -> None:
    """The same for programs that use PyTorch: views uint8 [batch, rows, cols] in, as in ONNX."""
    play = _Play(copy.deepcopy(net).cpu()).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        example = (torch.zeros(2, 6, 5, dtype=torch.uint8),)
        script = torch.jit.trace(play, example)  # type: ignore[no-untyped-call]
    draft = path.with_name(path.name + ".new")
    script.save(str(draft))
    draft.replace(path)


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
    evaluator = NetEvaluator(path, device="cpu")
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
