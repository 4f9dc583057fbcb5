"""Model files: what they tell, and a message of its own for everything that may be wrong."""

import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from threading import Barrier

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper

from hexmate.errors import ModelError
from hexmate.nets import openvino_net
from hexmate.nets.evaluator import NetEvaluator, UniformEvaluator
from hexmate.nets.model_file import NET_KIND, ModelFacts, ModelFile
from hexmate.nets.openvino_net import OpenVinoNet
from hexmate.nets.shipped import find_model, shipped_models

FACTS = ModelFacts("net", 1, {"boards": [5]}, {"games": 3})


def write(path: Path, name="views", shape=("batch", "rows", "cols"), facts=FACTS) -> Path:
    """A file that only hands its input on."""
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        [helper.make_node("Identity", [name], ["policy"])],
        "test",
        [value(name, TensorProto.UINT8, shape)],
        [value("policy", TensorProto.UINT8, shape)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    if facts is not None:
        helper.set_model_props(model, facts.to_metadata())
    onnx.save(model, path)
    return path


def test_facts_survive_the_file(tmp_path):
    file = ModelFile(write(tmp_path / "net.onnx"))
    assert file.kind == "net"
    assert file.facts == FACTS


def broken(path: Path) -> Path:
    path.write_bytes(b"this is not a model" * 10)
    return path


CASES = {
    "missing": (lambda path: path, "there is no model file"),
    "damaged": (broken, "damaged or not an ONNX file"),
    "cut short": (
        lambda path: path.write_bytes(find_model("small").read_bytes()[:100_000]) and path,
        "damaged or not an ONNX file",
    ),
    "other inputs": (lambda path: write(path, name="pixels"), "its inputs are pixels"),
    "other count": (lambda path: write(path, shape=("batch", 7)), r"input of \[\*, 7\]"),
    "no facts": (lambda path: write(path, facts=None), "Hexmate did not export it"),
    "other version": (
        lambda path: write(path, facts=ModelFacts("net", 99)),
        "inputs of version 99, but this Hexmate has version 1",
    ),
}


@pytest.mark.parametrize(("make", "says"), CASES.values(), ids=CASES)
def test_each_fault_has_its_message(tmp_path, make, says):
    with pytest.raises(ModelError, match=says):
        NetEvaluator(make(tmp_path / "net.onnx"))


def test_another_kind_is_told(tmp_path):
    with pytest.raises(ModelError, match="of kind net; this needs mlp"):
        ModelFile(write(tmp_path / "net.onnx")).require("mlp", 1, (None, 7))


def test_devices_and_threads_are_checked():
    path = find_model("small")
    with pytest.raises(ModelError, match=r"device must be cpu or cuda \(got 'tpu'\)"):
        NetEvaluator(path, device="tpu")
    with pytest.raises(ModelError, match=r"threads must be between 1 and 256 \(got 0\)"):
        NetEvaluator(path, threads=0)


def test_a_gpu_that_is_not_there(monkeypatch):
    monkeypatch.setattr("onnxruntime.get_available_providers", lambda: ["CPUExecutionProvider"])
    with pytest.raises(ModelError, match="a GPU was asked for"):
        NetEvaluator(find_model("small"), device="cuda")


@pytest.fixture
def built_for_gpus(monkeypatch):
    """ONNX Runtime that could use a GPU if there were one."""
    both = ["CUDAExecutionProvider", "CPUExecutionProvider"]
    monkeypatch.setattr("onnxruntime.get_available_providers", lambda: both)


@pytest.mark.filterwarnings("ignore:Specified provider:UserWarning")
@pytest.mark.usefixtures("built_for_gpus")
def test_the_cpu_does_not_stand_in_for_a_gpu():
    with pytest.raises(ModelError, match="a GPU was asked for and ONNX Runtime finds none"):
        NetEvaluator(find_model("small"), device="cuda")


@pytest.mark.usefixtures("built_for_gpus")
def test_a_gpu_that_fails_is_told_as_one_that_is_absent(tmp_path, monkeypatch, capfd):
    class Failing(ort.InferenceSession):
        def _create_inference_session(self, providers, *others):
            if "CUDAExecutionProvider" in providers:
                self._fallback_providers = ["CPUExecutionProvider"]
                raise RuntimeError("CUDA failure 35")
            super()._create_inference_session(providers, *others)

    monkeypatch.setattr(ort, "InferenceSession", Failing)
    with pytest.raises(ModelError, match="a GPU was asked for and ONNX Runtime finds none"):
        NetEvaluator(find_model("small"), device="cuda")
    with pytest.raises(ModelError, match="damaged or not an ONNX file"):
        NetEvaluator(broken(tmp_path / "net.onnx"), device="cuda")
    assert capfd.readouterr().out == ""


def test_without_onnx_runtime_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelError, match=r"pip install 'hexmate\[nets\]'"):
        NetEvaluator(find_model("small"), device="cpu")


def test_shipped_models_are_small_and_say_what_they_are():
    kinds = set()
    for path in shipped_models().values():
        assert path.stat().st_size <= 12 * 2**20
        facts = ModelFile(path).facts
        kinds.add(facts.kind)
        assert facts.training
        if facts.kind == NET_KIND:
            assert facts.training["games"] > 0
            assert 11 in facts.sizes["boards"]
    assert kinds == {"net", "human", "mlp", "gnn"}
    names = "gnn-7x7, human, medium, mlp-7x7, small, tiny"
    with pytest.raises(ModelError, match=f"come with Hexmate: {names}"):
        find_model("huge")


@pytest.fixture(scope="module")
def small():
    return NetEvaluator(find_model("small"))


def test_answers_do_not_depend_on_the_batch(small):
    views = np.random.default_rng(1).choice(3, (6, 9, 9), p=(0.7, 0.15, 0.15)).astype(np.uint8)
    logits, win_rates = small.evaluate(views)
    assert logits.shape == (6, 81)
    assert win_rates.shape == (6,)
    assert ((win_rates >= 0) & (win_rates <= 1)).all()
    for at in range(6):
        alone, chance = small.evaluate(views[at : at + 1])
        np.testing.assert_allclose(alone[0], logits[at], atol=1e-3)
        np.testing.assert_allclose(chance[0], win_rates[at], atol=1e-3)


def test_cells_off_the_board_change_nothing(small):
    views = np.random.default_rng(2).choice(3, (2, 7, 7), p=(0.7, 0.15, 0.15)).astype(np.uint8)
    canvas = np.full((2, 10, 10), 3, np.uint8)
    canvas[:, :7, :7] = views
    logits, win_rates = small.evaluate(views)
    wide, wide_win_rates = small.evaluate(canvas)
    np.testing.assert_allclose(wide_win_rates, win_rates, atol=1e-3)
    inside = wide.reshape(2, 10, 10)[:, :7, :7].reshape(2, -1)
    np.testing.assert_allclose(inside, logits, atol=1e-3)
    assert wide.reshape(2, 10, 10)[:, 7:].max() < logits.min() - 1000


def test_symmetry_makes_both_ways_of_looking_equal(small):
    both = NetEvaluator(find_model("small"), symmetry=True)
    views = np.random.default_rng(3).choice(3, (3, 8, 8), p=(0.7, 0.15, 0.15)).astype(np.uint8)
    logits, win_rates = both.evaluate(views)
    turned, same = both.evaluate(views[:, ::-1, ::-1])
    np.testing.assert_allclose(turned[:, ::-1], logits, atol=1e-3)
    np.testing.assert_allclose(same, win_rates, atol=1e-3)
    plain, _ = small.evaluate(views)
    assert np.abs(plain - logits).max() > 1e-2


def test_sizes_it_was_not_trained_on_are_marked(small):
    assert small.trained_on(11, 11)
    assert not small.trained_on(19, 19)
    assert not small.trained_on(11, 9)


def test_the_stand_in_knows_nothing():
    logits, win_rates = UniformEvaluator().evaluate(np.zeros((2, 3, 3), np.uint8))
    assert logits.shape == (2, 9)
    assert (win_rates == 0.5).all()


def shares(logits):
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.mark.slow
def test_openvino_answers_alike_from_any_thread(small):
    """In 16 bits where the processor has them, so not quite the same."""
    exact = NetEvaluator(find_model("small"), device="cpu")
    quick = NetEvaluator(find_model("small"), device="openvino")
    assert small.device == "core"
    draw = np.random.default_rng(2)
    batches = [
        draw.choice(3, (count, size, size), p=(0.7, 0.15, 0.15)).astype(np.uint8)
        for count, size in ((1, 5), (8, 11), (3, 13), (8, 11))
    ]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(quick.evaluate, batches * 3))
    for views, (logits, win_rates) in zip(batches * 3, answers, strict=True):
        want_logits, want_win_rates = exact.evaluate(views)
        # Half the sum of all differences: the part of the policy that lies elsewhere.
        moved = np.abs(shares(logits) - shares(want_logits)).sum(axis=1) / 2
        assert moved.max() < 0.1
        assert moved.mean() < 0.03
        assert np.abs(win_rates - want_win_rates).max() < 0.1


def test_openvino_has_a_copy_for_each_thread_that_asks_and_no_more_than_cores(monkeypatch):
    """A third thread waits for one of the two; no two use the same one at the same time."""
    monkeypatch.setattr(openvino_net.os, "cpu_count", lambda: 2)
    views = np.zeros((1, 5, 5), np.uint8)
    net = OpenVinoNet(find_model("small"), 1)
    expected, _ = net.run(views)
    both, in_use, most_in_use = Barrier(2), [], []

    class Watched:
        def __init__(self, request):
            self.request = request

        def infer(self, *given, **options):
            assert self not in in_use
            in_use.append(self)
            both.wait(60)
            most_in_use.append(len(in_use))
            in_use.remove(self)
            return self.request.infer(*given, **options)

    compiled = net._request
    net._free = [Watched(each) for each in net._free]
    net._request = lambda: Watched(compiled())
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(net.run, [views] * 4))
    for logits, _ in answers:
        np.testing.assert_allclose(logits, expected, atol=1e-3)
    assert max(most_in_use) == len(net._free) == 2


def test_evaluators_of_one_file_share_its_network_until_the_last_goes(tmp_path):
    path = tmp_path / "net.onnx"
    path.write_bytes(find_model("small").read_bytes())
    one, other = NetEvaluator(path, device="cpu"), NetEvaluator(path, device="cpu", symmetry=True)
    assert one._net is other._net
    assert NetEvaluator(path, device="cpu", threads=2)._net is not one._net
    gone = weakref.ref(one._net)
    path.write_bytes(find_model("medium").read_bytes())
    assert NetEvaluator(path, device="cpu")._net is not one._net, "the file has changed"
    del one, other
    assert gone() is None


def test_threads_that_ask_at_once_load_one_network(tmp_path):
    path = tmp_path / "net.onnx"
    path.write_bytes(find_model("small").read_bytes())
    with ThreadPoolExecutor(4) as pool:
        nets = list(pool.map(lambda _: NetEvaluator(path, device="cpu"), range(4)))
    assert len({id(each._net) for each in nets}) == 1


def test_signals_are_handled_after_openvino_has_come_and_gone():
    code = """
        import gc, signal
        from hexmate.nets.shipped import find_model
        from hexmate.nets.openvino_net import OpenVinoNet

        nets = [OpenVinoNet(find_model("small"), 1) for _ in range(2)]
        while nets:
            del nets[0]
            gc.collect()
        signal.signal(signal.SIGTERM, lambda *_: print("handled"))
        signal.raise_signal(signal.SIGTERM)
    """
    done = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "handled\n"), done.stderr


def test_openvino_asked_for_and_absent(monkeypatch):
    monkeypatch.setattr(openvino_net, "has_openvino", lambda: False)
    with pytest.raises(ModelError, match=r"pip install 'hexmate\[openvino\]'"):
        NetEvaluator(find_model("small"), device="openvino")
