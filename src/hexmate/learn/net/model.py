"""`HexNet`: one fully convolutional network for every board of the hex shape.

Input planes are float [batch, 3, rows, cols]: own stones, enemy stones, and 1 on the cells of the
board. The side to move always connects top and bottom. A smaller board lies in the top left corner
of a larger canvas, surrounded by zeros.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

__all__ = ["NORM_EPSILON", "OFF_BOARD", "SIZES", "HexNet", "NetSize", "Outputs", "planes_of"]

OFF_BOARD = 3
"""The byte of a view for a cell that is not on the board; 0 is empty, 1 own, 2 enemy."""

# Two opposite corners of a 3x3 kernel do not touch the middle on a board of hexagons.
_HEXAGON = ((0.0, 1.0, 1.0), (1.0, 1.0, 1.0), (1.0, 1.0, 0.0))
_NEVER = -1e4

NORM_EPSILON = 1e-4
"""Added to the variance of a channel, which may be 0."""


@dataclass(frozen=True, slots=True)
class NetSize:
    """The size of a network: residual blocks, channels, and the distance between pooling blocks."""

    blocks: int
    channels: int
    pool_every: int = 3


SIZES = {
    "tiny": NetSize(4, 64),
    "small": NetSize(6, 96),
    "medium": NetSize(10, 128),
    "large": NetSize(15, 192),
}


class Outputs(NamedTuple):
    """The outputs: logits of moves [batch, rows, cols] and of winning [batch].

    `reply` and `chain` are used in training only: the opponent's next move [batch, rows, cols], and
    the cells of the final winning chain, own and enemy's [batch, 2, rows, cols].
    """

    policy: Tensor
    value: Tensor
    reply: Tensor
    chain: Tensor


def planes_of(views: Tensor) -> Tensor:
    """Planes [batch, 3, rows, cols] of views [batch, rows, cols]."""
    return torch.stack((views == 1, views == 2, views != OFF_BOARD), dim=1).float()


class HexConv(nn.Conv2d):
    """A 3x3 convolution over the six neighbours of a hexagon."""

    hexagon: Tensor

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, outputs, 3, padding=1, bias=False)
        self.register_buffer("hexagon", torch.tensor(_HEXAGON), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """[batch, inputs, rows, cols] to [batch, outputs, rows, cols]."""
        return F.conv2d(x, self.weight * self.hexagon.to(self.weight.dtype), None, 1, 1)


class MaskedNorm(nn.Module):
    """Batch normalisation over the cells of the board only."""

    mean: Tensor
    variance: Tensor

    def __init__(self, channels: int, momentum: float = 0.01) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))
        self.momentum = momentum

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """`mask` is [batch, 1, rows, cols]."""
        if self.training:
            mean, variance = _statistics(x, mask)
            with torch.no_grad():
                self.mean.lerp_(mean, self.momentum)
                self.variance.lerp_(variance, self.momentum)
        else:
            mean, variance = self.mean, self.variance
        scale = self.weight * torch.rsqrt(variance + NORM_EPSILON)
        shift = self.bias - mean * scale
        return x * scale.to(x.dtype)[:, None, None] + shift.to(x.dtype)[:, None, None]

    @torch.no_grad()
    def measure(self, x: Tensor, mask: Tensor) -> None:
        """Take the statistics of a batch, and keep the scale and the shift as they are."""
        scale = self.weight * torch.rsqrt(self.variance + NORM_EPSILON)
        shift = self.bias - self.mean * scale
        mean, variance = _statistics(x, mask)
        self.mean.copy_(mean)
        self.variance.copy_(variance)
        self.weight.copy_(scale * torch.sqrt(variance + NORM_EPSILON))
        self.bias.copy_(shift + mean * scale)


def _statistics(x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and variance of each channel over the cells of the boards."""
    wide = x.float()
    count = mask.sum()
    mean = (wide * mask).sum((0, 2, 3)) / count
    square = (wide * wide * mask).sum((0, 2, 3)) / count
    return mean, (square - mean * mean).clamp_min(0)


class Pool(nn.Module):
    """Features of the whole board: mean, mean weighted by board size, and maximum."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """[batch, channels, rows, cols] to [batch, 3 channels]; `x` must be 0 off the board."""
        area = mask.sum((2, 3))
        mean = x.sum((2, 3), dtype=torch.float32) / area
        size = (area.sqrt() - 10) / 4
        # Activations are not negative, so a cell off the board is never the maximum.
        return torch.cat((mean, mean * size, x.amax((2, 3)).float()), dim=1)


class Block(nn.Module):
    """A residual block of two convolutions; pooling blocks add features of the whole board."""

    def __init__(self, channels: int, pooled: bool) -> None:
        super().__init__()
        self.conv1, self.norm1 = HexConv(channels, channels), MaskedNorm(channels)
        self.conv2, self.norm2 = HexConv(channels, channels), MaskedNorm(channels)
        self.pool = Pool() if pooled else None
        self.tell = nn.Linear(3 * channels, channels) if pooled else None
        nn.init.zeros_(self.norm2.weight)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """[batch, channels, rows, cols] to the same shape, 0 off the board."""
        inner = F.relu(self.norm1(self.conv1(x), mask)) * mask
        if self.pool is not None and self.tell is not None:
            told = self.tell(self.pool(inner, mask))
            inner = (inner + told.to(inner.dtype)[:, :, None, None]) * mask
        return F.relu(x + self.norm2(self.conv2(inner), mask)) * mask


class HexNet(nn.Module):
    """Stem, residual tower, and heads for the move, the winner, the reply and the chain."""

    def __init__(self, size: NetSize) -> None:
        super().__init__()
        self.size = size
        channels, head = size.channels, 32
        self.stem, self.stem_norm = HexConv(3, channels), MaskedNorm(channels)
        self.blocks = nn.ModuleList(
            Block(channels, pooled=at % size.pool_every == size.pool_every - 1)
            for at in range(size.blocks)
        )
        self.pool = Pool()
        self.policy_conv, self.policy_norm = (
            nn.Conv2d(channels, head, 1, bias=False),
            MaskedNorm(head),
        )
        self.policy_tell = nn.Linear(3 * head, head)
        self.policy_out = nn.Conv2d(head, 2, 1)
        self.value_conv, self.value_norm = (
            nn.Conv2d(channels, head, 1, bias=False),
            MaskedNorm(head),
        )
        self.value_hidden, self.value_out = nn.Linear(3 * head, 64), nn.Linear(64, 1)
        self.chain_out = nn.Conv2d(channels, 2, 1)

    def trunk(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Features and mask."""
        mask = planes[:, 2:3]
        x = F.relu(self.stem_norm(self.stem(planes), mask)) * mask
        for block in self.blocks:
            x = block(x, mask)
        return x, mask

    def moves(self, x: Tensor, mask: Tensor) -> Tensor:
        """Logits of the move and of the reply [batch, 2, rows, cols], very low off the board."""
        policy = F.relu(self.policy_norm(self.policy_conv(x), mask)) * mask
        told = self.policy_tell(self.pool(policy, mask)).float()
        # In 32 bits from here on, even if the rest is in 16: the features of the whole board shift
        # all moves by the same large number, and rounding would hide how the moves differ.
        policy = F.relu(policy.float() + told[:, :, None, None])
        weight, bias = self.policy_out.weight.float(), self.policy_out.bias
        assert bias is not None
        logits = (policy[:, None] * weight[None]).sum(2) + bias.float()[:, None, None]
        return logits + (1 - mask.float()) * _NEVER

    def win_logit(self, x: Tensor, mask: Tensor) -> Tensor:
        """Logit of winning [batch]."""
        value = F.relu(self.value_norm(self.value_conv(x), mask)) * mask
        hidden = F.relu(self.value_hidden(self.pool(value, mask)))
        logit: Tensor = self.value_out(hidden)
        return logit.float()[:, 0]

    def forward(self, planes: Tensor) -> Outputs:
        """The outputs of all heads, for training."""
        x, mask = self.trunk(planes)
        moves = self.moves(x, mask)
        return Outputs(moves[:, 0], self.win_logit(x, mask), moves[:, 1], self.chain_out(x).float())

    def play(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of moves and of winning, for search."""
        x, mask = self.trunk(planes)
        return self.moves(x, mask)[:, 0], self.win_logit(x, mask)

    @torch.no_grad()
    def calibrate(self, planes: Tensor) -> None:
        """Measure the norms on a batch of positions, without changing any answer.

        A norm that trains takes the statistics of its batch, and weights from a model file have
        none: without this the first update would see another network.
        """

        def measure(norm: MaskedNorm, inputs: tuple[Tensor, Tensor]) -> None:
            norm.measure(*inputs)

        norms = [module for module in self.modules() if isinstance(module, MaskedNorm)]
        hooks = [norm.register_forward_pre_hook(measure) for norm in norms]
        self.eval()(planes)
        for hook in hooks:
            hook.remove()
