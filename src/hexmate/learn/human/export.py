"""Networks that predict people's moves, as files: weights, and ONNX for play."""

import copy
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from hexmate.errors import ModelError
from hexmate.learn.half import round_weights
from hexmate.learn.human.model import CONTEXT, HumanNet, Inputs
from hexmate.learn.model_export import compare, write_onnx
from hexmate.learn.net.fold import folded
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.saving import save_state
from hexmate.nets.model_file import HUMAN_KIND, HUMAN_VERSION, ModelFacts, ModelFile

__all__ = ["HumanWeights", "export_human"]

_WIDE = 1024
"""Tensors with fewer numbers are stored in 32 bits."""


@dataclass(frozen=True, slots=True)
class HumanWeights:
    """A trained network, the board sizes in its games, and facts about its training."""

    net: HumanNet
    boards: tuple[int, ...]
    facts: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "HumanWeights":
        """Read what `write` wrote."""
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            average = {name: each.float() for name, each in state["average"].items()}
            net = HumanNet(NetSize(**state["size"]), average["knots"].tolist())
            net.load_state_dict(average)
            boards, facts = tuple(state.get("boards", ())), dict(state.get("facts", {}))
        except OSError as error:
            raise ModelError(f"cannot read {path}: {error.strerror}") from None
        except UnpicklingError:  # PyTorch's advice would be to trust the file
            raise ModelError(f"{path} is not a network that predicts people's moves") from None
        except Exception as error:  # PyTorch raises what its parts raise
            reason = next(iter(str(error).splitlines()), "it is empty or cut short")
            raise ModelError(
                f"{path} is not a network that predicts people's moves: {reason}"
            ) from None
        return cls(net.eval(), boards, facts)

    def write(self, path: Path) -> None:
        """Write the weights, large tensors in 16 bits."""
        path.parent.mkdir(parents=True, exist_ok=True)
        average = {
            name: (each.half() if each.numel() >= _WIDE else each).cpu()
            for name, each in self.net.state_dict().items()
        }
        size, boards = asdict(self.net.size), list(self.boards)
        save_state({"size": size, "average": average, "boards": boards, "facts": self.facts}, path)


class _HumanPlay(nn.Module):
    """Maps the inputs to the logits of moves and the probabilities of winning and resigning."""

    def __init__(self, net: HumanNet) -> None:
        super().__init__()
        self.net = cast(HumanNet, folded(cast(HexNet, net)))

    def forward(self, views: Tensor, ages: Tensor, context: Tensor) -> tuple[Tensor, Tensor]:
        out = self.net(Inputs(views.float(), ages.float(), context))
        return out.policy, torch.stack((out.win, out.resigns), dim=1).sigmoid()


def export_human(
    net: HumanNet,
    path: Path,
    *,
    boards: Sequence[int],
    training: dict[str, Any] | None = None,
    half: bool = False,
) -> None:
    """Write a network as ONNX and check that the file gives PyTorch's outputs.

    `boards` are the sizes that it was trained on; `training` are facts about the training, kept in
    the file. With `half` the weights are rounded to 16 bits, which makes the file half as large.
    """
    play = _HumanPlay(copy.deepcopy(net).cpu()).eval()
    if half:
        round_weights(play)
    sizes = {**asdict(net.size), "boards": list(boards)}
    cells = {0: "batch", 1: "rows", 2: "cols"}
    write_onnx(
        play,
        (*_example(2, 6, 5),),
        path,
        facts=ModelFacts(HUMAN_KIND, HUMAN_VERSION, sizes, training or {}),
        outputs=("policy", "rest"),
        free_axes={
            "views": cells,
            "ages": cells,
            "context": {0: "batch"},
            "policy": {0: "batch", 1: "moves"},
            "rest": {0: "batch"},
        },
        check=lambda draft: _compare(play, ModelFile(draft), path),
        half=half,
    )


def _example(batch: int, rows: int, cols: int, seed: int = 1) -> tuple[Tensor, Tensor, Tensor]:
    draw = np.random.default_rng(seed)
    views = draw.choice(3, (batch, rows, cols), p=(0.6, 0.2, 0.2)).astype(np.uint8)
    ages = (draw.integers(1, 30, views.shape) * (views > 0)).astype(np.uint8)
    context = np.zeros((batch, CONTEXT), np.float32)
    context[:, :2] = draw.choice((0.0, 1500.0, 1900.0, 2800.0), (batch, 2))
    return torch.from_numpy(views), torch.from_numpy(ages), torch.from_numpy(context)


@torch.inference_mode()
def _compare(play: _HumanPlay, file: ModelFile, path: Path) -> None:
    for shape in ((1, 3, 3), (5, 11, 11), (3, 9, 6)):
        views, ages, context = _example(*shape, seed=2)
        policy, rest = play(views, ages, context)
        inputs = {"views": views.numpy(), "ages": ages.numpy(), "context": context.numpy()}
        found = file.run(inputs, shape[0])
        compare(found[0], policy.numpy(), path)
        compare(found[1], rest.numpy(), path)
