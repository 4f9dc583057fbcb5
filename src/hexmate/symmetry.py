"""Symmetries: ways to turn or reflect a board so that it is the same board again."""

from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.errors import SizeError

__all__ = ["Symmetry", "cell_map", "symmetries"]


class Symmetry(Enum):
    """The eight ways to map a grid onto itself; the board decides which of them are symmetries.

    The last four exchange rows and columns, and so Black's edges and White's: they exchange the
    colours as well.
    """

    IDENTITY = "identity"
    ROTATE_180 = "rotate-180"
    FLIP_ROWS = "flip-rows"
    FLIP_COLS = "flip-cols"
    TRANSPOSE = "transpose"
    ANTITRANSPOSE = "antitranspose"
    ROTATE_90 = "rotate-90"
    ROTATE_270 = "rotate-270"

    @property
    def exchanges_colors(self) -> bool:
        """Whether top and bottom become left and right."""
        return self not in _KEEPS_COLORS

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        quarter = {Symmetry.ROTATE_90: Symmetry.ROTATE_270, Symmetry.ROTATE_270: Symmetry.ROTATE_90}
        return quarter.get(self, self)


_KEEPS_COLORS = frozenset(
    {Symmetry.IDENTITY, Symmetry.ROTATE_180, Symmetry.FLIP_ROWS, Symmetry.FLIP_COLS}
)
_FLIPS_ROW = frozenset(
    {Symmetry.ROTATE_180, Symmetry.FLIP_ROWS, Symmetry.ANTITRANSPOSE, Symmetry.ROTATE_90}
)
_FLIPS_COL = frozenset(
    {Symmetry.ROTATE_180, Symmetry.FLIP_COLS, Symmetry.ANTITRANSPOSE, Symmetry.ROTATE_270}
)


def symmetries(board: _core.Board) -> tuple[Symmetry, ...]:
    """The symmetries that hold for this board's size and shape.

    >>> from hexmate.board import Board
    >>> [s.value for s in symmetries(Board(5))]
    ['identity', 'rotate-180', 'transpose', 'antitranspose']
    """
    return tuple(_cell_maps(board.rows, board.cols, board._shape))


def cell_map(board: _core.Board, symmetry: Symmetry) -> NDArray[np.int32]:
    """The cell that each cell is mapped to, int32 [cells]; SizeError if not a symmetry."""
    maps = _cell_maps(board.rows, board.cols, board._shape)
    if symmetry not in maps:
        names = ", ".join(known.value for known in maps)
        raise SizeError(
            f"a {board._shape} board of {board.rows}x{board.cols} has no symmetry "
            f"'{symmetry.value}'; it has {names}"
        )
    return maps[symmetry].copy()


@lru_cache(maxsize=64)
def _cell_maps(rows: int, cols: int, shape: str) -> dict[Symmetry, NDArray[np.int32]]:
    """The candidates that map neighbours to neighbours and edges to edges."""
    grid = _core.Board(rows, cols, shape, None)
    links = _links(grid)
    maps = {}
    for symmetry in Symmetry:
        mapped = _candidate(symmetry, rows, cols, shape)
        if mapped is not None and _preserves(links, mapped, symmetry):
            maps[symmetry] = mapped
    return maps


def _candidate(symmetry: Symmetry, rows: int, cols: int, shape: str) -> NDArray[np.int32] | None:
    """The symmetry as a map of rows and columns, of a triangle as a map of its rhombi."""
    halves = 2 if shape == "triangle" else 1
    cols //= halves
    if symmetry.exchanges_colors and rows != cols:
        return None
    row, col, half = np.indices((rows, cols, halves)).reshape(3, -1)
    if symmetry.exchanges_colors:
        row, col = col, row
    if symmetry in _FLIPS_ROW:
        row = rows - 1 - row
    if symmetry in _FLIPS_COL:
        col = cols - 1 - col
    if symmetry in (Symmetry.ROTATE_180, Symmetry.ANTITRANSPOSE):
        half = halves - 1 - half
    return np.asarray((row * cols + col) * halves + half, dtype=np.int32)


def _links(grid: _core.Board) -> set[tuple[int, int]]:
    starts, neighbours = grid._adjacency()
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return set(zip(owners.tolist(), neighbours.tolist(), strict=True))


def _preserves(links: set[tuple[int, int]], mapped: NDArray[np.int32], symmetry: Symmetry) -> bool:
    cells = len(mapped)
    top, bottom, left, right = range(cells, cells + 4)
    edges = [left, right, top, bottom] if symmetry.exchanges_colors else [top, bottom, left, right]
    if symmetry in _FLIPS_ROW:
        edges = _exchanged(edges, top, bottom)
    if symmetry in _FLIPS_COL:
        edges = _exchanged(edges, left, right)
    nodes = [*mapped.tolist(), *edges]
    return all((nodes[a], nodes[b]) in links for a, b in links)


def _exchanged(edges: list[int], one: int, two: int) -> list[int]:
    return [{one: two, two: one}.get(edge, edge) for edge in edges]
