"""The positions of people's games on the training device, with what happened in them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hexmate.learn.human.games import PeopleGames
from hexmate.learn.human.model import Inputs
from hexmate.learn.net.model import OFF_BOARD

__all__ = ["CANVASES", "Positions", "Targets", "half_turn"]

CANVASES = (13, 19)
"""Sides of the squares that boards are padded to."""

_OLDEST = 255


class Targets(NamedTuple):
    """What happened after each position, from the side to move.

    `moves` int64 [batch] is a cell of the canvas, side * side for a swap, or -1; `later` int64
    [batch, 2] are the reply and the own next move, or -1; `future` float [batch, 2, side, side]
    marks the cells that got own and enemy stones; `wins` and `resigns` are 0 or 1.
    """

    moves: Tensor
    later: Tensor
    future: Tensor
    wins: Tensor
    resigns: Tensor


class Positions:
    """Every position of some games that fit a canvas, in the top left corner of it.

    A game that was resigned has one position more than moves: the one in which that happened.
    """

    def __init__(
        self, games: PeopleGames, chosen: NDArray[np.bool_], side: int, device: torch.device
    ) -> None:
        """`chosen` marks the games to take; larger boards than `side` must not be among them."""
        self.side, self.device = side, device
        at = np.flatnonzero(chosen)
        counts = games.lengths[at].astype(np.int64) + games.resigned[at]
        owner = np.repeat(np.arange(len(at)), counts)
        first = np.repeat(np.cumsum(counts) - counts, counts)

        def put(array: NDArray[np.generic], dtype: torch.dtype) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device, dtype)

        self.games = put(owner, torch.int64)
        self.plies = put(np.arange(len(owner)) - first, torch.int64)
        self._rows, self._cols = (put(each[at], torch.int64) for each in (games.rows, games.cols))
        self._lengths, self._winners = (
            put(each[at], torch.int64) for each in (games.lengths, games.winners)
        )
        self.sizes = put(games.sizes[at], torch.int64)
        self._swapped, self._strong = (
            put(each[at], torch.bool) for each in (games.swapped, games.strong)
        )
        self._ratings = put(games.ratings[at], torch.float32)

    def __len__(self) -> int:
        return len(self.games)

    def batch(self, chosen: Tensor, turned: Tensor) -> tuple[Inputs, Targets]:
        """The positions of these numbers int64 [batch]; `turned` bool [batch] rotates them by 180
        degrees.
        """
        games, plies = self.games[chosen], self.plies[chosen]
        cells = self._cells(games, plies, turned)
        return self._inputs(games, plies, cells), self._targets(games, plies, cells)

    def _cells(self, games: Tensor, plies: Tensor, turned: Tensor) -> Tensor:
        """The cells of all moves of the games [batch, moves], as the side to move sees them."""
        white = (plies % 2 == 1)[:, None]
        rows, cols = self._rows[games], self._cols[games]
        rows, cols = torch.where(white, cols, rows), torch.where(white, rows, cols)
        last = self.sizes[games][:, None] - 1
        rows = torch.where(turned[:, None], last - rows, rows)
        cols = torch.where(turned[:, None], last - cols, cols)
        return (rows * self.side + cols).clamp_min(0)

    def _inputs(self, games: Tensor, plies: Tensor, cells: Tensor) -> Inputs:
        steps = torch.arange(cells.shape[1], device=self.device)
        replaced = self._swapped[games][:, None] & (steps == 0) & (plies >= 2)[:, None]
        there = (steps < plies[:, None]) & ~replaced
        ages = self._scatter(cells, (plies[:, None] - steps) * there, there)
        own, enemy = (ages > 0) & (ages % 2 == 0), ages % 2 == 1
        views = own.to(torch.uint8) + 2 * enemy.to(torch.uint8)
        line = torch.arange(self.side, device=self.device)
        beyond = line >= self.sizes[games][:, None]
        outside = beyond[:, :, None] | beyond[:, None, :]
        views = views.masked_fill(outside, OFF_BOARD)
        # Ages beyond the oldest keep that age: only the views tell whose stones these are.
        return Inputs(views, ages.clamp_max(_OLDEST).to(torch.uint8), self._context(games, plies))

    def _scatter(self, cells: Tensor, values: Tensor, there: Tensor) -> Tensor:
        """Values [batch, moves] on their cells [batch, side, side], 0 elsewhere."""
        area = self.side * self.side
        flat = torch.zeros(len(cells), area + 1, dtype=torch.int64, device=self.device)
        flat.scatter_(1, torch.where(there, cells, area), values)
        return flat[:, :area].view(-1, self.side, self.side)

    def _context(self, games: Tensor, plies: Tensor) -> Tensor:
        ratings = self._ratings[games]
        white = plies % 2 == 1
        own = torch.where(white, ratings[:, 1], ratings[:, 0])
        other = torch.where(white, ratings[:, 0], ratings[:, 1])
        return torch.stack((own, other, self._strong[games].float(), (plies == 1).float()), dim=1)

    def _targets(self, games: Tensor, plies: Tensor, cells: Tensor) -> Targets:
        swapped, lengths = self._swapped[games], self._lengths[games]
        moves = self._at(cells, plies, lengths)
        moves = torch.where(swapped & (plies == 1), self.side * self.side, moves)
        replies = self._at(cells, plies + 1, lengths)
        replies = torch.where(swapped & (plies == 0), -1, replies)
        later = torch.stack((replies, self._at(cells, plies + 2, lengths)), dim=1)
        steps = torch.arange(cells.shape[1], device=self.device)
        open_yet = (steps >= plies[:, None]) & (steps < lengths[:, None])
        open_yet &= ~(swapped[:, None] & (steps == 1))
        own = (steps - plies[:, None]) % 2 == 0
        future = torch.stack(
            [
                self._scatter(cells, marked.long(), marked)
                for marked in (open_yet & own, open_yet & ~own)
            ],
            dim=1,
        )
        wins = (self._winners[games] == plies % 2).float()
        return Targets(moves, later, future.float(), wins, (plies == lengths).float())

    @staticmethod
    def _at(cells: Tensor, plies: Tensor, lengths: Tensor) -> Tensor:
        """The cell of the move at a ply, or -1 after the last move."""
        found = cells.gather(1, plies.clamp_max(cells.shape[1] - 1)[:, None])[:, 0]
        return torch.where(plies < lengths, found, -1)

    def batches(self, size: int, random: torch.Generator) -> Iterator[tuple[Inputs, Targets]]:
        """All positions once, in a random order, each turned or not."""
        order = torch.randperm(len(self), generator=random, device=self.device)
        turned = torch.rand(len(self), generator=random, device=self.device) < 0.5
        for first in range(0, len(self) - size + 1 if len(self) >= size else 1, size):
            chosen = order[first : first + size]
            yield self.batch(chosen, turned[first : first + size])


def half_turn(sizes: Tensor, side: int) -> Tensor:
    """For each cell of a canvas the cell that a half turn of the board puts there.

    `sizes` int64 [batch]; the answer is int64 [batch, side * side + 1], where cells outside the
    board, and the swap behind all cells, keep their places.
    """
    area = side * side
    cells = torch.arange(area + 1, device=sizes.device)
    rows, cols, last = cells // side, cells % side, sizes[:, None] - 1
    turned = (last - rows) * side + last - cols
    return torch.where((rows <= last) & (cols <= last) & (cells < area), turned, cells)
