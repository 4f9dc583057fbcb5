"""Cells of a hex board as bit sets, for one colour: neighbours, groups, and certificates.

A set of cells is an `int` with a bit for each cell. An end is a cell, or an edge: `cells` is the
first edge of the colour (top or left), `cells + 1` the second.
"""

from collections.abc import Iterable, Sequence

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.graph import EDGES

__all__ = ["Ends", "Pair", "Region", "bits", "cells_of"]

Ends = tuple[int, int]
"""Two ends to connect."""
Pair = tuple[int, int]
"""Two empty cells of a bridge."""


def bits(cells: Iterable[int]) -> int:
    """The set of these cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of(found: int) -> list[int]:
    """The cells of a set, in order."""
    cells = []
    while found:
        lowest = found & -found
        cells.append(lowest.bit_length() - 1)
        found ^= lowest
    return cells


class Region:
    """The cells of a hex board, as one colour sees them."""

    def __init__(self, rows: int, cols: int, color: Color) -> None:
        self.rows, self.cols, self.color = rows, cols, color
        self.opponent = WHITE if color is BLACK else BLACK
        self.cells = rows * cols
        self.every = (1 << self.cells) - 1
        grid = range(self.cells)
        self.first, self.second = self.edges = (self.cells, self.cells + 1)
        if color is BLACK:
            self.at_edge = (bits(grid[:cols]), bits(grid[-cols:]))
        else:
            self.at_edge = (bits(grid[::cols]), bits(grid[cols - 1 :: cols]))
        graph = Board((rows, cols)).graph()
        self._neighbours = [
            bits(other for other in graph.neighbors(cell).tolist() if other < self.cells)
            for cell in grid
        ]

    def edge_name(self, which: int) -> str:
        """The name of the first or second edge: top, bottom, left or right."""
        return EDGES[which if self.color is BLACK else 2 + which]

    def neighbours(self, cell: int) -> int:
        """The cells that touch a cell."""
        return self._neighbours[cell]

    def near(self, found: int) -> int:
        """All cells that touch a cell of the set."""
        touching = 0
        while found:
            lowest = found & -found
            touching |= self._neighbours[lowest.bit_length() - 1]
            found ^= lowest
        return touching

    def reach(self, start: int, inside: int) -> int:
        """The cells of `inside` that are connected to cells of `start` within it."""
        reached = 0
        new = start & inside
        while new:
            reached |= new
            new = self.near(new) & inside & ~reached
        return reached

    def floating_groups(self, stones: int) -> list[int]:
        """The groups of stones that touch neither edge."""
        left = stones & ~self.reach(self.at_edge[0] | self.at_edge[1], stones)
        groups = []
        while left:
            groups.append(self.reach(left & -left, left))
            left &= ~groups[-1]
        return groups

    def board(self, stones: int, free: int, turn: Color) -> Board:
        """The position with these stones and free cells; all other cells are the opponent's."""
        own, others = cells_of(stones), cells_of(self.every & ~stones & ~free)
        black, white = (own, others) if self.color is BLACK else (others, own)
        return Board.setup(black, white, turn, size=(self.rows, self.cols))

    def connects(
        self, stones: int, pairs: Sequence[Pair], links: Iterable[Ends], ends: Ends
    ) -> bool:
        """True if stones, bridges and links connect the two ends.

        A bridge is a pair of empty cells: it connects everything that touches both of them. A link
        says that two ends are connected.
        """
        parts = self._parts(stones)
        for link in links:
            parts = _merged(parts, [part for part in parts if _has(part, link)])
        for one, two in pairs:
            both = 1 << one | 1 << two
            parts = _merged(parts, [part for part in parts if part[1] & both == both])
        wanted = 1 << ends[0] | 1 << ends[1]
        return any(part[0] & wanted == wanted for part in parts)

    def _parts(self, stones: int) -> list["_Part"]:
        """The groups, each with the cells that it touches; edges are members of theirs."""
        parts = []
        left = stones
        for end, cells in zip(self.edges, self.at_edge, strict=True):
            group = self.reach(cells, left)
            left &= ~group
            parts.append((group | 1 << end, self.near(group) | cells))
        if parts[0][0] & self.at_edge[1]:  # the group at the first edge touches the second
            parts = _merged(parts, parts)
        while left:
            group = self.reach(left & -left, left)
            left &= ~group
            parts.append((group, self.near(group)))
        return parts


_Part = tuple[int, int]


def _has(part: _Part, link: Ends) -> bool:
    return bool(part[0] & (1 << link[0] | 1 << link[1]))


def _merged(parts: list[_Part], joined: list[_Part]) -> list[_Part]:
    if len(joined) < 2:
        return parts
    members = touching = 0
    for part in joined:
        members |= part[0]
        touching |= part[1]
    return [part for part in parts if part not in joined] + [(members, touching)]
