"""What all codecs share: pieces of text, the problems found in them, and the protocol."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Protocol, TextIO

from hexmate.board import Board, Shape, SwapRule
from hexmate.errors import HexmateError, MalformedError, RecordError
from hexmate.game import Game

__all__ = [
    "Codec",
    "Piece",
    "Problems",
    "line_pieces",
    "new_game",
    "parse_move",
    "parse_name",
    "shown",
    "small_number",
]

_MOST_MESSAGES = 10
_LONGEST_MOVE = 20


class Piece:
    """The text of one game and the line of the file on which it starts."""

    def __init__(self, text: str, line: int = 1) -> None:
        self.text = text
        self.line = line

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def where(self, at: int) -> str:
        """The line and character of an offset, for messages.

        >>> Piece("ab\\ncd", line=3).where(4)
        'line 4, character 2'
        """
        row = bisect_right(self._line_starts, at) - 1
        return f"line {self.line + row}, character {at - self._line_starts[row] + 1}"


class Problems:
    """The mistakes in a piece: collected, or raised as an error if `strict`."""

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.messages: list[str] = []
        self._left_out = 0
        self._kinds: set[object] = set()

    def add(self, where: str, message: str) -> None:
        """Add a problem. Only the first ten are kept, so that junk costs no memory."""
        if self.strict:
            raise RecordError(f"{where}: {message}")
        if len(self.messages) < _MOST_MESSAGES:
            self.messages.append(f"{where}: {message}")
        else:
            self._left_out += 1

    def add_once(self, kind: object, where: str, message: str, *, harmless: bool = False) -> None:
        """Add a problem, but only the first of its kind.

        A harmless one is not a mistake in its format, and so not an error if `strict`.
        """
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        if harmless:
            self.messages.append(f"{where}: {message}")
        else:
            self.add(where, message)

    def report(self) -> list[str]:
        """The messages; the last one says how many were left out."""
        more = [f"and {self._left_out} more problems"] if self._left_out else []
        return self.messages + more


class Codec(Protocol):
    """One record format."""

    @property
    def name(self) -> str:
        """The name of the format."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes of its files; new files get the first."""

    def sniff(self, head: str) -> int:
        """Whether the beginning of a text looks like this format: 0 no, 1 maybe, 2 certainly."""

    def split(self, stream: TextIO) -> Iterator[Piece]:
        """The games of a file, one at a time."""

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one game; raises RecordError if it cannot be read at all."""

    def write(self, game: Game, lossy: bool) -> str:
        """Write one game, without a line break at the end."""


def line_pieces(stream: TextIO) -> Iterator[Piece]:
    """One piece per line that is not blank."""
    for number, line in enumerate(stream, 1):
        if line.strip():
            yield Piece(line.rstrip("\n"), number)


def new_game(
    rows: int, cols: int, where: str, *, shape: Shape = "hex", swap: SwapRule | None = None
) -> Game:
    """An empty game; an invalid board is a RecordError that says where it was found."""
    try:
        return Game((rows, cols), shape=shape, swap=swap)
    except HexmateError as error:
        raise RecordError(f"{where}: {error}") from None


def small_number(text: str, digits: int = 4) -> int | None:
    """The number in a text, or None if it is longer than `digits` or no number."""
    short = 0 < len(text) <= digits and text.isascii() and text.isdigit()
    return int(text) if short else None


def parse_move(grid: Board, text: str) -> int:
    """The number of a move. Safe for text of any length with any characters."""
    if len(text) > _LONGEST_MOVE or not text.isascii():
        raise MalformedError(f"{shown(text)} is not a move; write a cell as in c3")
    return grid.parse(text)


def parse_name(grid: Board, text: str) -> int:
    """The number of a cell; a swap or a pass is an error."""
    move = parse_move(grid, text)
    if move < 0:
        raise MalformedError(f"{shown(text)} is not a cell; write one as in c3")
    return move


def shown(text: str) -> str:
    """A piece of input for a message: quoted, on one line, and short."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
