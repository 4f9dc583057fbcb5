"""One network taught by several: on people's positions, and on positions that follow from them.

Networks trained on the same games make different errors, so their mean predicts better than each.
A new network learns that mean, also in positions that no game has: those a few moves after people's
positions, with moves drawn from the networks themselves.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from hexmate.learn.human.evaluation import probabilities
from hexmate.learn.human.model import HumanNet, Inputs
from hexmate.learn.human.positions import Positions, half_turn
from hexmate.learn.human.training import HumanSettings, hide_some

__all__ = ["SoftBatch", "SoftPool", "advance", "imagine", "soft_batches", "soft_losses"]

_WIN, _RESIGN = 0.2, 0.2
_RATINGS = (1400.0, 2700.0)
_LABELED_AT_ONCE = 2048


class SoftBatch(NamedTuple):
    """Positions with the distribution of moves [batch, cells + 1] and win and resign probabilities
    [batch, 2] to learn.
    """

    inputs: Inputs
    policy: Tensor
    rest: Tensor


@dataclass(frozen=True, slots=True)
class SoftPool:
    """Positions on one canvas and what the teachers predict; `moves` is -1 if no person moved."""

    inputs: Inputs
    sizes: Tensor
    policy: Tensor
    rest: Tensor
    moves: Tensor

    def __len__(self) -> int:
        return len(self.moves)

    @classmethod
    def label(
        cls, teachers: Sequence[HumanNet], inputs: Inputs, moves: Tensor, symmetry: bool = True
    ) -> "SoftPool":
        """Ask the teachers; positions stay on their device."""
        policies, rests = [], []
        everything = torch.arange(len(moves), device=moves.device)
        for numbers in torch.split(everything, _LABELED_AT_ONCE):
            part = Inputs(*(each[numbers] for each in inputs))
            policy, rest = probabilities(teachers, part, symmetry)
            policies.append(policy.half())
            rests.append(rest)
        sizes = (inputs.views[:, 0] != 3).sum(1)
        return cls(inputs, sizes, torch.cat(policies), torch.cat(rests), moves)

    @classmethod
    def joined(cls, pools: Sequence["SoftPool"]) -> "SoftPool":
        """All positions of some pools on the same canvas."""
        inputs = Inputs(*(torch.cat(each) for each in zip(*(p.inputs for p in pools), strict=True)))
        names = ("sizes", "policy", "rest", "moves")
        return cls(inputs, *(torch.cat([getattr(p, name) for p in pools]) for name in names))

    def batch(self, chosen: Tensor, turned: Tensor, trust: float) -> SoftBatch:
        """Positions of these numbers; `trust` is the teachers' part in what people decided."""
        side, area = self.inputs.views.shape[1], self.policy.shape[1] - 1
        turn = half_turn(self.sizes[chosen], side)
        cells = torch.arange(area + 1, device=turn.device)
        turn = torch.where(turned[:, None], turn, cells)
        views, ages = (
            each[chosen].flatten(1).gather(1, turn[:, :-1]).view(-1, side, side)
            for each in self.inputs[:2]
        )
        policy, moves = self.policy[chosen].float(), self.moves[chosen]
        person = (moves >= 0).float()[:, None]
        made = F.one_hot(moves.clamp_min(0), area + 1).float()
        policy = policy + person * (1 - trust) * (made - policy)
        inputs = Inputs(views, ages, self.inputs.context[chosen])
        return SoftBatch(inputs, policy.gather(1, turn), self.rest[chosen])


def soft_losses(net: HumanNet, batch: SoftBatch) -> tuple[Tensor, Tensor]:
    """The loss against the teachers, and that of the next move alone."""
    out = net(batch.inputs)
    move = -(batch.policy * out.policy.log_softmax(1)).sum(1).mean()
    win = F.binary_cross_entropy_with_logits(out.win, batch.rest[:, 0])
    resign = F.binary_cross_entropy_with_logits(out.resigns, batch.rest[:, 1])
    return move + _WIN * win + _RESIGN * resign, move.detach()


def advance(inputs: Inputs, moves: Tensor) -> Inputs:
    """The positions after these moves int64 [batch], as the opponent sees them.

    The last move is the swap, after all cells. A swap mirrors the stone and changes its colour; and
    the next player sees the board mirrored: the stone stays where it is.
    """
    views, ages, context = inputs
    side = views.shape[1]
    swaps = moves == side * side
    stone = F.one_hot(moves, side * side + 1)[:, :-1].view_as(views).bool()
    exchanged = torch.where(views == 1, 2, torch.where(views == 2, 1, views)).masked_fill(stone, 2)
    older = (ages.int() + (ages > 0)).clamp_max(255).masked_fill(stone, 1)
    kept = swaps[:, None, None]
    first = ((views == 1) | (views == 2)).sum((1, 2)) == 0
    return Inputs(
        torch.where(kept, views, exchanged.mT.to(views.dtype)),
        torch.where(kept, ages, older.mT.to(ages.dtype)),
        torch.stack((context[:, 1], context[:, 0], context[:, 2], first.float()), dim=1),
    )


@torch.inference_mode()
def imagine(
    net: HumanNet,
    source: Positions,
    count: int,
    most: int,
    draw: torch.Generator,
    at_once: int = _LABELED_AT_ONCE,
) -> Inputs:
    """Positions 1 to `most` moves after people's, with moves drawn from a network.

    In half of them the side to move has a random rating.
    """
    parts, made = [], 0
    while made < count:
        numbers = torch.randint(len(source), (at_once,), generator=draw, device=draw.device)
        turned = torch.rand(len(numbers), generator=draw, device=draw.device) < 0.5
        inputs, _ = source.batch(numbers, turned)
        for _ in range(most):
            policy, _ = probabilities([net], inputs)
            inputs = advance(inputs, torch.multinomial(policy, 1, generator=draw)[:, 0])
            parts.append(_with_random_ratings(inputs, draw))
            made += len(numbers)
    return Inputs(*(torch.cat(each) for each in zip(*parts, strict=True)))


def _with_random_ratings(inputs: Inputs, draw: torch.Generator) -> Inputs:
    lots = torch.rand(2, len(inputs.views), generator=draw, device=draw.device)
    rating = _RATINGS[0] + lots[0] * (_RATINGS[1] - _RATINGS[0])
    zero = torch.zeros_like(rating)
    drawn = torch.stack((rating, zero, zero, inputs.context[:, 3]), dim=1)
    return inputs._replace(context=torch.where((lots[1] < 0.5)[:, None], drawn, inputs.context))


def soft_batches(
    pools: Sequence[SoftPool], settings: HumanSettings, real: float, trust: float
) -> Iterator[SoftBatch]:
    """Batches without end; a share `real` of each comes from people's positions."""
    device = pools[0].moves.device
    draw = torch.Generator(device=device)
    draw.manual_seed(settings.seed)
    order = random.Random(settings.seed)
    lists = [
        [(pool.moves >= 0).nonzero()[:, 0], (pool.moves < 0).nonzero()[:, 0]] for pool in pools
    ]
    weights = [len(each) for each in pools]
    while True:
        at = order.choices(range(len(pools)), weights)[0]
        size = settings.batch // 2 if at else settings.batch
        numbers = []
        for among, share in zip(lists[at], (real, 1 - real), strict=True):
            part = round(size * share)
            picks = torch.randint(len(among), (part,), generator=draw, device=device)
            numbers.append(among[picks])
        chosen = torch.cat(numbers)
        turned = torch.rand(len(chosen), generator=draw, device=device) < 0.5
        batch = pools[at].batch(chosen, turned, trust)
        yield batch._replace(inputs=hide_some(batch.inputs, settings, draw))
