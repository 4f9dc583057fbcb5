"""Trained networks as files: weights, and ONNX or TorchScript for play."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hexmate.errors import ModelError
from hexmate.learn.half import round_weights
from hexmate.learn.model_export import compare, write_onnx, write_torchscript
from hexmate.learn.net.fold import folded
from hexmate.learn.net.model import HexNet, NetSize, planes_of
from hexmate.learn.saving import save_state
from hexmate.nets.evaluator import Answers, NetEvaluator
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts

__all__ = ["Weights", "export_net", "export_torchscript"]


class _Play(nn.Module):
    """Maps views to the logits of moves and the win probability, as a search needs them."""

    def __init__(self, net: HexNet) -> None:
        super().__init__()
        self.net = folded(net)

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        policy, value = self.net.play(planes_of(views.float()))
        return policy, value.sigmoid()


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained network, the board sizes it was trained on, and facts about its training."""

    net: HexNet
    boards: tuple[int, ...]
    facts: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "Weights":
        """Read a file in `nets/` of a run."""
        if not path.is_file():
            raise ModelError(f"{path}: there is no such file")
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            net = HexNet(NetSize(**state["size"]))
            net.load_state_dict(state["average"])
            boards, facts = tuple(state.get("boards", ())), dict(state.get("facts", {}))
        except UnpicklingError:  # PyTorch's advice would be to trust the file
            raise ModelError(f"{path} is not a network of a training run") from None
        except Exception as error:  # PyTorch raises what its parts raise
            reason = next(iter(str(error).splitlines()), "it is empty or cut short")
            raise ModelError(f"{path} is not a network of a training run: {reason}") from None
        return cls(net.eval(), boards, facts)

    def write(self, path: Path) -> None:
        """Write the weights; the file under this name is whole at every moment."""
        path.parent.mkdir(parents=True, exist_ok=True)
        average = {name: each.cpu() for name, each in self.net.state_dict().items()}
        size, boards = asdict(self.net.size), list(self.boards)
        state = {"size": size, "average": average, "boards": boards, "facts": self.facts}
        save_state(state, path)


def export_net(
    net: HexNet,
    path: Path,
    *,
    boards: Sequence[int],
    training: dict[str, Any] | None = None,
    half: bool = False,
) -> None:
    """Write a network as ONNX and check that the file gives PyTorch's outputs.

    `boards` are the sizes that it was trained on; `training` are facts about the run, kept in the
    file. With `half` the weights are rounded to 16 bits, which makes the file half as large.
    """
    play = _Play(copy.deepcopy(net).cpu()).eval()
    if half:
        round_weights(play)
    sizes = {**asdict(net.size), "boards": list(boards)}
    batch_first = {0: "batch", 1: "rows", 2: "cols"}

    def check(draft: Path) -> None:
        _compare(play, NetEvaluator(draft, device="cpu").evaluate, path)

    write_onnx(
        play,
        _example(),
        path,
        facts=ModelFacts(NET_KIND, VIEW_VERSION, sizes, training or {}),
        outputs=("policy", "chance"),  # the win probability, by the name that files have
        free_axes={"views": batch_first, "policy": batch_first, "chance": {0: "batch"}},
        check=check,
        half=half,
    )


def export_torchscript(net: HexNet, path: Path) -> None:
    """Write a network as TorchScript; its input is views uint8 [batch, rows, cols], as in ONNX."""
    play = _Play(copy.deepcopy(net).cpu()).eval()

    def check(script: Callable[[Tensor], tuple[Tensor, Tensor]]) -> None:
        def answer(views: NDArray[np.uint8]) -> Answers:
            policy, value = script(torch.from_numpy(views))
            return policy.flatten(1).numpy(), value.numpy()

        _compare(play, answer, path)

    write_torchscript(play, _example(), path, check)


def _example() -> tuple[Tensor]:
    return (torch.zeros(2, 6, 5, dtype=torch.uint8),)


@torch.inference_mode()
def _compare(play: _Play, answer: Callable[[NDArray[np.uint8]], Answers], path: Path) -> None:
    draw = np.random.default_rng(1)
    for shape in ((1, 3, 3), (5, 11, 11), (3, 9, 6)):
        views = draw.choice(3, shape, p=(0.6, 0.2, 0.2)).astype(np.uint8)
        policy, value = play(torch.from_numpy(views))
        logits, values = answer(views)
        compare(logits, policy.flatten(1).numpy(), path)
        compare(values, value.numpy(), path)
