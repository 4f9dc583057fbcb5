"""What all codecs share: pieces of text, their limits and problems, and the protocol."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TextIO

from hexmate.board import Board, Shape, SwapRule
from hexmate.errors import HexmateError, MalformedError, RecordError, TooLargeError
from hexmate.game import Game

__all__ = [
    "Codec",
    "Piece",
    "Problems",
    "RecordBudget",
    "RecordLimits",
    "line_pieces",
    "new_game",
    "numbered_lines",
    "parse_move",
    "parse_name",
    "shown",
    "small_number",
]

_MOST_MESSAGES = 10
_LONGEST_MOVE = 20


Where = str | Callable[[], str]
"""A place for messages, computed only if it is needed."""


@dataclass(frozen=True, slots=True)
class RecordLimits:
    """What a record may become while it is read. The defaults are for files that you trust."""

    text: int = 64_000_000
    """Characters of one game, and characters in a row that belong to no game."""
    nodes: int = 1_000_000
    """Nodes of one game: moves, variations, comments."""
    values: int = 4_000_000
    """Values of the properties of one game, known and unknown."""
    cells: int = 4_000_000
    """Cells that the marks, labels and set-up stones of one game name."""
    stones: int = 20_000_000
    """Stones placed by the set-up nodes of one game; each node places the whole position again."""
    boards: int = 4096
    """Set-up nodes in one line of a game."""
    mistakes: int = 1_000_000
    """Mistakes in one game that is read nevertheless."""
    rectangles: int = 4_000_000
    """Cells named by rectangles (`a1:c3`) in all games of a text, besides one for every two
    characters: rectangles are the only notation much shorter than what it stands for."""

    @classmethod
    def untrusted(cls, nodes: int = 10_000, text: int = 500_000) -> "RecordLimits":
        """Limits for untrusted text: a game takes a fraction of a second and a few megabytes."""
        return cls(
            text=text,
            nodes=nodes,
            values=5 * nodes,
            cells=5 * nodes,
            stones=30 * nodes,
            boards=max(1, nodes // 10),
            mistakes=max(1, nodes // 10),
            rectangles=nodes,
        )


_WHAT_EXCEEDS = {
    "text": "characters in one game",
    "nodes": "nodes in one game",
    "values": "property values in one game",
    "cells": "cells in marks, labels and set-up stones of one game",
    "stones": "stones placed by the set-up nodes of one game",
    "boards": "set-up nodes in one line",
    "mistakes": "mistakes in one game",
    "rectangles": "cells in rectangles",
}


class RecordBudget:
    """Limits, and what counts against them in all games of a text together."""

    def __init__(self, limits: RecordLimits | None = None) -> None:
        self.limits = limits or RecordLimits()
        self.characters = 0
        self.rectangles = 0

    def check(self, what: str, number: int, where: Where) -> None:
        """Raise a `TooLargeError` that says where the limit was met, if it was."""
        most: int = getattr(self.limits, what)
        if number > most:
            place = where if isinstance(where, str) else where()
            raise TooLargeError(f"{place}: more than {most:,} {_WHAT_EXCEEDS[what]}")

    def add_rectangle(self, cells: int, where: Where) -> None:
        """Count the cells of a rectangle before they are named one by one."""
        self.rectangles += cells
        self.check("rectangles", self.rectangles - self.characters // 2, where)


class Piece:
    """The text of one game, and where in the file it starts: the line, and characters before it."""

    def __init__(
        self, text: str, line: int = 1, budget: RecordBudget | None = None, column: int = 0
    ) -> None:
        self.text = text
        self.line = line
        self._column = column
        self.budget = budget or RecordBudget()
        self._counts: Counter[str] = Counter()

    def changed(self, text: str) -> "Piece":
        """The same game with a corrected text."""
        return Piece(text, self.line, self.budget, self._column)

    def count(self, what: str, number: int, where: Where) -> None:
        """Count what the game becomes; a `TooLargeError` where it exceeds its limit."""
        self._counts[what] += number
        self.budget.check(what, self._counts[what], where)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def where(self, at: int) -> str:
        """The line and character of an offset, for messages.

        >>> Piece("ab\\ncd", line=3).where(4)
        'line 4, character 2'
        """
        row = bisect_right(self._line_starts, at) - 1
        before = self._column if row == 0 else 0
        return f"line {self.line + row}, character {before + at - self._line_starts[row] + 1}"


class Problems:
    """The mistakes in a piece: collected, or raised as an error if `strict`."""

    def __init__(self, strict: bool = False, budget: RecordBudget | None = None) -> None:
        self.strict = strict
        self.messages: list[str] = []
        self._budget = budget or RecordBudget()
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
            self._budget.check("mistakes", _MOST_MESSAGES + self._left_out, where)

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

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """The games of a file, one at a time; a TooLargeError where one has too much text."""

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one game; raises RecordError if it cannot be read at all, or is too large."""

    def write(self, game: Game, lossy: bool) -> str:
        """Write one game, without a line break at the end."""


def numbered_lines(stream: TextIO, budget: RecordBudget) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    blank = 0
    most = budget.limits.text
    for number, line in enumerate(iter(lambda: stream.readline(most + 1), ""), 1):
        blank = 0 if line.strip() else blank + len(line)
        if max(blank, len(line)) > most:
            budget.check("text", max(blank, len(line)), f"line {number}")
        if blank == 0:
            yield number, line


def line_pieces(stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
    """One piece per line that is not blank."""
    budget = budget or RecordBudget()
    for number, line in numbered_lines(stream, budget):
        yield Piece(line.rstrip("\n"), number, budget)


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
