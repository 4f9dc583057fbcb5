"""Finds an engine's dialect by trying: the words it accepts, and what they do to its board."""

from collections.abc import Callable

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, WHITE
from hexmate.htp.dialect import COLORS, SWAP_WORDS, EngineDialect

__all__ = ["Try", "find_colors", "find_swap_word"]

Try = Callable[[str], bool]
"""Sends a command; returns True if the engine accepted it."""


def find_colors(attempt: Try, board: Board, dialect: EngineDialect) -> tuple[str, str]:
    """The engine's words for the two sides; ours if it accepts none."""
    for line in dialect.start(board):
        attempt(line)
    return next((pair for pair in COLORS if attempt(f"play {pair[0]} a1")), dialect.colors)


def find_swap_word(
    attempt: Try, board: Board, dialect: EngineDialect, rule: SwapRule
) -> str | None:
    """The engine's word for a swap of this kind; None if it has none.

    If a stone can be placed on the opening's cell again, the swap has moved the first one.
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
