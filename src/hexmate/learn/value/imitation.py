"""Supervised learning: a value model copies the heuristic, or the results of others' games."""

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
    """What one pass through the lessons gave.

    `agreement` is the share of held-out positions where model and lesson favour the same side.
    """

    number: int
    loss: float
    held_out_loss: float
    agreement: float


class Imitation:
    """A pass is every position once in a random order; the last tenth is held out to judge by."""

    def __init__(
        self,
        model: ValueModel,
        lessons: LabeledPositions,
        *,
        epochs: int = 10,
        batch_size: int = 256,
        rate: float = 1e-3,
        weight_decay: float = 1e-4,
        seed: int = 0,
    ) -> None:
        if len(lessons) < _HELD_OUT:
            raise HexmateError(f"{_HELD_OUT} positions at least are needed, not {len(lessons)}")
        self.model, self._epochs = model, epochs
        self._batch_size, self._rng = batch_size, np.random.default_rng(seed)
        cut = len(lessons) - len(lessons) // _HELD_OUT
        self._taught, self._held_out = lessons.part(slice(cut)), lessons.part(slice(cut, None))
        self._optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=weight_decay)
        self.total = epochs * -(-cut // batch_size)
        """Updates of all epochs."""
        self.done = 0
        """Updates so far."""
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, max_lr=rate, total_steps=max(self.total, 2)
        )
        if isinstance(model, ValueMLP):
            model.normalise(*self._inputs(self._taught))

    def epochs(self) -> Iterator[Epoch]:
        """Learn, and tell after each pass how well."""
        for number in range(1, self._epochs + 1):
            self.model.train()
            order = self._rng.permutation(len(self._taught))
            losses = [
                self._step(self._taught.part(order[at : at + self._batch_size]))
                for at in range(0, len(order), self._batch_size)
            ]
            loss = float(torch.stack(losses).mean())
            yield Epoch(number, loss, *self._judge())

    def _inputs(self, lessons: LabeledPositions) -> tuple[Tensor, ...]:
        return tensors_of(self.model, lessons.board, lessons.stones, lessons.turns)

    def _loss(self, lessons: LabeledPositions) -> tuple[Tensor, Tensor]:
        """The loss, and whether the model favours the same side as the lesson [batch]."""
        logits = self.model(*self._inputs(lessons)) / self.model.value_scale
        targets = torch.from_numpy(lessons.targets).to(logits.device)
        if lessons.target == "result":
            loss = F.binary_cross_entropy_with_logits(logits, targets)
            return loss, (logits > 0) == (targets > 0.5)
        loss = F.smooth_l1_loss(logits, targets / self.model.value_scale)
        return loss, (logits > 0) == (targets > 0)

    def _step(self, lessons: LabeledPositions) -> Tensor:
        loss, _ = self._loss(lessons)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimizer.step()
        self._schedule.step()
        self.done += 1
        return loss.detach()

    @torch.no_grad()
    def _judge(self) -> tuple[float, float]:
        self.model.eval()
        parts = [
            self._held_out.part(slice(at, at + _SLICE))
            for at in range(0, len(self._held_out), _SLICE)
        ]
        found = [(len(part), *self._loss(part)) for part in parts]
        loss = sum(count * float(loss) for count, loss, _ in found) / len(self._held_out)
        agreed = sum(int(same.sum()) for _, _, same in found)
        return loss, agreed / len(self._held_out)
