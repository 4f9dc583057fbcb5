"""A whole training on people's games: read, train, measure, write the files."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from hexmate.errors import TrainingError
from hexmate.learn.human.evaluation import Predictions, predict
from hexmate.learn.human.export import HumanWeights, export_human
from hexmate.learn.human.games import TEST, TRAINING, PeopleGames
from hexmate.learn.human.model import HumanNet
from hexmate.learn.human.positions import CANVASES, Positions
from hexmate.learn.human.training import HumanReport, HumanSettings, train_on_games
from hexmate.learn.net.model import NetSize
from hexmate.learn.net.unfold import read_weights

__all__ = ["positions_of", "train_human"]


def positions_of(games: PeopleGames, part: int, device: torch.device) -> list[Positions]:
    """The positions of one part of the games, one group for each canvas that has any."""
    largest = int(games.sizes.max())
    if largest > max(CANVASES):
        raise TrainingError(f"boards must be at most {max(CANVASES)} wide (got {largest})")
    found, below = [], 0
    for side in CANVASES:
        chosen = (games.parts == part) & (games.sizes > below) & (games.sizes <= side)
        if chosen.any():
            found.append(Positions(games, chosen, side, device))
        below = side
    return found


def train_human(
    games: PeopleGames,
    out: Path,
    size: NetSize,
    settings: HumanSettings,
    device: torch.device,
    *,
    begin_with: str | None = None,
    watch: Callable[[HumanReport], None] | None = None,
) -> Predictions | None:
    """Train a network and write `human.pt` and `human.onnx` to the folder `out`.

    Returns the predictions for the games that are kept for testing, None if there are none.
    """
    sources = positions_of(games, TRAINING, device)
    if not sources:
        raise TrainingError("none of the games is one to learn from; give more games")
    trunk = None if begin_with is None else read_weights(begin_with).net
    if trunk is not None and trunk.size != size:
        raise TrainingError(f"begin_with: {begin_with} has {trunk.size}, not {size}")
    torch.manual_seed(settings.seed)
    net = train_on_games(HumanNet(size), sources, settings, watch, begin_with=trunk)
    boards = tuple(int(each) for each in np.unique(games.sizes))
    learnt = int((games.parts == TRAINING).sum())
    facts = {"games": learnt, "begin_with": begin_with, "settings": asdict(settings)}
    HumanWeights(net, boards, facts).write(out / "human.pt")
    export_human(net, out / "human.onnx", boards=boards, training=facts, half=True)
    test = positions_of(games, TEST, device)
    return predict([net], test, symmetry=True) if test else None
