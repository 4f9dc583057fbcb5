"""Weights read back from a model file, so that a new run continues where the last one ended."""

from pathlib import Path

import torch
from torch import Tensor

from hexmate.errors import ModelError
from hexmate.learn.net.export import Weights
from hexmate.learn.net.fold import folded, folded_pairs
from hexmate.learn.net.model import NORM_EPSILON, HexNet, MaskedNorm, NetSize
from hexmate.nets.onnx_weights import read_onnx
from hexmate.nets.shipped import find_model, shipped_models

__all__ = ["read_weights"]


def read_weights(name: str) -> Weights:
    """The network of that name that comes with Hexmate, or of an `.onnx` or `.pt` file."""
    if name in shipped_models() or Path(name).suffix == ".onnx":
        return _read_model(find_model(name))
    return Weights.read(Path(name))


def _read_model(path: Path) -> Weights:
    read = read_onnx(path)
    facts, tensors = read.facts, {name: torch.from_numpy(at) for name, at in read.arrays.items()}
    boards = tuple(facts.sizes.pop("boards", ()))
    try:
        net = _unfolded(NetSize(**facts.sizes), tensors)
    except (TypeError, KeyError, RuntimeError) as error:
        raise ModelError(f"{path} does not hold the weights it names: {error}") from None
    return Weights(net.eval(), boards, facts.training)


@torch.no_grad()
def _unfolded(size: NetSize, tensors: dict[str, Tensor]) -> HexNet:
    """A network with norms whose answers are those of the folded weights."""
    net = HexNet(size)
    # Not in the file: as zeros they do not disturb the trunk while they are learnt anew.
    torch.nn.init.zeros_(net.chain_out.weight)
    state = net.state_dict()
    for name in folded(net).state_dict():
        if not name.startswith("chain_out.") and name in state:
            state[name].copy_(tensors[name].reshape(state[name].shape))
    places = {module: name for name, module in net.named_modules()}
    for owner, conv_name, norm_name in folded_pairs(net):
        conv, norm = getattr(owner, conv_name), getattr(owner, norm_name)
        _restore_norm(conv.weight, norm, tensors[f"{places[conv]}.bias"])
    return net


def _restore_norm(weight: Tensor, norm: MaskedNorm, bias: Tensor) -> None:
    """Filters of length 1, and their lengths in the norm.

    Steps of AdamW do not depend on the size of a weight: they would destroy short filters.
    """
    length = weight.flatten(1).norm(dim=1).clamp_min(1e-8)
    weight.div_(length[:, None, None, None])
    norm.weight.copy_(length)
    norm.bias.copy_(bias)
    norm.mean.zero_()
    norm.variance.fill_(1 - NORM_EPSILON)
