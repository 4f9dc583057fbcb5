"""What the words for a swap mean: in Benzene, `swap-pieces` leaves the stone in place."""

from enum import StrEnum

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, WHITE

__all__ = ["SWAP_WORDS", "SwapDialect", "with_swap"]

SWAP_WORDS = ("swap", "swap-pieces", "swap-sides")


class SwapDialect(StrEnum):
    """Whose words a client uses.

    >>> SwapDialect.HEXMATE.meaning("swap-pieces"), SwapDialect.BENZENE.meaning("swap-pieces")
    ('pieces', 'sides')
    """

    HEXMATE = "hexmate"
    """`swap-pieces` mirrors the stone and Black moves next, `swap-sides` leaves it."""
    BENZENE = "benzene"
    """`swap-pieces` leaves the stone and White moves again, as in HexGui up to 0.9 and MoHex."""

    def meaning(self, word: str) -> SwapRule | None:
        """The kind of swap that a word means; None if the game decides."""
        if self is SwapDialect.BENZENE:
            return "sides"
        return {"swap-pieces": "pieces", "swap-sides": "sides"}.get(word)  # type: ignore[return-value]

    def word(self, rule: SwapRule | None) -> str:
        """The word for a swap in a game with this rule."""
        return "swap-pieces" if self is SwapDialect.BENZENE else f"swap-{rule}"

    def usual_rule(self, board: Board) -> SwapRule:
        """The usual swap rule on such a board."""
        mirrored = self is SwapDialect.HEXMATE and board.transposable
        return "pieces" if mirrored else "sides"


def with_swap(board: Board, rule: SwapRule | None) -> Board:
    """The same game under another swap rule; raises SwapError if a swap was already played.

    >>> with_swap(Board(5), "sides").swap
    'sides'
    """
    start = board.root()
    changed = Board.setup(
        start.stones(BLACK),
        start.stones(WHITE),
        start.turn,
        size=(board.rows, board.cols),
        shape=board.shape,
        swap=rule,
        swap_used=start._swap_used,
    )
    for color, move in board.played:
        changed.push(move, color)
    return changed
