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
        """The line and character of an offset, for people.

        >>> Piece("ab\\ncd", line=3).where(4)
        'line 4, character 2'
        """
        row = bisect_right(self._line_starts, at) - 1
        return f"line {self.line + row}, character {at - self._line_starts[row] + 1}"


class Problems:
    """What was odd in a piece: collected when reading forgivingly, raised when strict."""

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.messages: list[str] = []
        self._left_out = 0
        self._kinds: set[object] = set()

    def add(self, where: str, message: str) -> None:
        """Note a problem. Only the first ten are kept, so that junk costs no memory."""
        if self.strict:
            raise RecordError(f"{where}: {message}")
        if len(self.messages) < _MOST_MESSAGES:
            self.messages.append(f"{where}: {message}")
        else:
            self._left_out += 1

    def add_once(self, kind: object, where: str, message: str, *, harmless: bool = False) -> None:
        """Note a problem the first time that one of its kind appears.

        A harmless one is no mistake in its format, and so no error when reading strictly.
        """
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        if harmless:
            self.messages.append(f"{where}: {message}")
        else:
            self.add(where, message)

    def report(self) -> list[str]:
        """The messages, the last one telling how many were left out."""
        more = [f"and {self._left_out} more problems"] if self._left_out else []
        return self.messages + more


class Codec(Protocol):
    """One record format."""

    @property
    def name(self) -> str:
        """The name of the format."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of its files end; the first is for new files."""

    def sniff(self, head: str) -> int:
        """How much the beginning of a text looks like this format: 0 no, 1 maybe, 2 surely."""

    def split(self, stream: TextIO) -> Iterator[Piece]:
        """The games of a file, one after the other."""

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one game; what cannot be read at all is a RecordError."""

    def write(self, game: Game, lossy: bool) -> str:
        """Write one game, without a line break at the end."""


def line_pieces(stream: TextIO) -> Iterator[Piece]:
    """One piece for each line that is not blank."""
    for number, line in enumerate(stream, 1):
        if line.strip():
            yield Piece(line.rstrip("\n"), number)


def new_game(
    rows: int, cols: int, where: str, *, shape: Shape = "hex", swap: SwapRule | None = None
) -> Game:
    """An empty game; a board that cannot be is a RecordError that says where it was asked for."""
    try:
        return Game((rows, cols), shape=shape, swap=swap)
    except HexmateError as error:
        raise RecordError(f"{where}: {error}") from None


def small_number(text: str, digits: int = 4) -> int | None:
    """A number of at most so many digits, or None: no text makes this slow."""
    short = 0 < len(text) <= digits and text.isascii() and text.isdigit()
    return int(text) if short else None


def parse_move(grid: Board, text: str) -> int:
    """The number of a move; text of any length and any characters is safe to try."""
    if len(text) > _LONGEST_MOVE or not text.isascii():
        raise MalformedError(f"{shown(text)} is not a move; write a cell as in c3")
    return grid.parse(text)


def parse_name(grid: Board, text: str) -> int:
    """The number of a cell; other moves are none."""
    move = parse_move(grid, text)
    if move < 0:
        raise MalformedError(f"{shown(text)} is not a cell; write one as in c3")
    return move


def shown(text: str) -> str:
    """A piece of input as a message shows it: quoted, on one line, and short."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
