"""What may be wrong with the file of a value model, each with its own message."""

import onnx
import pytest
from onnx import TensorProto, helper

from hexmate.errors import ModelError
from hexmate.nets.model_file import ModelFacts
from hexmate.nets.value_file import ValueFile
from hexmate.players.registry import create


def write(path, inputs, facts):
    """A model that adds up its first input."""
    values = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in inputs
    ]
    score = helper.make_tensor_value_info("score", TensorProto.FLOAT, ["batch"])
    axes = helper.make_tensor("axes", TensorProto.INT64, [1], [1])
    node = helper.make_node("ReduceSum", [inputs[0][0], "axes"], ["score"], keepdims=0)
    graph = helper.make_graph([node], "model", values, [score], [axes])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    helper.set_model_props(model, {} if facts is None else facts.to_metadata())
    onnx.save(model, str(path))


MLP = [("features", ["batch", 7])]


def test_a_sound_file(tmp_path):
    write(tmp_path / "m.onnx", MLP, ModelFacts("mlp", 1, {}, {"games": 7}))
    file = ValueFile(tmp_path / "m.onnx")
    assert (file.kind, file.facts.training) == ("mlp", {"games": 7})


@pytest.mark.parametrize(
    ("inputs", "facts", "says"),
    [
        (
            [("pixels", ["batch", 7])],
            ModelFacts("mlp", 1),
            "is not a model for Hexmate: its inputs are pix",
        ),
        ([("views", ["batch", 7])], ModelFacts("net", 1), "negamax needs mlp or gnn"),
        ([("features", ["batch", 8])], ModelFacts("mlp", 1), r"\[\*, 8\], but .* reads \[\*, 7\]"),
        (MLP, ModelFacts("mlp", 99), "version 99, but this Hexmate has version 1"),
        (MLP, None, "has no valid description"),
    ],
)
def test_files_of_something_else(inputs, facts, says, tmp_path):
    write(tmp_path / "m.onnx", inputs, facts)
    with pytest.raises(ModelError, match=says):
        ValueFile(tmp_path / "m.onnx")


def test_missing_damaged_and_gpu(tmp_path):
    with pytest.raises(ModelError, match="there is no model file"):
        ValueFile(tmp_path / "no.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError, match="is damaged or not an ONNX file"):
        ValueFile(tmp_path / "bad.onnx")
    write(tmp_path / "m.onnx", MLP, ModelFacts("mlp", 1))
    with pytest.raises(ModelError, match="a GPU was asked for"):
        ValueFile(tmp_path / "m.onnx", device="cuda")


def test_a_model_player_without_its_model_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="there is no model file"):
        create(f"negamax:model={tmp_path / 'no.onnx'}")
