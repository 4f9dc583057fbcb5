"""Exported files give the same outputs as the network in PyTorch."""

import numpy as np
import pytest
import torch

from hexmate.errors import ModelError
from hexmate.learn import model_export
from hexmate.learn.model_export import export_targets, write_onnx, write_torchscript
from hexmate.learn.net.export import Weights, export_net, export_torchscript
from hexmate.learn.net.fold import folded, refold
from hexmate.learn.net.model import OFF_BOARD, HexNet, MaskedNorm, NetSize, planes_of
from hexmate.learn.net.unfold import read_weights
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.model_file import NET_KIND, VIEW_VERSION, ModelFacts

TINY = NetSize(3, 8)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def net():
    """A network whose norms have something to fold."""
    torch.manual_seed(1)
    made = HexNet(TINY)
    for module in made.modules():
        if isinstance(module, MaskedNorm):
            for tensor in (module.weight, module.bias, module.mean, module.variance):
                torch.nn.init.uniform_(tensor, 0.5, 1.5)
    return made.eval()


def views(batch, rows, cols, seed=1):
    draw = np.random.default_rng(seed)
    return torch.from_numpy(draw.choice(3, (batch, rows, cols), p=(0.6, 0.2, 0.2)).astype(np.uint8))


@pytest.mark.parametrize("shape", [(1, 3, 3), (4, 11, 11), (2, 5, 8), (1, 20, 20)])
def test_onnx_answers_as_pytorch(net, tmp_path, shape):
    path = tmp_path / "net.onnx"
    export_net(net, path, boards=[5, 7], training={"games": 12})
    evaluator = NetEvaluator(path, device="cpu")
    seen = views(*shape)
    with torch.inference_mode():
        policy, value = net.play(planes_of(seen))
    logits, win_rates = evaluator.evaluate(seen.numpy())
    np.testing.assert_allclose(logits, policy.reshape(len(seen), -1), atol=1e-3)
    np.testing.assert_allclose(win_rates, value.sigmoid(), atol=1e-3)
    assert evaluator.facts.training == {"games": 12}
    assert evaluator.facts.sizes == {
        "blocks": 3,
        "channels": 8,
        "pool_every": 3,
        "boards": [5, 7],
    }
    assert [each.name for each in tmp_path.iterdir()] == ["net.onnx"]


def softmax(logits):
    return torch.from_numpy(logits).softmax(1).numpy()


@pytest.mark.parametrize("device", ["cpu", "openvino"])
def test_weights_in_16_bits_take_half_the_space_and_answer_alike(tmp_path, device):
    weights = read_weights("small")
    files = {half: tmp_path / f"{half}.onnx" for half in (False, True)}
    for half, path in files.items():
        export_net(weights.net, path, boards=weights.boards, half=half)
    assert files[True].stat().st_size < 0.55 * files[False].stat().st_size
    seen = views(4, 11, 11).numpy()
    full, half = (NetEvaluator(path, device=device).evaluate(seen) for path in files.values())
    # OpenVINO also computes in 16 bits where it can, which alone moves a policy by up to 0.01 here.
    tolerance = 1e-2 if device == "cpu" else 5e-2
    np.testing.assert_allclose(softmax(half[0]), softmax(full[0]), atol=tolerance)
    np.testing.assert_allclose(half[1], full[1], atol=tolerance)
    read = read_weights(str(files[True])).net
    with torch.inference_mode():
        policy, _ = read.play(planes_of(torch.from_numpy(seen)))
    expected = NetEvaluator(files[True], device="cpu").evaluate(seen)[0]
    np.testing.assert_allclose(policy.flatten(1), expected, atol=1e-3)


def test_a_file_with_other_answers_is_not_kept(net, tmp_path, monkeypatch):
    monkeypatch.setattr(model_export, "_TOLERANCE", -1.0)
    with pytest.raises(ModelError, match=r"net\.onnx: the file's outputs differ from PyTorch's"):
        export_net(net, tmp_path / "net.onnx", boards=[5])
    with pytest.raises(ModelError, match=r"net\.ts: the file's outputs differ from PyTorch's"):
        export_torchscript(net, tmp_path / "net.ts")
    assert list(tmp_path.iterdir()) == []


def test_only_the_warnings_about_the_exporter_are_silent(tmp_path):
    """One about the model is not: here what it does depends on the example."""

    class Branching(torch.nn.Module):
        def forward(self, views):
            return views.float() if views.sum() > 0 else -views.float()

    inputs = (torch.ones(1, 2, 2, dtype=torch.uint8),)
    facts = ModelFacts(NET_KIND, VIEW_VERSION, {}, {})
    with pytest.warns(torch.jit.TracerWarning, match="Python boolean"):
        write_onnx(
            Branching(),
            inputs,
            tmp_path / "net.onnx",
            facts=facts,
            outputs=("out",),
            free_axes={},
            check=lambda path: None,
        )
    with pytest.warns(torch.jit.TracerWarning, match="Python boolean"):
        write_torchscript(Branching(), inputs, tmp_path / "net.ts", lambda model: None)


def test_a_folder_that_is_not_there_is_one_plain_error(net, tmp_path):
    path = tmp_path / "none" / "net"
    with pytest.raises(ModelError, match="none/net: no such file or directory"):
        export_net(net, path, boards=[5])
    with pytest.raises(ModelError, match="none/net: no such file or directory"):
        export_torchscript(net, path)


def test_targets_are_checked_before_anything_is_written(tmp_path):
    out, weights = tmp_path / "net.onnx", tmp_path / "weights.pt"
    weights.write_text("learnt")
    assert export_targets(out, False, weights) == [out]
    assert export_targets(out, True, weights) == [out, tmp_path / "net.ts"]
    cases = [
        (tmp_path / "net.ts", True, "is where TorchScript goes"),
        (weights, False, "is the file that the model is made from"),
        (
            tmp_path / "." / "x" / ".." / "weights.pt",
            False,
            "is the file that the model is made from",
        ),
        (tmp_path, False, "is a folder"),
        (tmp_path / "none" / "net.onnx", False, "no such file or directory"),
        (weights / "net.onnx", False, "not a directory"),
    ]
    for target, script, says in cases:
        with pytest.raises(ModelError, match=says):
            export_targets(target, script, weights)
    (tmp_path / "net.ts").mkdir()
    with pytest.raises(ModelError, match=r"net\.ts is a folder"):
        export_targets(out, True)
    with pytest.raises(ModelError, match=r"net\.ts is the file that the model is made from"):
        export_targets(out, True, tmp_path / "net.ts")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["net.ts", "weights.pt"]
    assert weights.read_text() == "learnt"


def test_folding_changes_no_answer_and_follows_the_original(net):
    seen = planes_of(views(3, 6, 6))
    play = folded(net)
    with torch.inference_mode():
        torch.testing.assert_close(play.play(seen), net.play(seen), atol=1e-4, rtol=1e-4)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.05
    with torch.inference_mode():
        assert not torch.allclose(play.play(seen)[1], net.play(seen)[1], atol=1e-4)
    refold(play, net)
    with torch.inference_mode():
        torch.testing.assert_close(play.play(seen), net.play(seen), atol=1e-4, rtol=1e-4)


def test_a_smaller_board_on_a_canvas_is_the_same_board(net):
    small = views(2, 5, 5)
    canvas = torch.full((2, 8, 8), OFF_BOARD, dtype=torch.uint8)
    canvas[:, :5, :5] = small
    with torch.inference_mode():
        alone, on_canvas = net(planes_of(small)), net(planes_of(canvas))
    torch.testing.assert_close(on_canvas.value, alone.value, atol=1e-4, rtol=1e-4)
    inside = on_canvas.policy[:, :5, :5]
    torch.testing.assert_close(inside, alone.policy, atol=1e-4, rtol=1e-4)
    assert on_canvas.policy[:, 5:].max() < -1000


def test_training_mode_moves_the_norms(net):
    before = net.stem_norm.mean.clone()
    net.train()(planes_of(views(4, 5, 5)))
    assert not torch.equal(net.stem_norm.mean, before)


def test_moves_keep_apart_in_16_bits_however_far_they_are_from_zero(net):
    """What shifts all moves alike must not round away the differences between them."""
    with torch.no_grad():
        net.policy_tell.bias += 4000.0
    seen = planes_of(views(4, 7, 7))
    with torch.inference_mode():
        exact, _ = net.play(seen)
        brief, _ = folded(net, torch.bfloat16).play(seen.bfloat16())
    assert exact.abs().mean() > 100
    exact, brief = exact.flatten(1).softmax(1), brief.flatten(1).softmax(1)
    assert (exact - brief).abs().sum(1).max() < 0.1


def test_weights_of_a_run(net, tmp_path):
    path = tmp_path / "nets" / "net.pt"
    with pytest.raises(ModelError, match="there is no such file"):
        Weights.read(path)
    Weights(net, (5, 6), {"steps": 7}).write(path)
    read = Weights.read(path)
    assert (read.boards, read.facts) == ((5, 6), {"steps": 7})
    seen = planes_of(views(1, 5, 5))
    with torch.inference_mode():
        torch.testing.assert_close(read.net.play(seen), net.play(seen))
    path.write_bytes(b"no")
    with pytest.raises(ModelError, match=r"is not a network of a training run$"):
        Weights.read(path)  # and nothing of what PyTorch would have one do


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
def test_torchscript_answers_as_pytorch(net, tmp_path):
    export_torchscript(net, tmp_path / "net.ts")
    script = torch.jit.load(str(tmp_path / "net.ts"))
    for shape in ((1, 3, 3), (4, 7, 9)):
        seen = views(*shape)
        with torch.inference_mode():
            policy, chance = script(seen)
            logits, value = net.play(planes_of(seen))
        torch.testing.assert_close(policy, logits, atol=1e-3, rtol=0)
        torch.testing.assert_close(chance, value.sigmoid(), atol=1e-3, rtol=0)
