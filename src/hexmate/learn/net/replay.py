"""The replay buffer: the newest positions of self-play, on the training device."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from hexmate.learn.net.model import OFF_BOARD
from hexmate.learn.net.self_play_pool import SampleArrays, Samples

__all__ = ["Batch", "ReplayBuffer"]


class Batch(NamedTuple):
    """Positions with their targets; shapes as in `ReplayBuffer`."""

    views: Tensor
    policies: Tensor
    wins: Tensor
    replies: Tensor
    chains: Tensor


class ReplayBuffer:
    """A ring buffer of positions on a square canvas; smaller boards lie in its top left corner.

    Views uint8 [n, side, side], policies float16 [n, side, side], wins float32 [n], replies int64
    [n] (a cell of the canvas, or -1), chains int8 [n, side, side] (2 if unknown). A draw depends
    only on the seed and its number.
    """

    def __init__(self, capacity: int, side: int, device: torch.device, seed: int = 0) -> None:
        self.capacity, self.side = capacity, side
        shape = (capacity, side, side)
        self._all = Batch(
            torch.full(shape, OFF_BOARD, dtype=torch.uint8, device=device),
            torch.zeros(shape, dtype=torch.float16, device=device),
            torch.zeros(capacity, device=device),
            torch.full((capacity,), -1, dtype=torch.int64, device=device),
            torch.zeros(shape, dtype=torch.int8, device=device),
        )
        self.added = 0
        self._seed = seed
        self._random = torch.Generator(device=device)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, samples: Samples) -> int:
        """Append positions of self-play, overwriting the oldest; returns how many."""
        size, arrays = samples
        count = len(arrays["wins"])
        for first in range(0, count, self.capacity):  # no place may be written twice in one step
            part = {name: rows[first : first + self.capacity] for name, rows in arrays.items()}
            self._put(part, size)
        return count

    def _put(self, arrays: SampleArrays, size: int) -> None:
        count = len(arrays["wins"])
        device = self._all.views.device
        at = (self.added + torch.arange(count, device=device)) % self.capacity
        for canvas, name, outside in (
            (self._all.views, "views", OFF_BOARD),
            (self._all.policies, "policies", 0),
            (self._all.chains, "chains", 0),
        ):
            rows = torch.from_numpy(arrays[name]).to(device).to(canvas.dtype)
            padded = torch.full(
                (count, self.side, self.side), outside, dtype=canvas.dtype, device=device
            )
            padded[:, :size, :size] = rows.view(count, size, size)
            canvas[at] = padded
        self._all.wins[at] = torch.from_numpy(arrays["wins"]).to(device).float()
        replies = torch.from_numpy(arrays["replies"].astype(np.int64)).to(device)
        moved = replies // size * self.side + replies % size
        self._all.replies[at] = torch.where(replies < 0, replies, moved)
        self.added += count

    def draw(self, count: int, number: int) -> Batch:
        """Random positions of the window, about half of them turned by 180 degrees."""
        device = self._all.views.device
        self._random.manual_seed((self._seed << 32) + number)
        at = torch.randint(len(self), (count,), generator=self._random, device=device)
        return _turned(Batch(*(field[at] for field in self._all)), self._random)


def _turned(batch: Batch, random: torch.Generator) -> Batch:
    """The batch with each position turned by 180 degrees, or not, at random."""
    count, side = batch.views.shape[0], batch.views.shape[1]
    device = batch.views.device
    size = (batch.views[:, 0] != OFF_BOARD).sum(1)
    turn = torch.rand(count, generator=random, device=device) < 0.5
    line = torch.arange(side, device=device)
    back = torch.where(turn[:, None] & (line < size[:, None]), size[:, None] - 1 - line, line)
    index = (back[:, :, None] * side + back[:, None, :]).view(count, -1)

    def moved(field: Tensor) -> Tensor:
        return field.view(count, -1).gather(1, index).view_as(field)

    replies = batch.replies
    turned = index.gather(1, replies.clamp_min(0)[:, None])[:, 0]
    return Batch(
        moved(batch.views),
        moved(batch.policies),
        batch.wins,
        torch.where(replies < 0, replies, turned),
        moved(batch.chains),
    )
