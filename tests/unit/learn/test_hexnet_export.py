"""Networks as `.hexnet` files: calibrated on games of their own, and close to PyTorch."""

import numpy as np
import pytest
import torch

from hexmate.errors import ModelError
from hexmate.learn.net import hexnet_export
from hexmate.learn.net.export import Weights
from hexmate.learn.net.fold import folded
from hexmate.learn.net.hexnet_export import ENCODINGS, export_hexnet, sample_views
from hexmate.learn.net.model import HexNet, NetSize, planes_of
from hexmate.nets.evaluator import NetEvaluator


@pytest.fixture
def weights():
    torch.manual_seed(1)
    net = HexNet(NetSize(3, 8)).eval()
    for block in net.blocks:
        torch.nn.init.ones_(block.norm2.weight)
    return Weights(net, (5,), {"games": 3})


@pytest.mark.parametrize("bits", ENCODINGS)
def test_files_of_every_width_answer_as_pytorch_does(tmp_path, weights, bits):
    path = tmp_path / "net.hexnet"
    export_hexnet(weights, path, ENCODINGS[bits], games=2)
    net = NetEvaluator(path, device="int8" if bits == 8 else "core")
    assert net.facts.sizes["boards"] == [5]
    assert net.facts.training == {"games": 3}
    views = sample_views(folded(weights.net), 6, 1, seed=5)
    with torch.inference_mode():
        policy, value = weights.net.play(planes_of(torch.from_numpy(views)))
    logits, wins = net.evaluate(views)
    limit = {8: 0.1, 16: 1e-2, 32: 1e-3}[bits]
    np.testing.assert_allclose(logits, policy.flatten(1), atol=2 * limit)
    np.testing.assert_allclose(wins, value.sigmoid(), atol=limit)


def test_sampled_games_are_games(weights):
    """Both sides have equally many stones, or the opponent one more; the last move wins."""
    views = sample_views(folded(weights.net), 4, 3, seed=1)
    own, enemy = ((views == stone).sum((1, 2)) for stone in (1, 2))
    assert ((own == enemy) | (own + 1 == enemy)).all()
    assert (views[:3] == 0).all()
    assert own.max() >= 3


def test_a_file_with_other_answers_is_not_kept(tmp_path, weights, monkeypatch):
    monkeypatch.setattr(hexnet_export, "_FAR", dict.fromkeys(ENCODINGS.values(), -1.0))
    with pytest.raises(ModelError, match="win probabilities differ"):
        export_hexnet(weights, tmp_path / "net.hexnet", ENCODINGS[16], games=1)
    assert list(tmp_path.iterdir()) == []
