"""The settings files of the examples."""

from pathlib import Path

import pytest
import torch

from hexmate.cli.net_config import read_settings
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.net.self_play_pool import PlayingNet
from hexmate.learn.net.unfold import read_weights

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("train-*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_can_be_read_and_its_weights_are_there(path):
    settings = read_settings(path, {})
    for weights in settings.beginnings.values():
        read_weights(weights)


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # the compiler's own
def test_every_shape_of_batches_is_compiled():
    play = read_settings(next(path for path in EXAMPLES if "19" in path.stem), {}).play
    shapes = {(play.games_on(size), play.canvas(size)) for size in play.sizes}
    PlayingNet(HexNet(NetSize(1, 8)), torch.device("cpu"), compiled=True)
    assert torch._dynamo.config.recompile_limit >= len(shapes) > 8
