"""The value models: symmetries, normalisation, export and its checks."""

import copy

import numpy as np
import pytest
import torch

from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.learn import model_export
from hexmate.learn.device import choose_device
from hexmate.learn.value.evaluator import ValueEvaluator, tensors_of
from hexmate.learn.value.export import export_onnx, export_torchscript
from hexmate.learn.value.models import HexGNN, ValueMLP, make_model
from hexmate.nets.value_file import ValueFile
from hexmate.nets.value_inputs import GraphBatch


def positions(board, count=6, seed=3):
    rng = np.random.default_rng(seed)
    stones = rng.integers(3, size=(count, board.rows, board.cols)).astype(np.int8)
    return stones, (np.arange(count) % 2).astype(np.int8)


def some_model(kind):
    torch.manual_seed(5)
    return make_model(kind).eval()


BOARDS = [Board(5), Board((4, 6)), Board(5, shape="square"), Board((3, 6), shape="triangle")]


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
@pytest.mark.parametrize("kind", ["mlp", "gnn"])
def test_files_say_what_the_model_says(kind, tmp_path):
    model = some_model(kind)
    export_onnx(model, tmp_path / "m.onnx", BOARDS[0], {"games": 3})
    export_torchscript(model, tmp_path / "m.ts", BOARDS[0])
    script = torch.jit.load(str(tmp_path / "m.ts"))
    file = ValueFile(tmp_path / "m.onnx")
    assert (file.kind, file.facts.training) == (kind, {"games": 3})
    assert file.facts.sizes == model.sizes
    for board in BOARDS:
        stones, turns = positions(board)
        expected = ValueEvaluator(model, board)(stones, turns)
        assert expected.shape == (6,)
        assert expected.std() > 0
        np.testing.assert_allclose(
            file.scorer(board)(stones, turns), expected, rtol=1e-3, atol=1e-2
        )
        with torch.inference_mode():
            again = script(*tensors_of(model, board, stones, turns)).numpy()
        np.testing.assert_allclose(again, expected, rtol=1e-3, atol=1e-2)
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".new"] == []


def test_the_graph_model_does_not_see_colours_or_rotations():
    board, model = Board(6), some_model("gnn")
    stones, turns = positions(board)
    evaluator = ValueEvaluator(model, board)
    expected = evaluator(stones, turns)
    rotated = evaluator(stones[:, ::-1, ::-1].copy(), turns)
    exchanged = np.array([0, 2, 1], np.int8)[stones.transpose(0, 2, 1)]
    np.testing.assert_allclose(rotated, expected, rtol=1e-4)
    np.testing.assert_allclose(evaluator(exchanged, 1 - turns), expected, rtol=1e-4)
    turned = evaluator(stones, 1 - turns)
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(turned, expected, rtol=1e-2)


def test_graphs_of_several_sizes_share_a_batch():
    model = some_model("gnn")
    batches, alone = [], []
    for board in BOARDS:
        stones, turns = positions(board)
        batches.append(GraphBatch.of(board, stones, turns))
        alone.append(ValueEvaluator(model, board)(stones, turns))
    joined = GraphBatch.join(batches)
    with torch.inference_mode():
        together = model(*map(torch.from_numpy, (joined.nodes, *joined.tables))).numpy()
    np.testing.assert_allclose(together, np.concatenate(alone), rtol=1e-4)


def test_normalisation_is_part_of_the_perceptron():
    model, board = ValueMLP(), Board(5)
    (features,) = tensors_of(model, board, *positions(board, 50))
    model.normalise(features)
    scaled = (features - model.mean) / model.std
    assert scaled.mean(0).abs().max() < 1e-5
    assert {"mean", "std", "value_scale"} <= model.state_dict().keys()
    again = ValueMLP()
    again.load_state_dict(model.state_dict())
    assert torch.equal(again(features), copy.deepcopy(model)(features))


@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning")
def test_a_model_that_is_written_wrong_is_noticed(tmp_path, monkeypatch):
    def forward(self, nodes, neighbors, members):
        # The number of graphs becomes a constant of the trace.
        return true_forward(self, nodes, neighbors, members)[: int(members.shape[0])]

    true_forward = HexGNN.forward
    monkeypatch.setattr(HexGNN, "forward", forward)
    with pytest.raises(HexmateError, match=r"m\.onnx.* one score per position: 8 \(got \[5\]\)"):
        export_onnx(some_model("gnn"), tmp_path / "m.onnx", Board(4))
    with pytest.raises(HexmateError, match=r"m\.ts: outputs of shape \(5,\)"):
        export_torchscript(some_model("gnn"), tmp_path / "m.ts", Board(4))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("export", [export_onnx, export_torchscript])
def test_a_file_with_other_scores_is_not_kept(export, tmp_path, monkeypatch):
    path = tmp_path / "m"
    path.write_text("before")
    monkeypatch.setattr(model_export, "_TOLERANCE", -1.0)
    with pytest.raises(HexmateError, match="differ from PyTorch's"):
        export(some_model("mlp"), path, Board(4))
    assert [each.name for each in tmp_path.iterdir()] == ["m"]
    assert path.read_text() == "before"


def test_devices_and_kinds_that_are_not_there():
    with pytest.raises(HexmateError, match="auto, cpu or cuda"):
        choose_device("tpu")
    if not torch.cuda.is_available():
        assert choose_device("auto").type == "cpu"
        with pytest.raises(HexmateError, match="PyTorch finds no GPU"):
            choose_device("cuda")
    with pytest.raises(HexmateError, match="the models are mlp, gnn"):
        make_model("cnn")
