"""Swap maps: Black's win probability after each first stone, on square boards of hexagons.

Boards up to 8x8 are exact: every first stone wins or loses. Larger boards come from searches with
a network, as `SwapMap.visits` and `SwapMap.network` tell.

>>> found = swap_map(5)
>>> found.exact, found.black("c3"), found.should_swap("a1")
(True, 1.0, False)
>>> print(found.text())
     a   b   c   d   e
1    0   0   0   0 100   1
2      0 100 100 100 100   2
3        0 100 100 100   0   3
4        100 100 100 100   0   4
5          100   0   0   0   0   5
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hexmate import svg
from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import column_name
from hexmate.errors import SizeError

__all__ = ["DATA", "SIZES", "SwapMap", "map_after", "swap_map"]

DATA = Path(__file__).with_name("swap_maps.json")
"""What `python tools/pack_swap_maps.py` has packed."""

SIZES = range(3, 20)
"""The sides of the boards that have a map."""

_FAIR = 0.03
"""How much further from one half than the fairest stone a fair stone may be."""


@dataclass(frozen=True, slots=True)
class SwapMap:
    """Black's win probability after each first stone, if both play on without a swap.

    `values` has one number per cell, by row and column. An exact map has no `visits`, `network` and
    `date`; in the others `visits` is the smallest number of visits after a stone.
    """

    size: int
    values: tuple[float, ...]
    visits: int | None = None
    network: str | None = None
    date: str | None = None

    @property
    def exact(self) -> bool:
        """Whether every value is proven."""
        return self.visits is None

    def black(self, cell: int | str) -> float:
        """Black's win probability after a stone on this cell, given as a number or a name."""
        return self.values[Board(self.size).parse(cell) if isinstance(cell, str) else cell]

    def percent(self, cell: int) -> int:
        """Black's win rate in percent; only proven ones are 0 or 100."""
        share = math.floor(100 * self.values[cell] + 0.5)
        return share if self.exact else min(99, max(1, share))

    def should_swap(self, cell: int | str) -> bool:
        """Whether the second player does better to swap this stone."""
        return self.black(cell) > 0.5

    def fair_stones(self) -> list[int]:
        """The stones that leave both sides the most equal, fairest first; in exact maps none."""
        if self.exact:
            return []
        distance = {cell: abs(value - 0.5) for cell, value in enumerate(self.values)}
        least = min(distance.values())
        return sorted(
            (c for c in distance if distance[c] <= least + _FAIR), key=distance.__getitem__
        )

    def picture(self, theme: str | svg.Theme = "light", size: float | None = None) -> str:
        """The map as SVG: percentages, or a dot on each stone to swap in an exact map."""
        board = Board(self.size)
        cells = dict(enumerate(self.values))
        labels: dict[int | str, object] = {cell: self.percent(cell) for cell in cells}
        return svg.board(
            board,
            heat={cell: value - 0.5 for cell, value in cells.items()},
            labels=None if self.exact else labels,
            marks={cell: "dot" for cell in cells if self.exact and self.should_swap(cell)},
            theme=theme,
            size=size,
        )

    def text(self) -> str:
        """The map as text: percentages in the rows of the board."""
        digits = len(str(self.size))
        names = "".join(column_name(col).rjust(4) for col in range(self.size))
        lines = [" " * (digits + 1) + names]
        for row in range(self.size):
            cells = range(row * self.size, (row + 1) * self.size)
            shares = "".join(f"{self.percent(cell):4}" for cell in cells)
            lines.append(f"{row + 1:<{digits}} {'  ' * row}{shares}   {row + 1}")
        return "\n".join(lines)


@cache
def swap_map(size: int) -> SwapMap:
    """The map of a square board; SizeError unless its side is between 3 and 19.

    >>> swap_map(2)
    Traceback (most recent call last):
    hexmate.errors.SizeError: swap maps are for boards from 3x3 to 19x19 (got 2x2)
    """
    if size not in SIZES:
        raise SizeError(
            f"swap maps are for boards from {SIZES[0]}x{SIZES[0]} to {SIZES[-1]}x{SIZES[-1]} "
            f"(got {size}x{size})"
        )
    stored = _stored()[str(size)]
    half = tuple(value / 1000 for value in stored["values"])
    # Half a turn maps each cell to the one as far from the end as it is from the start.
    values = half + half[: size * size // 2][::-1]
    return SwapMap(size, values, stored.get("visits"), stored.get("network"), stored.get("date"))


def map_after(board: Board) -> SwapMap | None:
    """The map that covers the position: an empty board, or one with a single stone of Black's.

    >>> map_after(Board(11)).size, map_after(Board(11, shape="square"))
    (11, None)
    """
    if board.shape != "hex" or board.rows != board.cols or board.rows not in SIZES:
        return None
    stones = board.num_cells - board.num_empty
    first = stones == 0 and board.turn is BLACK
    second = stones == 1 and bool(board.stones(BLACK)) and board.turn is not BLACK
    return swap_map(board.rows) if first or second else None


@cache
def _stored() -> dict[str, Any]:
    maps: dict[str, Any] = json.loads(DATA.read_text("utf-8"))["maps"]
    return maps
