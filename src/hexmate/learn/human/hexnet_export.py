"""Networks that predict people's moves as `.hexnet` files, made from their ONNX files."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import torch
from torch import Tensor

from hexmate.errors import ModelError
from hexmate.learn.human.distill import advance
from hexmate.learn.human.model import CONTEXT, HumanNet, Inputs
from hexmate.learn.net.fold import folded
from hexmate.learn.net.hexnet_export import calibration_boards, compare_wins, write_hexnet
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.nets.core_net import CoreNet
from hexmate.nets.hexnet_file import Encoding
from hexmate.nets.model_file import HUMAN_KIND, ModelFacts
from hexmate.nets.onnx_weights import read_onnx

__all__ = ["export_human_hexnet", "read_folded", "sample_positions"]

_GAMES = 8
_PLAYED = 0.5
"""Games end when this share of the cells has a stone: people resign before the board is full."""

_RATINGS = (0.0, 1300.0, 1500.0, 1700.0, 1900.0, 2200.0, 2600.0)


@torch.inference_mode()
def export_human_hexnet(source: Path, path: Path, encoding: Encoding, games: int = _GAMES) -> None:
    """Write the network of an ONNX file, read it back, and check that its answers are close.

    It plays `games` games against itself on some of the board sizes it was trained on, with
    different ratings. They show how large the inputs of each convolution become, and serve as
    positions to compare.
    """
    net, facts = read_folded(source)
    sizes = calibration_boards(facts.sizes.get("boards", ()))
    positions: list[Inputs] = []

    def play() -> None:
        for side in sizes:
            positions.extend(sample_positions(net, side, games, seed=1))

    def check(draft: Path) -> None:
        file = CoreNet(draft, int8=encoding is Encoding.int8, kind=HUMAN_KIND)
        for inputs in positions[:: max(1, len(positions) // 50)]:
            _, rest = file.predict(*(each.numpy() for each in inputs))
            compare_wins(rest[:, 0], net(inputs).win.sigmoid(), draft, encoding)

    write_hexnet(net, facts, path, encoding, play, check)


def read_folded(path: Path) -> tuple[HumanNet, ModelFacts]:
    """The network in an ONNX file, for inference only, and the facts about it."""
    read = read_onnx(path, HUMAN_KIND)
    sizes = {name: size for name, size in read.facts.sizes.items() if name != "boards"}
    try:
        made = HumanNet(NetSize(**sizes), read.arrays["knots"].tolist()).eval()
        net = cast(HumanNet, folded(cast(HexNet, made)))
        # What predicts the rest of the game is not in the file.
        net.load_state_dict(
            {name: torch.from_numpy(each) for name, each in read.arrays.items()}, strict=False
        )
    except (TypeError, KeyError, RuntimeError) as error:
        raise ModelError(f"{path} does not hold the weights it names: {error}") from None
    return net, read.facts


def sample_positions(net: HumanNet, side: int, games: int, seed: int) -> Iterator[Inputs]:
    """The positions of games that a network plays against itself, ply by ply.

    Moves are drawn from the policy, the swap among them; the players' ratings differ.
    """
    draw = torch.Generator()
    draw.manual_seed(seed)
    inputs = _empty_boards(side, games, draw)
    for _ in range(round(side * side * _PLAYED)):
        yield inputs
        moves = torch.multinomial(net(inputs).policy.softmax(1), 1, generator=draw)[:, 0]
        inputs = _after(inputs, moves)


def _empty_boards(side: int, games: int, draw: torch.Generator) -> Inputs:
    context = torch.zeros(games, CONTEXT)
    lots = torch.randint(len(_RATINGS), (games, 2), generator=draw)
    context[:, :2] = torch.tensor(_RATINGS)[lots]
    cells = torch.zeros(games, side, side, dtype=torch.uint8)
    return Inputs(cells, cells.clone(), context)


def _after(inputs: Inputs, moves: Tensor) -> Inputs:
    """The next positions, with arrays as files need them."""
    return Inputs(*(each.contiguous() for each in advance(inputs, moves)))
