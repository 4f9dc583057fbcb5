"""Model files of half the size: weights stored in 16 bits and widened when the file is loaded."""

import numpy as np
import onnx
import torch
from torch import nn

__all__ = ["round_weights", "store_in_16_bits"]

_LARGE = 1024
"""Numbers in the smallest array that is stored in 16 bits; smaller ones save nothing."""


@torch.no_grad()
def round_weights(model: nn.Module) -> None:
    """Round the large weights to 16 bits, so that a file in 16 bits holds them exactly."""
    for parameter in model.parameters():
        if parameter.numel() >= _LARGE:
            parameter.copy_(parameter.half())


def store_in_16_bits(model: onnx.ModelProto) -> None:
    """Store the large weights in 16 bits; the model still computes in 32."""
    wide: dict[str, str] = {}
    for weights in model.graph.initializer:
        array = onnx.numpy_helper.to_array(weights)
        if array.dtype == np.float32 and array.size >= _LARGE:
            name = weights.name
            weights.CopyFrom(onnx.numpy_helper.from_array(array.astype(np.float16), name))
            wide[name] = f"{name}.wide"
    nodes = [
        onnx.helper.make_node("Cast", [name], [widened], to=onnx.TensorProto.FLOAT)
        for name, widened in wide.items()
    ]
    for node in model.graph.node:
        node.input[:] = [wide.get(name, name) for name in node.input]
        nodes.append(onnx.NodeProto.FromString(node.SerializeToString()))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
