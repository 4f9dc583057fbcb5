"""`HumanNet`: predicts the move of a person with a given rating, on boards of the hex shape.

Inputs are `views` uint8 [batch, rows, cols] as for `HexNet` (0 empty, 1 own, 2 enemy, 3 off the
board; the side to move connects top and bottom), `ages` uint8 [batch, rows, cols] (how many moves
ago a stone was placed, 1 for the last move, 0 if empty or unknown), and `context` float32
[batch, 4]: rating of the side to move and of its opponent (0 if unknown), 1 if both are strong
players without ratings, and 1 if a swap is possible.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from hexmate.learn.net.model import OFF_BOARD, Block, HexConv, HexNet, MaskedNorm, NetSize, Pool

__all__ = ["CONTEXT", "KNOTS", "HumanNet", "HumanOutputs", "Inputs"]

CONTEXT = 4
"""The numbers in a context."""

KNOTS = (1400, 1550, 1700, 1850, 2000, 2150, 2350, 2700)
"""Ratings that the network distinguishes, denser where there are more games."""

_RECENT, _FADING = 6, 12.0
_PLANES = 3 + _RECENT + 2
_HEAD, _HIDDEN, _PERSON = 64, 64, 64
_NEVER = -1e4


class Inputs(NamedTuple):
    """A batch of positions, as the module describes them."""

    views: Tensor
    ages: Tensor
    context: Tensor


class HumanOutputs(NamedTuple):
    """What the network predicts for each position.

    `policy` [batch, rows * cols + 1] are the logits of the moves, the swap being the last; `later`
    [batch, 2, rows * cols] are logits of the opponent's reply and of the own move after it; `win`
    and `resigns` [batch] are logits that the side to move wins the game and that it resigns now;
    `future` [batch, 2, rows, cols] are logits that a cell gets an own or an enemy stone later.
    """

    policy: Tensor
    later: Tensor
    win: Tensor
    resigns: Tensor
    future: Tensor


class SkippableBlock(Block):
    """A block that is left out, in training, for a share of the positions."""

    skipped = 0.0

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """As `Block.forward`."""
        after = super().forward(x, mask)
        if not self.training or self.skipped == 0:
            return after
        lots = torch.rand(len(x), 1, 1, 1, device=x.device)
        kept = (lots >= self.skipped).to(x.dtype) / (1 - self.skipped)
        return F.relu(x + (after - x) * kept)


class HumanNet(nn.Module):
    """The trunk of `HexNet` with more inputs, and heads for what people do."""

    knots: Tensor

    def __init__(self, size: NetSize, knots: Sequence[float] = KNOTS) -> None:
        """`knots` are ratings; the network learns about each, and blends between them."""
        super().__init__()
        self.size, self.dropout = size, 0.0
        self.register_buffer("knots", torch.tensor(knots, dtype=torch.float32))
        channels = size.channels
        self.stem, self.stem_norm = HexConv(_PLANES, channels), MaskedNorm(channels)
        pooled = [at % size.pool_every == size.pool_every - 1 for at in range(size.blocks)]
        self.blocks = nn.ModuleList(SkippableBlock(channels, each) for each in pooled)
        self.person = nn.Sequential(nn.Linear(2 * len(knots) + 2 + 3, _PERSON), nn.ReLU())
        self.tells = nn.ModuleList(nn.Linear(_PERSON, channels) for _ in range(1 + sum(pooled)))
        self.pool = Pool()
        self.policy_conv = nn.Conv2d(channels, _HEAD, 1, bias=False)
        self.policy_norm = MaskedNorm(_HEAD)
        self.policy_tell = nn.Linear(3 * _HEAD + _PERSON, _HEAD)
        self.policy_out = nn.Conv2d(_HEAD, 3, 1)
        self.value_conv = nn.Conv2d(channels, _HIDDEN, 1, bias=False)
        self.value_norm = MaskedNorm(_HIDDEN)
        self.value_hidden = nn.Linear(3 * _HIDDEN + _PERSON, 128)
        self.value_out = nn.Linear(128, 3)
        self.future_out = nn.Conv2d(channels, 2, 1)
        for tell in self.tells:
            nn.init.zeros_(tell.weight)  # type: ignore[arg-type]
            nn.init.zeros_(tell.bias)  # type: ignore[arg-type]

    def forward(self, inputs: Inputs) -> HumanOutputs:
        """The outputs of all heads."""
        planes, person = _planes(inputs), self.person(self._facts(inputs))
        x, mask = self._trunk(planes, person)
        moves = self._moves(x, mask, person)
        taken = (1 - mask) + planes[:, :1] + planes[:, 1:2]
        moves = (moves + taken.float() * _NEVER).flatten(2)
        summary = self._summary(x, mask, person)
        swap = summary[:, 2:] + (1 - inputs.context[:, 3:]) * _NEVER
        policy = torch.cat((moves[:, 0], swap), dim=1)
        future = self.future_out(x).float()
        return HumanOutputs(policy, moves[:, 1:], summary[:, 0], summary[:, 1], future)

    def _trunk(self, planes: Tensor, person: Tensor) -> tuple[Tensor, Tensor]:
        mask = planes[:, 2:3]
        x = self.stem_norm(self.stem(planes), mask)
        tells = iter(self.tells)
        x = F.relu(_told(x, next(tells)(person))) * mask
        for block in self.blocks:
            if block.pool is not None:
                x = F.relu(_told(x, next(tells)(person))) * mask
            x = block(x, mask)
        return x, mask

    def regularize(self, dropout: float, skipped_blocks: float) -> None:
        """Leave out these shares of the heads' features and of the blocks in training."""
        self.dropout = dropout
        for block in self.blocks:
            block.skipped = skipped_blocks  # type: ignore[assignment]

    def _facts(self, inputs: Inputs) -> Tensor:
        """What is known of the players and the game as a whole [batch, facts]."""
        context = inputs.context
        area = (inputs.views != OFF_BOARD).float().sum((1, 2))
        stones = ((inputs.views == 1) | (inputs.views == 2)).float().sum((1, 2))
        game = torch.stack(
            ((area.sqrt() - 12) / 4, 2 * stones / area, (stones == 0).float()), dim=1
        )
        own, other = (_hats(context[:, side], self.knots) for side in (0, 1))
        return torch.cat((own, other, context[:, 2:4], game), dim=1)

    def _moves(self, x: Tensor, mask: Tensor, person: Tensor) -> Tensor:
        """Logits of the move, the reply and the own next move [batch, 3, rows, cols]."""
        policy = F.relu(self.policy_norm(self.policy_conv(x), mask)) * mask
        pooled = torch.cat((self.pool(policy, mask), person.float()), dim=1)
        # In 32 bits from here on: features of the whole board shift all moves by one large number.
        policy = F.relu(policy.float() + self.policy_tell(pooled).float()[:, :, None, None])
        policy = F.dropout(policy, self.dropout, self.training)
        weight, bias = self.policy_out.weight.float(), self.policy_out.bias
        assert bias is not None
        with torch.autocast(x.device.type, enabled=False):
            return F.conv2d(policy, weight, bias.float())

    def _summary(self, x: Tensor, mask: Tensor, person: Tensor) -> Tensor:
        """Logits of winning, resigning and swapping [batch, 3]."""
        value = F.relu(self.value_norm(self.value_conv(x), mask)) * mask
        pooled = torch.cat((self.pool(value, mask), person.float()), dim=1)
        hidden = F.relu(self.value_hidden(pooled))
        hidden = F.dropout(hidden, self.dropout, self.training)
        logits: Tensor = self.value_out(hidden)
        return logits.float()

    @torch.no_grad()
    def begin_with(self, net: HexNet) -> None:
        """Take the trunk of a network for tree search, of the same size."""
        self.stem.weight.zero_()
        self.stem.weight[:, :3].copy_(net.stem.weight)
        self.stem_norm.load_state_dict(net.stem_norm.state_dict())
        self.blocks.load_state_dict(net.blocks.state_dict())

    @torch.no_grad()
    def calibrate(self, inputs: Inputs) -> None:
        """Measure the norms of a trunk that was taken over, as `HexNet.calibrate` does."""

        def measure(norm: MaskedNorm, seen: tuple[Tensor, Tensor]) -> None:
            norm.measure(*seen)

        trunk = [self.stem_norm, *self.blocks.modules()]
        norms = [module for module in trunk if isinstance(module, MaskedNorm)]
        hooks = [norm.register_forward_pre_hook(measure) for norm in norms]
        self.eval()(inputs)
        for hook in hooks:
            hook.remove()


def _told(x: Tensor, told: Tensor) -> Tensor:
    return x + told.to(x.dtype)[:, :, None, None]


def _planes(inputs: Inputs) -> Tensor:
    """Own, enemy, board, the last six moves, and how recent all own and enemy stones are."""
    views, ages = inputs.views, inputs.ages.float()
    own, enemy = (views == 1).float(), (views == 2).float()
    fading = torch.exp((1 - ages) / _FADING) * (ages > 0).float()
    recent = [(ages == age).float() for age in range(1, _RECENT + 1)]
    return torch.stack(
        (own, enemy, (views != OFF_BOARD).float(), *recent, own * fading, enemy * fading), dim=1
    )


def _hats(rating: Tensor, knots: Tensor) -> Tensor:
    """The weights of the knots around a rating [batch, knots]; all 0 for an unknown one."""
    clamped = torch.minimum(torch.maximum(rating, knots[0]), knots[-1])[:, None]
    rise = (clamped - knots[:-1]) / (knots[1:] - knots[:-1])
    up = torch.cat((torch.ones_like(clamped), rise), dim=1)
    down = torch.cat((1 - rise, torch.ones_like(clamped)), dim=1)
    weights = torch.minimum(up, down).clamp(0, 1)
    return weights * (rating > 0).float()[:, None]
