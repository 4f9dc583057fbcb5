"""An engine's dialect: its words for colours and swaps, and a board in its commands.

A board becomes a `Script`: commands that empty the engine's board, then one `play` for each stone
or move. `steps` are the commands that lead from one script to another.

>>> board = Board(5)
>>> before = script_of(board, EngineDialect())
>>> _ = board.push_str("c3")
>>> steps(before, script_of(board, EngineDialect()))
['play black c3']
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import PlayerError

__all__ = ["COLORS", "SWAPS", "SWAP_WORDS", "EngineDialect", "Script", "script_of", "steps"]

COLORS = (("black", "white"), ("b", "w"), ("red", "blue"))
"""Engines' words for the side that connects top and bottom, and for the other."""

SWAP_WORDS: Mapping[SwapRule, tuple[str, ...]] = {
    "pieces": ("swap-pieces", "swap"),
    "sides": ("swap-sides", "swap-pieces", "swap"),
}
"""Possible words for a swap that moves the stone, and for one that leaves it in place."""

SWAPS: Mapping[str, Mapping[SwapRule, str]] = {
    "pieces": {"pieces": "swap-pieces"},
    "sides": {"sides": "swap-pieces"},
    "none": {},
}
"""Values of the option `swap`: `swap-pieces` moves the stone, leaves it, or does not exist."""


@dataclass(frozen=True, slots=True)
class EngineDialect:
    """An engine's words. `private` engines are Hexmate's own: they take any board as it is."""

    colors: tuple[str, str] = COLORS[0]
    swaps: Mapping[SwapRule, str] = field(default_factory=dict)
    """The word for each kind of swap that the engine knows."""
    private: bool = False
    clears: bool = True
    """True if the engine has `clear_board`; old ones clear the board with every `boardsize`."""

    def color(self, color: Color) -> str:
        """The word for a colour."""
        return self.colors[color]

    def play(self, color: Color, word: str) -> str:
        """The command that makes a move."""
        return f"play {self.colors[color]} {word}"

    def start(self, board: Board) -> tuple[str, ...]:
        """The commands that set up an empty board of this size."""
        return (f"boardsize {board.cols} {board.rows}", "clear_board")[: 1 + self.clears]


@dataclass(frozen=True, slots=True)
class Script:
    """Commands that bring an engine's board to a position."""

    start: tuple[str, ...]
    plays: tuple[str, ...]
    """Each can be taken back with one `undo`."""

    def then(self, play: str) -> "Script":
        """The script with one more move."""
        return Script(self.start, (*self.plays, play))


def script_of(board: Board, dialect: EngineDialect) -> Script:
    """The commands for a board; raises PlayerError if the engine cannot play on it."""
    if dialect.private:
        plays = (dialect.play(color, board.name(move)) for color, move in board.played)
        return Script((f"set_position {board.root().to_string()}",), tuple(plays))
    if board.shape != "hex":
        raise PlayerError(
            f"this engine only plays on boards of the hex shape, not on {board.shape}"
        )
    root, moves = _as_told(board, dialect)
    plays = (dialect.play(color, word) for color, word in _words(root, moves, dialect))
    return Script(dialect.start(board), tuple(plays))


def _as_told(board: Board, dialect: EngineDialect) -> tuple[Board, list[tuple[Color, int]]]:
    """A position to set up, and the moves after it. A swap without a word becomes stones."""
    root, moves = board.root(), board.played
    at = next((at for at, (_, move) in enumerate(moves) if move == SWAP), None)
    if at is None or board.swap in dialect.swaps:
        return root, moves
    for color, move in moves[: at + 1]:
        root.push(move, color)
    return root, moves[at + 1 :]


def _words(
    root: Board, moves: list[tuple[Color, int]], dialect: EngineDialect
) -> Iterator[tuple[Color, str]]:
    # Alternate the colours as far as possible: some engines require it.
    for pair in zip_longest(root.stones(BLACK), root.stones(WHITE)):
        for color, cell in zip((BLACK, WHITE), pair, strict=True):
            if cell is not None:
                yield color, root.name(cell)
    for color, move in moves:
        if move == SWAP:
            assert root.swap is not None
            yield color, dialect.swaps[root.swap]
        elif move != PASS:  # every play names its colour, so no pass is needed
            yield color, root.name(move)


def steps(had: Script | None, wanted: Script, *, can_undo: bool = True) -> list[str]:
    """The commands from one position to another: only new moves, undo first, or everything.

    >>> one = Script(("boardsize 3 3",), ("play black a1", "play white b2"))
    >>> steps(one, Script(("boardsize 3 3",), ("play black a1", "play white c3")))
    ['undo', 'play white c3']
    """
    anew = [*wanted.start, *wanted.plays]
    if had is None or had.start != wanted.start:
        return anew
    pairs = zip(had.plays, wanted.plays, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    back = len(had.plays) - same
    on = ["undo"] * back + list(wanted.plays[same:])
    return on if len(on) < len(anew) and (can_undo or not back) else anew
