"""Keys for finding a position, or its image under a half turn."""

from typing import NamedTuple

import numpy as np

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import SizeError
from hexmate.symmetry import Symmetry, cell_map

__all__ = ["PositionKeys", "PositionWalk"]


class PositionKeys(NamedTuple):
    """The key of a position and that of its image turned by 180°, as signed 64-bit numbers.

    The key depends on stones, turn, size and shape. Unlike `Board.position_key` it leaves out the
    right to swap, so that an opening is found whatever the swap rule was.
    """

    key: int
    turned: int

    @classmethod
    def of(cls, board: Board) -> "PositionKeys":
        """The keys of a board's position; without that symmetry both are the same.

        >>> one, two = Board(5, swap="pieces"), Board(5)
        >>> _ = one.push_str("a2"), two.push_str("e4")
        >>> PositionKeys.of(one) == PositionKeys.of(two)[::-1]
        True
        """
        return PositionWalk(board).keys


class PositionWalk:
    """The keys of consecutive positions, several times faster than one by one."""

    def __init__(self, board: Board) -> None:
        self._plain = Board.setup(
            board.stones(BLACK),
            board.stones(WHITE),
            board.turn,
            size=(board.rows, board.cols),
            shape=board.shape,
        )
        try:
            self._image = cell_map(board, Symmetry.ROTATE_180)
            self._turned = self._plain.transformed(Symmetry.ROTATE_180)
        except SizeError:
            self._image = np.arange(board.num_cells, dtype=np.int32)
            self._turned = self._plain.copy()

    def push(self, cell: int, color: Color) -> None:
        """Add a stone; after a swap or set-up stones, make a new walk."""
        self._plain.push(cell, color)
        self._turned.push(int(self._image[cell]), color)

    @property
    def keys(self) -> PositionKeys:
        """The keys of the present position."""
        return PositionKeys(
            _signed(self._plain.position_key()), _signed(self._turned.position_key())
        )


def _signed(key: int) -> int:
    """The key as a signed number, since databases have no unsigned 64-bit integers."""
    return key - 2**64 if key >= 2**63 else key
