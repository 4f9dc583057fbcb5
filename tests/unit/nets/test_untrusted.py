"""Model files from anywhere: whatever they do, a ModelError says so, and soon."""

import json
import threading
import time
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from hexmate.board import Board
from hexmate.errors import ModelError
from hexmate.nets import model_file
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.model_file import ModelFacts
from hexmate.nets.shipped import find_model
from hexmate.nets.value_file import ValueFile
from hexmate.nets.watchdog import WATCHDOG, Watchdog
from hexmate.players import Limit, create

VALUE = helper.make_tensor_value_info
NODE = helper.make_node
AXES = helper.make_tensor("axes", TensorProto.INT64, [2], [1, 2])
FLAT = helper.make_tensor("flat", TensorProto.INT64, [1], [1])
CAST = NODE("Cast", ["views"], ["policy"], to=TensorProto.FLOAT)
METADATA = ModelFacts("net", 1).to_metadata()


def scalar(name, value):
    return helper.make_tensor(name, TensorProto.FLOAT, [], [value])


def save(path, graph, metadata):
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    helper.set_model_props(model, metadata)
    onnx.save(model, path)
    return path


def write_net(path, nodes, constants=(), metadata=METADATA, chance=("batch",), policy=3):
    """A network of these nodes, which must make `policy` and `chance`."""
    graph = helper.make_graph(
        nodes,
        "net",
        [VALUE("views", TensorProto.UINT8, ["batch", "rows", "cols"])],
        [
            VALUE("policy", TensorProto.FLOAT, [None] * policy),
            VALUE("chance", TensorProto.FLOAT, list(chance)),
        ],
        [AXES, *constants],
    )
    return save(path, graph, metadata)


def constant_net(path, chance=0.5, logit=0.0, **options):
    """A network that gives every position the same probability, and every cell the same logit."""
    nodes = [
        NODE("Cast", ["views"], ["floats"], to=TensorProto.FLOAT),
        NODE("Mul", ["floats", "zero"], ["zeros"]),
        NODE("Add", ["zeros", "logit"], ["policy"]),
        NODE("ReduceMax", ["zeros", "axes"], ["none"], keepdims=0),
        NODE("Add", ["none", "value"], ["chance"]),
    ]
    constants = [scalar("zero", 0.0), scalar("logit", logit), scalar("value", chance)]
    return write_net(path, nodes, constants, **options)


def endless_loop():
    """Nodes and constants that compute the number `loops`, for ever."""
    body = helper.make_graph(
        [NODE("Identity", ["go"], ["again"]), NODE("Add", ["x_in", "one"], ["x_out"])],
        "body",
        [
            VALUE("i", TensorProto.INT64, []),
            VALUE("go", TensorProto.BOOL, []),
            VALUE("x_in", TensorProto.FLOAT, []),
        ],
        [VALUE("again", TensorProto.BOOL, []), VALUE("x_out", TensorProto.FLOAT, [])],
        [scalar("one", 1.0)],
    )
    nodes = [NODE("Loop", ["", "true", "start"], ["loops"], body=body)]
    return nodes, [helper.make_tensor("true", TensorProto.BOOL, [], [True]), scalar("start", 0.0)]


def endless_net(path):
    nodes, constants = endless_loop()
    nodes += [
        CAST,
        NODE("ReduceMax", ["policy", "axes"], ["most"], keepdims=0),
        NODE("Add", ["most", "loops"], ["chance"]),
    ]
    return write_net(path, nodes, constants)


def huge_net(path):
    """It asks for 40 petabytes."""
    nodes = [
        CAST,
        NODE("ConstantOfShape", ["huge"], ["zeros"]),
        NODE("ReduceMax", ["zeros"], ["none"], keepdims=0),
        NODE("ReduceMax", ["policy", "axes"], ["most"], keepdims=0),
        NODE("Add", ["most", "none"], ["chance"]),
    ]
    return write_net(path, nodes, [helper.make_tensor("huge", TensorProto.INT64, [2], [10**8] * 2)])


def test_a_sound_file_plays(tmp_path):
    net = constant_net(tmp_path / "net.onnx", 0.25)
    logits, wins = NetEvaluator(net, device="cpu").evaluate(np.zeros((3, 4, 4), np.uint8))
    assert (logits.shape, wins.tolist()) == ((3, 16), [0.25] * 3)
    assert create(f"mcts:net={net},visits=5").play(Board(4), Limit()).move in Board(4).legal_moves


@pytest.mark.parametrize(("answer", "kept"), [(-0.0005, 0.0), (1.0005, 1.0)])
def test_rounding_errors_are_clipped(answer, kept, tmp_path):
    net = NetEvaluator(constant_net(tmp_path / "net.onnx", answer), device="cpu")
    assert net.evaluate(np.zeros((1, 4, 4), np.uint8))[1].tolist() == [kept]


@pytest.mark.parametrize("device", ["cpu", "openvino"])
@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"chance": float("nan")}, "win probabilities that are not between 0 and 1 (got nan)"),
        ({"chance": 1.5}, "win probabilities that are not between 0 and 1 (got 1.5)"),
        ({"chance": -7.0}, "win probabilities that are not between 0 and 1 (got -7)"),
        ({"logit": float("inf")}, "a policy with numbers that are not finite"),
        ({"logit": float("nan")}, "a policy with numbers that are not finite"),
    ],
)
def test_numbers_that_are_no_answers(values, says, device, tmp_path):
    with pytest.raises(ModelError, match="gives") as error:
        NetEvaluator(constant_net(tmp_path / "net.onnx", **values), device=device)
    assert says in str(error.value)


def test_numbers_that_go_wrong_later(tmp_path):
    """The win probability is the number of the first stone: sound on an empty board only."""
    nodes = [CAST, NODE("ReduceMax", ["policy", "axes"], ["chance"], keepdims=0)]
    net = NetEvaluator(write_net(tmp_path / "net.onnx", nodes))
    views = np.zeros((1, 5, 5), np.uint8)
    assert net.evaluate(views)[1].tolist() == [0.0]
    views[0, 2, 2] = 2
    with pytest.raises(ModelError, match="not between 0 and 1"):
        net.evaluate(views)


@pytest.mark.parametrize(
    ("nodes", "policy", "says"),
    [
        ([CAST, NODE("Identity", ["policy"], ["chance"])], 3, "probabilities float32 [2]"),
        (
            [
                NODE("Cast", ["views"], ["floats"], to=TensorProto.FLOAT),
                NODE("ReduceMax", ["floats", "flat"], ["policy"], keepdims=0),
                NODE("ReduceMax", ["policy", "flat"], ["chance"], keepdims=0),
            ],
            2,
            "got float32 [2, 5] and float32 [2]",
        ),
    ],
)
def test_answers_of_another_form(nodes, policy, says, tmp_path):
    with pytest.raises(ModelError) as error:
        NetEvaluator(write_net(tmp_path / "net.onnx", nodes, [FLAT], chance=(), policy=policy))
    assert says in str(error.value)


@pytest.mark.parametrize("device", ["cpu", "auto"])
def test_an_endless_loop_is_stopped(device, tmp_path, monkeypatch):
    monkeypatch.setattr(model_file, "_SECONDS", 0.2)
    monkeypatch.setattr(model_file, "_SECONDS_PER_POSITION", 0.0)
    began = time.monotonic()
    with pytest.raises(ModelError, match=r"took more than 0\.2 seconds for one evaluation"):
        NetEvaluator(endless_net(tmp_path / "net.onnx"), device=device)
    assert time.monotonic() - began < 30


def test_an_endless_loop_in_a_value_model_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(model_file, "_SECONDS", 0.2)
    monkeypatch.setattr(model_file, "_SECONDS_PER_POSITION", 0.0)
    nodes, constants = endless_loop()
    nodes += [
        NODE("ReduceSum", ["features", "flat"], ["sums"], keepdims=0),
        NODE("Add", ["sums", "loops"], ["score"]),
    ]
    with pytest.raises(ModelError, match="took more than"):
        ValueFile(write_value(tmp_path / "value.onnx", nodes, [FLAT, *constants]))


def test_memory_that_is_not_there(tmp_path):
    with pytest.raises(ModelError, match=r"cannot be run: .*alloc"):
        NetEvaluator(huge_net(tmp_path / "net.onnx"))


@pytest.mark.parametrize(
    "changes",
    [
        {"hexmate.sizes": "[" * 100_000},
        {"hexmate.training": '{"a":' * 100_000},
        {"hexmate.sizes": "5"},
        {"hexmate.sizes": "[1, 2]"},
        {"hexmate.sizes": json.dumps({"boards": 5})},
        {"hexmate.sizes": json.dumps({"boards": [[5]]})},
        {"hexmate.feature_version": "9" * 10_000},
        {"hexmate.feature_version": "one"},
    ],
)
def test_descriptions_that_are_not_sound(changes, tmp_path):
    with pytest.raises(ModelError, match="no valid description"):
        NetEvaluator(constant_net(tmp_path / "net.onnx", metadata=METADATA | changes))


def write_value(path, nodes, constants=()):
    """A value model of these nodes, which must make `score`."""
    graph = helper.make_graph(
        nodes,
        "value",
        [VALUE("features", TensorProto.FLOAT, ["batch", 7])],
        [VALUE("score", TensorProto.FLOAT, None)],
        list(constants),
    )
    return save(path, graph, ModelFacts("mlp", 1).to_metadata())


@pytest.mark.parametrize(
    ("factor", "says"), [(float("nan"), "not finite"), (float("inf"), "not finite")]
)
def test_scores_that_are_not_finite(factor, says, tmp_path):
    nodes = [
        NODE("ReduceSum", ["features", "flat"], ["sums"], keepdims=0),
        NODE("Mul", ["sums", "factor"], ["score"]),
    ]
    with pytest.raises(ModelError, match=says):
        ValueFile(write_value(tmp_path / "value.onnx", nodes, [FLAT, scalar("factor", factor)]))


def test_scores_that_are_too_large_are_bounded(tmp_path):
    nodes = [
        NODE("ReduceSum", ["features", "flat"], ["sums"], keepdims=0),
        NODE("Mul", ["sums", "factor"], ["score"]),
    ]
    path = write_value(tmp_path / "value.onnx", nodes, [FLAT, scalar("factor", 1e30)])
    scores = ValueFile(path).scorer(Board(3))(np.zeros((1, 3, 3), np.int8), np.zeros(1, np.int8))
    assert scores.tolist() == [1e6]
    move = create(f"negamax:model={path},depth=2,alpha=1").play(Board(3), Limit()).move
    assert move in Board(3).legal_moves


def test_a_score_for_each_cell_is_not_a_score(tmp_path):
    with pytest.raises(ModelError, match=r"one score per position: 2 \(got \[2, 7\]\)"):
        ValueFile(write_value(tmp_path / "value.onnx", [NODE("Identity", ["features"], ["score"])]))


def test_the_watchdog_works_in_a_fork_too():
    """There `_thread` is one that has ended; nothing watched the runs."""
    watchdog, options = Watchdog(), SimpleNamespace(terminate=False)
    watchdog._thread = threading.Thread()
    with watchdog.limit(options, 0.0):
        deadline = time.monotonic() + 30
        while not options.terminate and time.monotonic() < deadline:
            time.sleep(0.01)
    assert options.terminate


def test_shipped_models_run_without_a_watchdog(monkeypatch):
    def fail(*_):
        raise AssertionError("a shipped model is trusted")

    monkeypatch.setattr(WATCHDOG, "limit", fail)
    NetEvaluator(find_model("small"), device="cpu").evaluate(np.zeros((1, 5, 5), np.uint8))
