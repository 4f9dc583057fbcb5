"""From a model file back to a network that can learn."""

from dataclasses import replace

import numpy as np
import onnx
import pytest
import torch

from hexmate.errors import ModelError
from hexmate.learn.net.export import Weights, export_net
from hexmate.learn.net.model import HexNet, MaskedNorm, NetSize, planes_of
from hexmate.learn.net.run import Run
from hexmate.learn.net.settings import LearnSettings, PlaySettings, RunSettings
from hexmate.learn.net.unfold import read_weights
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.shipped import find_model

RUN = RunSettings(
    net="3x8",
    play=PlaySettings(shares={3: 0.5, 4: 0.5}, games=16, visits=8, quick_visits=2),
    learn=LearnSettings(steps=3, batch=32, capacity=150, least=60, rate=1e-4),
    device="cpu",
)


@pytest.fixture
def net():
    """A network whose norms have something to fold."""
    torch.manual_seed(1)
    made = HexNet(NetSize(3, 8))
    for module in made.modules():
        if isinstance(module, MaskedNorm):
            for tensor in (module.weight, module.bias, module.mean, module.variance):
                torch.nn.init.uniform_(tensor, 0.5, 1.5)
    return made.eval()


@pytest.fixture
def file(net, tmp_path):
    path = tmp_path / "net.onnx"
    export_net(net, path, boards=[5, 7], training={"games": 12})
    return path


def planes(batch, rows, cols):
    draw = np.random.default_rng(1)
    views = draw.choice(3, (batch, rows, cols), p=(0.6, 0.2, 0.2)).astype(np.uint8)
    return planes_of(torch.from_numpy(views))


def assert_same_answers(one, two, seen):
    with torch.inference_mode():
        ours, theirs = one(seen), two(seen)
    for name in ("policy", "value", "reply"):
        torch.testing.assert_close(getattr(ours, name), getattr(theirs, name), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("shape", [(1, 3, 3), (4, 11, 11), (2, 5, 8)])
def test_what_is_exported_and_read_back_answers_alike(net, file, shape):
    read = read_weights(str(file))
    assert (read.boards, read.facts, read.net.size) == ((5, 7), {"games": 12}, net.size)
    assert_same_answers(read.net, net, planes(*shape))


@pytest.mark.parametrize("name", ["tiny", "small", "medium"])
def test_networks_that_come_with_hexmate_are_read_back(name):
    read = read_weights(name)
    seen = np.random.default_rng(1).choice(3, (3, 9, 9), p=(0.8, 0.1, 0.1)).astype(np.uint8)
    logits, win_rates = NetEvaluator(find_model(name), device="cpu").evaluate(seen)
    with torch.inference_mode():
        policy, value = read.net.play(planes_of(torch.from_numpy(seen)))
    np.testing.assert_allclose(policy.flatten(1), logits, atol=1e-3)
    np.testing.assert_allclose(value.sigmoid(), win_rates, atol=1e-4)
    assert 11 in read.boards


def test_calibration_keeps_the_answers_and_makes_training_agree_with_them(net, file):
    read = read_weights(str(file)).net
    seen = planes(64, 6, 6)
    before = {name: each.clone() for name, each in read.state_dict().items()}
    read.calibrate(seen)
    assert not torch.equal(read.stem_norm.mean, before["stem_norm.mean"])
    assert_same_answers(read, net, planes(4, 7, 7))
    learning = read.train()(seen)
    with torch.inference_mode():
        torch.testing.assert_close(learning.value, net(seen).value, atol=1e-3, rtol=1e-3)


@pytest.mark.parametrize("begin_with", [str, lambda file: {"3x8": str(file)}])
def test_a_run_continues_from_a_model_file(net, file, tmp_path, begin_with):
    run = Run(replace(RUN, begin_with=begin_with(file)), tmp_path / "run")
    first = Weights.read(tmp_path / "run/nets/3x8-0000000.pt").net
    assert_same_answers(first, net, planes(2, 5, 5))
    run.go()
    with torch.inference_mode():
        after = run.trainers["3x8"].average(planes(2, 5, 5))
        assert (after.value - net(planes(2, 5, 5)).value).abs().max() < 0.3
    again = Run(replace(RUN, begin_with=begin_with(file)), tmp_path / "run")
    assert again.over


def test_files_that_cannot_be_read_back(file, tmp_path):
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(b"nothing")
    with pytest.raises(ModelError, match="damaged"):
        read_weights(str(damaged))
    with pytest.raises(ModelError, match="there is no model file"):
        read_weights("nowhere.onnx")
    with pytest.raises(ModelError, match="there is no such file"):
        read_weights("nowhere.pt")
    with pytest.raises(ModelError, match="not a network of this version"):
        read_weights("mlp-7x7")
    model = onnx.load_model(str(file))
    del model.graph.initializer[0]
    onnx.save_model(model, str(tmp_path / "less.onnx"))
    with pytest.raises(ModelError, match="does not hold the weights"):
        read_weights(str(tmp_path / "less.onnx"))
