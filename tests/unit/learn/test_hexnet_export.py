"""Networks as `.hexnet` files: calibrated on games of their own, and close to PyTorch."""

import numpy as np
import pytest
import torch

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import ModelError
from hexmate.learn.human.export import export_human
from hexmate.learn.human.hexnet_export import export_human_hexnet, read_folded, sample_positions
from hexmate.learn.human.model import HumanNet
from hexmate.learn.net import hexnet_export
from hexmate.learn.net.export import Weights
from hexmate.learn.net.fold import folded
from hexmate.learn.net.hexnet_export import ENCODINGS, export_hexnet, sample_views
from hexmate.learn.net.model import HexNet, NetSize, planes_of
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.human_file import HumanFile


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


@pytest.fixture
def people(tmp_path):
    torch.manual_seed(2)
    net = HumanNet(NetSize(3, 8), knots=(1500, 1800, 2300)).eval()
    # The exporter stores equal arrays once, such as the biases of a new network.
    for each in net.parameters():
        torch.nn.init.normal_(each, std=0.3)
    path = tmp_path / "people.onnx"
    export_human(net, path, boards=(5,), training={"games": 3})
    return path


@pytest.mark.parametrize("bits", ENCODINGS)
def test_people_of_every_width(tmp_path, people, bits):
    path = tmp_path / "people.hexnet"
    export_human_hexnet(people, path, ENCODINGS[bits], games=2)
    exact = HumanFile(people, device="cpu")
    core, file = HumanFile(people), HumanFile(path, device="int8" if bits == 8 else "core")
    assert file.facts == exact.facts == core.facts
    assert core.device == "core"
    board = Board(5, swap="pieces")
    for word, rating in (("b2", 1700), ("c4", 2600), ("d1", 0)):
        board.push_str(word)
        want, found, own = (each.predict(board, rating, 1600) for each in (exact, file, core))
        assert (SWAP in found.policy) == (word == "b2")
        limit = {8: 0.05, 16: 1e-3, 32: 1e-4}[bits]
        for answers, off in ((found, limit), (own, 1e-4)):
            assert answers.policy == pytest.approx(want.policy, abs=off)
            assert answers.win_probability == pytest.approx(want.win_probability, abs=off)
            assert answers.resigns == pytest.approx(want.resigns, abs=off)


def test_sampled_games_of_people(people):
    net, _ = read_folded(people)
    with torch.inference_mode():
        plies = list(sample_positions(net, 5, 4, seed=1))
    assert len(plies) == 12
    first, last = plies[0], plies[-1]
    assert not first.views.any()
    assert ((last.views > 0).sum((1, 2)) >= 10).all()  # a swap places no stone
    assert (last.ages == 1).any((1, 2)).all()
    assert len({*first.context[:, 0].tolist()}) > 1
