"""Networks prepared for play: normalisation is folded into the convolutions."""

import copy
from collections.abc import Iterator

import torch
from torch import Tensor, nn

from hexmate.learn.net.model import NORM_EPSILON, HexConv, HexNet, MaskedNorm

__all__ = ["folded", "folded_pairs", "refold"]

_FOLDED = ("stem", "conv1", "conv2", "policy_conv", "value_conv")


class _NoNorm(nn.Module):
    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        return x


def folded_pairs(net: HexNet) -> Iterator[tuple[nn.Module, str, str]]:
    """Every convolution that a normalisation follows: owner and both names."""
    yield net, "stem", "stem_norm"
    for block in net.blocks:
        yield block, "conv1", "norm1"
        yield block, "conv2", "norm2"
    yield net, "policy_conv", "policy_norm"
    yield net, "value_conv", "value_norm"


def folded(net: HexNet, dtype: torch.dtype = torch.float32) -> HexNet:
    """A copy with plain convolutions that gives the same outputs; for inference only."""
    play = copy.deepcopy(net).eval().requires_grad_(False)
    for owner, conv_name, norm_name in folded_pairs(play):
        conv: nn.Conv2d = getattr(owner, conv_name)
        plain = nn.Conv2d(
            conv.in_channels,
            conv.out_channels,
            conv.kernel_size,  # type: ignore[arg-type]
            padding=conv.padding,  # type: ignore[arg-type]
        ).to(conv.weight.device)
        setattr(owner, conv_name, plain.requires_grad_(False))
        setattr(owner, norm_name, _NoNorm())
    for module in play.modules():
        if isinstance(module, nn.Conv2d) and module is not play.policy_out:
            module.to(dtype)
    refold(play, net)
    return play


@torch.no_grad()
def refold(play: HexNet, net: HexNet) -> None:
    """Update a folded copy in place, so that compiled code stays valid."""
    for (owner, conv_name, norm_name), (target, _, _) in zip(
        folded_pairs(net), folded_pairs(play), strict=True
    ):
        conv, norm = getattr(owner, conv_name), getattr(owner, norm_name)
        plain = getattr(target, conv_name)
        assert isinstance(norm, MaskedNorm)
        scale = norm.weight * torch.rsqrt(norm.variance + NORM_EPSILON)
        weight = conv.weight * conv.hexagon if isinstance(conv, HexConv) else conv.weight
        plain.weight.copy_(weight * scale[:, None, None, None])
        plain.bias.copy_(norm.bias - norm.mean * scale)
    sources = dict(net.named_parameters())
    for name, parameter in play.named_parameters():
        if name.split(".")[-2] not in _FOLDED:
            parameter.copy_(sources[name])
