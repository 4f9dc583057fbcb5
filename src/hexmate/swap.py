"""Which player has which colour, and who moves next, before and after a swap.

A seat is named by the colour with which its player starts. After swap-sides the stone stays where
it is and the players exchange colours. After swap-pieces the stone changes colour and is mirrored,
and the players keep their colours.

The page has the same rule in `web/static/js/rules/swap.js`; `tests/data/swap_seats.json` checks
both.
"""

from collections.abc import Iterable

from hexmate.board import SwapRule
from hexmate.color import Color
from hexmate.coords import SWAP

__all__ = ["seat_of", "turn_after"]


def seat_of(color: Color, swap: SwapRule | None, moves: Iterable[int | str]) -> Color:
    """The seat that plays a colour after these moves. The colour of a seat is found the same way.

    `moves` are all moves played since the start position, as numbers or as words. A swap that was
    taken back is no longer among them. To find who made a move, pass its colour and the moves
    before it.

    >>> from hexmate.color import BLACK
    >>> print(seat_of(BLACK, "sides", ["a2", "swap-sides"]))
    white
    >>> print(seat_of(BLACK, "pieces", ["a2", "swap-pieces"]))
    black
    """
    exchanged = swap == "sides" and any(_is_swap(move) for move in moves)
    return color.other if exchanged else color


def turn_after(color: Color, move: int, swap: SwapRule | None) -> Color:
    """The side to move after a move: after swap-sides it is the same colour again.

    >>> from hexmate.color import WHITE
    >>> print(turn_after(WHITE, SWAP, "sides"), turn_after(WHITE, SWAP, "pieces"))
    white black
    """
    return color if move == SWAP and swap == "sides" else color.other


def _is_swap(move: int | str) -> bool:
    return move.startswith("swap") if isinstance(move, str) else move == SWAP
