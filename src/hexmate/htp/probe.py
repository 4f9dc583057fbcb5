"""Finding an engine's dialect out by trying: the words it takes, and what they do to its board."""

from collections.abc import Callable

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, WHITE
from hexmate.htp.dialect import COLORS, SWAP_WORDS, EngineDialect

__all__ = ["Try", "find_colors", "find_swap_word"]

Try = Callable[[str], bool]
"""Sends a command; whether the engine took it."""


def find_colors(attempt: Try, board: Board, dialect: EngineDialect) -> tuple[str, str]:
    """The engine's words for the two sides; ours where it takes none."""
    for line in dialect.start(board):
        attempt(line)
    return next((pair for pair in COLORS if attempt(f"play {pair[0]} a1")), dialect.colors)


def find_swap_word(
    attempt: Try, board: Board, dialect: EngineDialect, rule: SwapRule
) -> str | None:
    """The word with which the engine swaps by this rule; None where it has none.

    A stone that can be put on the cell of the opening again has been moved by the swap.
    """
    if board.cols < 2:
        return None
    for word in SWAP_WORDS[rule]:
        for line in dialect.start(board):
            attempt(line)
        attempt(dialect.play(BLACK, "b1"))
        if not attempt(dialect.play(WHITE, word)):
            continue
        moved = attempt(dialect.play(BLACK, "b1"))
        if moved == (rule == "pieces"):
            return word
    return None
