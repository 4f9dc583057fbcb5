"""How well a network predicts people's moves: by size, rating, and stage of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from hexmate.learn.human.model import HumanNet, Inputs
from hexmate.learn.human.positions import Positions, half_turn

__all__ = ["BANDS", "MoveScore", "Predictions", "band_matrix", "predict", "probabilities", "score"]

BANDS = (
    (0, 1600),
    (1600, 1700),
    (1700, 1800),
    (1800, 1900),
    (1900, 2000),
    (2000, 2200),
    (2200, 3000),
)
"""Rating bands, from and to."""

_BATCH = 1024


@dataclass(frozen=True, slots=True)
class MoveScore:
    """Moves, the shares predicted as first choice and among five, and nats per move."""

    moves: int
    first: float
    five: float
    nats: float

    def __str__(self) -> str:
        return f"{self.moves:6d} moves  {self.first:6.2%}  {self.five:6.2%}  {self.nats:.4f} nats"


@dataclass(frozen=True, slots=True)
class Predictions:
    """One row for each move, on the CPU: its rank (0 is the first choice), nats, and the position.

    `ratings` are those of the side to move, 0 if unknown.
    """

    ranks: Tensor
    nats: Tensor
    sizes: Tensor
    plies: Tensor
    ratings: Tensor
    strong: Tensor

    def score(self, chosen: Tensor | None = None) -> MoveScore:
        """The score over the chosen rows, or over all."""
        if chosen is None:
            chosen = torch.ones_like(self.ranks, dtype=torch.bool)
        ranks, nats = self.ranks[chosen], self.nats[chosen]
        if not len(ranks):
            return MoveScore(0, 0.0, 0.0, 0.0)
        first, five = (float((ranks < most).float().mean()) for most in (1, 5))
        return MoveScore(len(ranks), first, five, float(nats.double().mean()))

    def in_band(self, band: tuple[int, int]) -> Tensor:
        """Which moves were made by a player with a rating in the band."""
        return (self.ratings >= max(1, band[0])) & (self.ratings < band[1])

    def table(self) -> Iterator[tuple[str, MoveScore]]:
        """Scores over all moves, and by size, rating and stage of the game."""
        yield "all", self.score()
        yield "stones only", self.score(self.plies >= 2)
        yield "first stone", self.score(self.plies == 0)
        yield "swap or move", self.score(self.plies == 1)
        for size in sorted(set(self.sizes.tolist())):
            yield f"{size}x{size}", self.score(self.sizes == size)
        for band in BANDS:
            yield f"rated {band[0]}-{band[1]}", self.score(self.in_band(band))
        yield "strong, no rating", self.score(self.strong)
        yield "unknown", self.score((self.ratings == 0) & ~self.strong)
        for first, last in ((2, 5), (6, 11), (12, 19), (20, 29), (30, 44), (45, 400)):
            yield f"plies {first}-{last}", self.score((self.plies >= first) & (self.plies <= last))


@torch.inference_mode()
def probabilities(
    nets: Sequence[HumanNet], inputs: Inputs, symmetry: bool = False
) -> tuple[Tensor, Tensor]:
    """The mean policy [batch, cells + 1] of some networks, and their win and resign probabilities
    [batch, 2].

    With `symmetry` each position is also evaluated rotated by 180 degrees.
    """
    views = [inputs]
    side = inputs.views.shape[1]
    turn = half_turn((inputs.views[:, 0] != 3).sum(1), side)
    if symmetry:
        cells = turn[:, :-1]
        turned = [each.flatten(1).gather(1, cells).view_as(each) for each in inputs[:2]]
        views.append(Inputs(turned[0], turned[1], inputs.context))
    policy, rest = torch.zeros(1), torch.zeros(1)
    for net in nets:
        for number, view in enumerate(views):
            with torch.autocast(view.views.device.type, torch.bfloat16, enabled=view.views.is_cuda):
                out = net(view)
            shares = out.policy.float().softmax(1)
            shares = shares.gather(1, turn) if number else shares
            policy = policy.to(shares.device) + shares
            rest = rest.to(shares.device) + torch.stack((out.win, out.resigns), 1).sigmoid()
    count = len(nets) * len(views)
    return policy / count, rest / count


def predict(
    nets: Sequence[HumanNet],
    sources: Sequence[Positions],
    *,
    rating: float | None = None,
    symmetry: bool = False,
) -> Predictions:
    """Predict every move; with `rating` as if the side to move had that rating."""
    parts: list[tuple[Tensor, ...]] = []
    for source in sources:
        for numbers in torch.split(torch.arange(len(source), device=source.device), _BATCH):
            inputs, targets = source.batch(numbers, torch.zeros_like(numbers, dtype=torch.bool))
            known = targets.moves >= 0
            context = inputs.context.clone()
            if rating is not None:
                context[:, 0], context[:, 2] = rating, 0
            policy, _ = probabilities(nets, Inputs(inputs.views, inputs.ages, context), symmetry)
            played = policy.gather(1, targets.moves.clamp_min(0)[:, None])
            row = (
                (policy > played).sum(1),
                -played[:, 0].clamp_min(1e-30).log(),
                source.sizes[source.games[numbers]],
                source.plies[numbers],
                inputs.context[:, 0],
                inputs.context[:, 2] > 0,
            )
            parts.append(tuple(each[known].cpu() for each in row))
    return Predictions(*(torch.cat(column) for column in zip(*parts, strict=True)))


def score(
    nets: Sequence[HumanNet], sources: Sequence[Positions], symmetry: bool = False
) -> MoveScore:
    """The score of some networks together over all moves."""
    return predict(nets, sources, symmetry=symmetry).score()


def band_matrix(
    nets: Sequence[HumanNet], sources: Sequence[Positions], centers: Sequence[float]
) -> list[list[float]]:
    """Nats per move of the players of each band (rows), predicted with each rating (columns)."""
    columns = [predict(nets, sources, rating=center) for center in centers]
    return [[each.score(each.in_band(band)).nats for each in columns] for band in BANDS]
