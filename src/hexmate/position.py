"""The position line: one line of text that holds size, shape, swap rule, stones and turn.

``5x5 hex pieces 5/1b3/2w2/5/5 b`` is a 5x5 rhombus with the swap-pieces rule, a black stone on
b2, a white one on c3, and Black to move. Rows come first, as everywhere in Python. Within a row
a number counts empty cells. The swap rule is ``-`` for none. ``/used`` after the rule says that
the right to swap is gone although the stones would allow it: swap-sides leaves the stone in place.
"""

import re
from dataclasses import dataclass
from itertools import groupby

from hexmate.color import Color
from hexmate.errors import MalformedError

__all__ = ["Position", "looks_like_position"]

_LINE = re.compile(
    r"(?P<rows>\d{1,3})x(?P<cols>\d{1,3}) (?P<shape>[a-z]+) (?P<swap>-|[a-z]+)(?P<used>/used)?"
    r" (?P<stones>[0-9bw/]+) (?P<turn>[bw])"
)
_START = re.compile(r"\s*\d+x\d+\s+[a-z]+\s")
_RUN = re.compile(r"[bw]|\d+")
_EXAMPLE = "write size, shape, swap rule, stones and turn, as in '3x3 hex - 3/1b1/2w b'"


def looks_like_position(text: str) -> bool:
    """True if a text is meant as a position line, even a wrong one.

    >>> looks_like_position("3x3 hex - 3/3/3"), looks_like_position("a1 b2")
    (True, False)
    """
    return _START.match(text) is not None


@dataclass(frozen=True, slots=True)
class Position:
    """The fields of a position line; cells as row * cols + col."""

    rows: int
    cols: int
    shape: str
    swap: str | None
    swap_used: bool
    black: tuple[int, ...]
    white: tuple[int, ...]
    turn: Color

    @classmethod
    def parse(cls, line: str) -> "Position":
        """Read a position line; raises MalformedError if it is not one."""
        match = _LINE.fullmatch(" ".join(line[:4096].split()))
        if match is None:
            raise MalformedError(f"not a position line: {_EXAMPLE}")
        rows, cols = int(match["rows"]), int(match["cols"])
        stones = _read_stones(match["stones"], rows, cols)
        return cls(
            rows,
            cols,
            match["shape"],
            None if match["swap"] == "-" else match["swap"],
            match["used"] is not None,
            tuple(cell for cell, letter in enumerate(stones) if letter == "b"),
            tuple(cell for cell, letter in enumerate(stones) if letter == "w"),
            Color.parse(match["turn"]),
        )

    def __str__(self) -> str:
        letters = ["."] * (self.rows * self.cols)
        for color, cells in ((Color.BLACK, self.black), (Color.WHITE, self.white)):
            for cell in cells:
                letters[cell] = color.letter
        rows = (letters[at : at + self.cols] for at in range(0, len(letters), self.cols))
        stones = "/".join("".join(_runs(row)) for row in rows)
        used = "/used" if self.swap_used else ""
        return (
            f"{self.rows}x{self.cols} {self.shape} {self.swap or '-'}{used} "
            f"{stones} {self.turn.letter}"
        )


def _runs(row: list[str]) -> list[str]:
    runs = ((letter, list(same)) for letter, same in groupby(row))
    return [str(len(same)) if letter == "." else "".join(same) for letter, same in runs]


def _read_stones(text: str, rows: int, cols: int) -> str:
    written = text.split("/")
    if len(written) != rows:
        raise MalformedError(f"the position has {len(written)} rows of stones, not {rows}")
    return "".join(_read_row(row, number, cols) for number, row in enumerate(written, 1))


def _read_row(text: str, number: int, cols: int) -> str:
    letters = ""
    for run in _RUN.findall(text):
        if run.isdigit() and (len(run) > 3 or int(run) > cols):
            raise MalformedError(f"row {number} of the position has more than {cols} cells")
        letters += "." * int(run) if run.isdigit() else run
    if len(letters) != cols:
        raise MalformedError(f"row {number} of the position has {len(letters)} cells, not {cols}")
    return letters
