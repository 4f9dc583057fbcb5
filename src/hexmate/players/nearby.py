"""Distances on the board and last stones, for players that follow simple rules."""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

from hexmate.board import Board, Shape
from hexmate.color import WHITE, Color
from hexmate.coords import SWAP
from hexmate.graph import EDGES

__all__ = ["centre_distances", "edge_distances", "edges_of", "last_stone", "shared_free_cells"]


def edges_of(color: Color) -> tuple[str, str]:
    """The two edges that a colour has to connect, the one of row or column 1 first."""
    return ("left", "right") if color is WHITE else ("top", "bottom")


def centre_distances(board: Board) -> tuple[int, ...]:
    """Steps from each cell to the middle of the board, whatever stones lie between."""
    return _centre_distances(board.shape, board.rows, board.cols)


def edge_distances(board: Board, edge: str) -> tuple[int, ...]:
    """Cells on the shortest path from each cell to an edge, including the cell; ignores stones."""
    return _edge_distances(board.shape, board.rows, board.cols, edge)


def shared_free_cells(board: Board, one: int, two: int) -> int:
    """The number of empty cells that touch both."""
    shared = set(board.neighbors(one)).intersection(board.neighbors(two))
    return sum(board.color_at(cell) is None for cell in shared)


def last_stone(board: Board, color: Color) -> int | None:
    """The cell of this colour's last stone; None if all its stones were set up.

    A swap that moves the opening stone counts as White's.
    """
    replayed = board.copy()
    replayed.reopen()
    while replayed.ply:
        mover, move = replayed.played[-1]
        if move == SWAP and board.swap == "pieces":
            return replayed.stones(WHITE)[0] if color is WHITE else None
        if move >= 0 and mover is color:
            return move
        replayed.pop()
    return None


@lru_cache(maxsize=64)
def _centre_distances(shape: Shape, rows: int, cols: int) -> tuple[int, ...]:
    board = Board((rows, cols), shape=shape)
    middle_rows, middle_cols = ({(n - 1) // 2, n // 2} for n in (rows, cols))
    return _distances(board, (board.cell(r, c) for r in middle_rows for c in middle_cols), 0)


@lru_cache(maxsize=64)
def _edge_distances(shape: Shape, rows: int, cols: int, edge: str) -> tuple[int, ...]:
    board = Board((rows, cols), shape=shape)
    cells = board.graph().neighbors(board.num_cells + EDGES.index(edge))
    return _distances(board, cells.tolist(), 1)


def _distances(board: Board, sources: Iterable[int], first: int) -> tuple[int, ...]:
    found = dict.fromkeys(sources, first)
    queue = deque(found)
    while queue:
        cell = queue.popleft()
        for near in board.neighbors(cell):
            if near not in found:
                found[near] = found[cell] + 1
                queue.append(near)
    return tuple(map(itemgetter(1), sorted(found.items())))
