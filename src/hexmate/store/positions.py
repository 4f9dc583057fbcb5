"""Keys by which a position is found again, turned by half or not."""

from typing import NamedTuple

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import SizeError
from hexmate.symmetry import Symmetry

__all__ = ["PositionKeys"]


class PositionKeys(NamedTuple):
    """The key of a position and that of its image turned by 180°, as signed 64-bit numbers.

    Stones, turn, size and shape make the key. The right to swap is left out: `Board.position_key`
    has it, but whoever looks for an opening means the stones, whatever the swap rule.
    """

    key: int
    turned: int

    @classmethod
    def of(cls, board: Board) -> "PositionKeys":
        """The keys of a board's position; a board without that symmetry has one key twice.

        >>> one, two = Board(5, swap="pieces"), Board(5)
        >>> _ = one.push_str("a2"), two.push_str("e4")
        >>> PositionKeys.of(one) == PositionKeys.of(two)[::-1]
        True
        """
        plain = Board.setup(
            board.stones(BLACK),
            board.stones(WHITE),
            board.turn,
            size=(board.rows, board.cols),
            shape=board.shape,
        )
        try:
            turned = plain.transformed(Symmetry.ROTATE_180)
        except SizeError:
            turned = plain
        return cls(_signed(plain.position_key()), _signed(turned.position_key()))


def _signed(key: int) -> int:
    """Databases know no unsigned 64-bit number."""
    return key - 2**64 if key >= 2**63 else key
