"""Supervised learning: a value model learns heuristic scores, or the results of games."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from hexmate.errors import HexmateError
from hexmate.learn.value.evaluator import tensors_of
from hexmate.learn.value.labeled_positions import LabeledPositions
from hexmate.learn.value.models import ValueMLP, ValueModel

__all__ = ["Epoch", "Imitation"]

_HELD_OUT = 10
_SLICE = 1024


@dataclass(frozen=True, slots=True)
class Epoch:
    """The result of one pass over the positions.

    `agreement` is the share of held-out positions where model and label favour the same side.
    """

    number: int
    loss: float
    held_out_loss: float
    agreement: float


class Imitation:
    """Trains on all positions but the last tenth, once per epoch in random order."""

    def __init__(
        self,
        model: ValueModel,
        positions: LabeledPositions,
        *,
        epochs: int = 10,
        batch_size: int = 256,
        rate: float = 1e-3,
        weight_decay: float = 1e-4,
        seed: int = 0,
    ) -> None:
        if len(positions) < _HELD_OUT:
            raise HexmateError(f"at least {_HELD_OUT} positions are needed (got {len(positions)})")
        self.model, self._epochs = model, epochs
        self._batch_size, self._rng = batch_size, np.random.default_rng(seed)
        cut = len(positions) - len(positions) // _HELD_OUT
        self._training, self._held_out = (
            positions.part(slice(cut)),
            positions.part(slice(cut, None)),
        )
        self._optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=weight_decay)
        self.total = epochs * -(-cut // batch_size)
        """Updates of all epochs."""
        self.done = 0
        """Updates so far."""
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, max_lr=rate, total_steps=max(self.total, 2)
        )
        if isinstance(model, ValueMLP):
            model.normalise(*self._inputs(self._training))

    def epochs(self) -> Iterator[Epoch]:
        """Train; yields the result of each epoch."""
        for number in range(1, self._epochs + 1):
            self.model.train()
            order = self._rng.permutation(len(self._training))
            losses = [
                self._step(self._training.part(order[at : at + self._batch_size]))
                for at in range(0, len(order), self._batch_size)
            ]
            loss = float(torch.stack(losses).mean())
            yield Epoch(number, loss, *self._evaluate())

    def _inputs(self, positions: LabeledPositions) -> tuple[Tensor, ...]:
        return tensors_of(self.model, positions.board, positions.stones, positions.turns)

    def _loss(self, positions: LabeledPositions) -> tuple[Tensor, Tensor]:
        """The loss, and whether model and label favour the same side [batch]."""
        logits = self.model(*self._inputs(positions)) / self.model.value_scale
        targets = torch.from_numpy(positions.targets).to(logits.device)
        if positions.target == "result":
            loss = F.binary_cross_entropy_with_logits(logits, targets)
            return loss, (logits > 0) == (targets > 0.5)
        loss = F.smooth_l1_loss(logits, targets / self.model.value_scale)
        return loss, (logits > 0) == (targets > 0)

    def _step(self, positions: LabeledPositions) -> Tensor:
        loss, _ = self._loss(positions)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimizer.step()
        self._schedule.step()
        self.done += 1
        return loss.detach()

    @torch.no_grad()
    def _evaluate(self) -> tuple[float, float]:
        self.model.eval()
        parts = [
            self._held_out.part(slice(at, at + _SLICE))
            for at in range(0, len(self._held_out), _SLICE)
        ]
        found = [(len(part), *self._loss(part)) for part in parts]
        loss = sum(count * float(loss) for count, loss, _ in found) / len(self._held_out)
        agreed = sum(int(same.sum()) for _, _, same in found)
        return loss, agreed / len(self._held_out)
