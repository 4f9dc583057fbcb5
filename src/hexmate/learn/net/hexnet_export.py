"""Networks as `.hexnet` files, for the core's own runner and for the browser."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import ModelError
from hexmate.files import drafted
from hexmate.learn.net.export import Weights
from hexmate.learn.net.fold import folded
from hexmate.learn.net.model import HexNet, planes_of
from hexmate.nets.core_net import CoreNet
from hexmate.nets.hexnet_file import Encoding, Range, hexnet_bytes
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts

__all__ = [
    "ENCODINGS",
    "calibration_boards",
    "compare_wins",
    "export_hexnet",
    "sample_views",
    "write_hexnet",
]

ENCODINGS = {8: Encoding.int8, 16: Encoding.f16, 32: Encoding.f32}
"""The encoding of a file by its bits per weight."""

_GAMES = 6
_BOARDS = (7, 9, 11, 13)
"""The board sizes for calibration; others only if the network was trained on none of these."""

_FAR = {Encoding.f32: 1e-3, Encoding.f16: 0.03, Encoding.int8: 0.15}
"""How far a win probability of the file may lie from PyTorch's."""


@torch.inference_mode()
def export_hexnet(weights: Weights, path: Path, encoding: Encoding, games: int = _GAMES) -> None:
    """Write a network, read it back, and check that its answers are close to PyTorch's.

    It plays `games` games against itself on some of the board sizes it was trained on. They show
    how large the inputs of each convolution become, and serve as positions to compare.
    """
    net = folded(weights.net.cpu())
    facts = ModelFacts(
        NET_KIND,
        VIEW_VERSION,
        {**asdict(weights.net.size), "boards": list(weights.boards)},
        weights.facts,
    )
    positions: list[NDArray[np.uint8]] = []

    def play() -> None:
        for side in calibration_boards(weights.boards):
            positions.append(sample_views(net, side, games, seed=1))

    def check(draft: Path) -> None:
        file = CoreNet(draft, int8=encoding is Encoding.int8)
        for views in positions:
            some = views[:: max(1, len(views) // 50)]
            _, value = net.play(planes_of(torch.from_numpy(some)))
            compare_wins(file.run(some)[1], value.sigmoid(), draft, encoding)

    write_hexnet(net, facts, path, encoding, play, check)


def calibration_boards(trained: Sequence[int]) -> Sequence[int]:
    """The board sizes of the games for calibration, for a network trained on these."""
    return [side for side in _BOARDS if side in trained] or trained or _BOARDS


def write_hexnet(
    net: nn.Module,
    facts: ModelFacts,
    path: Path,
    encoding: Encoding,
    play: Callable[[], None],
    check: Callable[[Path], None],
) -> None:
    """Write a folded network; a file that `check` refuses is not kept.

    `play` lets the network play games, which show how large the inputs of its convolutions become.
    """
    arrays = {name: each.numpy() for name, each in net.state_dict().items()}
    ranges = _ranges(net, facts.sizes["blocks"], play)
    try:
        with drafted(path) as draft:
            draft.write_bytes(hexnet_bytes(arrays, facts, encoding, ranges))
            check(draft)
    except OSError as error:
        raise ModelError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def compare_wins(
    found: NDArray[np.float32], expected: Tensor, path: Path, encoding: Encoding
) -> None:
    """ModelError unless a file gives the win probabilities of PyTorch, as close as it can."""
    off = float(np.abs(found - expected.numpy()).max())
    if not off <= _FAR[encoding]:
        raise ModelError(f"{path}: the file's win probabilities differ by {off:g}")


def sample_views(net: HexNet, side: int, games: int, seed: int) -> NDArray[np.uint8]:
    """The positions of games that a network plays against itself [positions, side, side].

    Moves are drawn from the policy.
    """
    draw = np.random.default_rng(seed)
    boards = [Board(side) for _ in range(games)]
    views = np.zeros((games, side, side), np.uint8)
    seen = []
    while boards:
        seen.append(views.copy())
        logits, _ = net.play(planes_of(torch.from_numpy(views)))
        shares = torch.softmax(logits.flatten(1).double(), dim=1).numpy()
        shares = np.where(views.reshape(len(boards), -1) == 0, shares + 1e-9, 0)
        for board, view, share in zip(boards, views, shares, strict=True):
            row, col = divmod(int(draw.choice(share.size, p=share / share.sum())), side)
            view[row, col] = 1
            # White sees the board reflected on its main diagonal.
            board.push(row * side + col if board.turn is Color.BLACK else col * side + row)
        views = ((3 - views) % 3).transpose(0, 2, 1)  # as the opponent sees it
        going = [at for at, board in enumerate(boards) if board.outcome() is None]
        boards, views = [boards[at] for at in going], np.ascontiguousarray(views[going])
    return np.concatenate(seen)


def _ranges(net: nn.Module, blocks: int, play: Callable[[], None]) -> dict[str, Range]:
    """The range of each convolution's inputs while the network plays."""
    found: dict[str, Range] = {}

    def watch(name: str) -> RemovableHandle:
        def see(module: nn.Module, inputs: tuple[Tensor]) -> None:
            low, high = inputs[0].amin((0, 2, 3)).numpy(), inputs[0].amax((0, 2, 3)).numpy()
            if name in found:
                low, high = np.minimum(low, found[name].low), np.maximum(high, found[name].high)
            found[name] = Range(low, high)

        return net.get_submodule(name).register_forward_pre_hook(see)

    hooks = [watch(f"blocks.{at}.{part}") for at in range(blocks) for part in ("conv1", "conv2")]
    play()
    for hook in hooks:
        hook.remove()
    return found
