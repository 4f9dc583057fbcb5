"""Cells that need not be played: dead and captured cells, and inferior moves.

>>> from hexmate.board import Board
>>> board = Board.setup(["e8"], [], size=9)
>>> [board.name(cell) for cell in fill_in(board).black]
['d9', 'e9']
"""

from enum import StrEnum
from typing import NamedTuple

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color

__all__ = [
    "FillIn",
    "InferiorMove",
    "Reason",
    "fill_in",
    "inferior_moves",
    "local_patterns",
]


class FillIn(NamedTuple):
    """Empty cells that you can fill with stones without changing who wins.

    This holds whichever side moves next.
    """

    dead: tuple[int, ...]
    """The colour of these cells cannot matter any more."""
    black: tuple[int, ...]
    """Captured by Black: Black has an answer to every white stone there."""
    white: tuple[int, ...]
    """Captured by White."""


class Reason(StrEnum):
    """Why a move is inferior."""

    REVERSIBLE = "reversible"
    """The opponent has an answer after which the move was no better than a pass."""
    DOMINATED = "dominated"
    """Another move is at least as good."""


_REASONS = tuple(Reason)


class InferiorMove(NamedTuple):
    """A move that the side to move can ignore."""

    cell: int
    reason: Reason
    by: int
    """The opponent's answer, or the move that is at least as good."""
    carrier: tuple[int, ...]
    """Reversible moves only: the empty cells that the answer needs, with the answer itself."""


def fill_in(board: Board) -> FillIn:
    """Dead and captured cells, from local patterns applied until nothing changes.

    Only for hex boards; other shapes raise `SizeError`.
    """
    dead, black, white = _core.fill_in(board)
    return FillIn(tuple(dead), tuple(black), tuple(white))


def inferior_moves(board: Board, color: Color | None = None) -> list[InferiorMove]:
    """Moves outside the fill-in that a side (by default the side to move) can ignore.

    If the side can win, one of its winning moves is neither filled in nor listed here, unless the
    fill-in already decides the game. Only for hex boards; other shapes raise `SizeError`.
    """
    mover = board.turn if color is None else color
    return [
        InferiorMove(cell, _REASONS[reason], by, tuple(carrier))
        for cell, reason, by, carrier in _core.inferior_moves(board, mover)
    ]


def local_patterns() -> dict[str, list[str]]:
    """The proven local patterns, by kind: ``captured``, ``reversible`` and ``dominated``.

    A pattern is 19 characters: the centre, its six neighbours, and the twelve cells at distance
    two, in cyclic order. ``b`` and ``w`` are stones or edges, ``.`` is anything, ``x`` the empty
    cells that the pattern is about, ``y`` the cell that makes them inferior, ``e`` another empty
    cell.
    """
    captured, reversible, dominated = _core.local_patterns()
    return {"captured": captured, "reversible": reversible, "dominated": dominated}
