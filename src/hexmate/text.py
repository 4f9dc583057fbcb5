r"""Boards as text, for a terminal, a log or a doctest.

`B` and `W` are stones and `.` is an empty cell. The last move is in brackets. When a chain has won,
its stones stay in capitals and all others become `b` and `w`.

On `hex` boards each row starts half a cell further right, so a cell touches its neighbours in the
row, the two nearest above it and the two nearest below; on `offset` boards every second row does
the same, and on `square` boards neighbours stand side by side or one above the other. On a
`triangle` board `\./` and `/.\` are the two kinds of triangle: neighbours in a row share a slash,
and the flat side of a triangle is shared with the cell straight above or below it.

Without colour the text is ASCII. Colour adds escape sequences and changes no character.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import column_name
from hexmate.diagram import last_cell

if TYPE_CHECKING:
    from hexmate.board import Board, Shape

__all__ = ["board"]

# Select Graphic Rendition codes. The ground is painted, so that black and white stones show on
# terminals of any colour; letters and numbers are painted as the edges they stand at.
_GROUND = "38;5;94;48;5;180"
_LAST = "1;38;5;160;48;5;180"
_STONES: dict[Color, str] = {BLACK: "1;38;5;231;48;5;16", WHITE: "1;38;5;16;48;5;231"}
_CHAINS: dict[Color, str] = {BLACK: "1;38;5;46;48;5;16", WHITE: "1;38;5;28;48;5;231"}
_PLAIN = ""


class _Piece(NamedTuple):
    """One character and how it is painted."""

    glyph: str
    style: str


def board(
    board: "Board",
    *,
    ansi: bool = False,
    coordinates: bool = True,
    last_move: bool = True,
    path: bool = True,
) -> str:
    """Draw a board of any shape as lines of text, without a final newline.

    Args:
        board: the position to draw.
        ansi: paint it with ANSI escape sequences (256 colours).
        coordinates: write column letters above and below, row numbers left and right.
        last_move: put the last move in brackets.
        path: set the winning chain apart from the other stones.

    >>> from hexmate.board import Board
    >>> game = Board(3)
    >>> for cell in ("b2", "a1", "b1", "c1", "a3"):
    ...     _ = game.push_str(cell)
    >>> print(board(game))
     a b c
    1 w B w 1
     2 . B . 2
      3[B]. . 3
         a b c
    """
    chain = set(board.winning_path()) if path else set()
    last = last_cell(board) if last_move else None
    rows = [_row(board, row, last, chain) for row in range(board.rows)]
    lines = _framed(board, rows) if coordinates else rows
    return "\n".join(_painted(_trimmed(line), ansi) for line in lines)


def _row(board: "Board", row: int, last: int | None, chain: set[int]) -> list[_Piece]:
    """Draw a row without its coordinates: a separator before each cell and after the last."""
    gaps = "\\/" if board.shape == "triangle" else "  "
    line = list(_blank(_indent(board.shape, row)))
    for col in range(board.cols + 1):
        line.append(_Piece(gaps[col % 2], _GROUND))
        if col < board.cols:
            line.append(_stone(board, board.cell(row, col), chain))
    if last is not None and board.row_col(last)[0] == row:
        at = len(line) - 2 * (board.cols - board.row_col(last)[1])
        line[at - 1], line[at + 1] = _Piece("[", _LAST), _Piece("]", _LAST)
    return line


def _stone(board: "Board", cell: int, chain: set[int]) -> _Piece:
    color = board.color_at(cell)
    if color is None:
        return _Piece(".", _GROUND)
    letter = color.title[0]
    if cell in chain:
        return _Piece(letter, _CHAINS[color])
    return _Piece(letter.lower() if chain else letter, _STONES[color])


def _framed(board: "Board", rows: list[list[_Piece]]) -> Iterator[list[_Piece]]:
    """Write row numbers at both ends of each row, and column letters above and below."""
    digits = len(str(board.rows))
    # Slashes need a blank between them and the numbers; other separators are blank.
    air = list(_blank(int(board.shape == "triangle")))
    margin = digits + len(air)
    yield from _letters(board.cols, margin + _letter_indent(board, above=True))
    for row, line in enumerate(rows):
        indent = _indent(board.shape, row)
        left = [_Piece(glyph, _STONES[WHITE]) for glyph in str(row + 1).rjust(digits)]
        right = [_Piece(glyph, _STONES[WHITE]) for glyph in str(row + 1)]
        yield [*line[:indent], *left, *air, *line[indent:], *air, *right]
    yield from _letters(board.cols, margin + _letter_indent(board, above=False))


def _indent(shape: "Shape", row: int) -> int:
    """Return how many characters right of the first row a row starts; a cell takes two."""
    return {"hex": row, "offset": row % 2, "square": 0, "triangle": 2 * row}[shape]


def _letter_indent(board: "Board", *, above: bool) -> int:
    """Return where the letters start: in line with the nearest row's cells."""
    straight = 1 + _indent(board.shape, 0 if above else board.rows - 1)
    # The columns of the rhombus slant, and its letters continue them.
    slant = 0 if board.shape != "hex" else -1 if above else 1
    return straight + slant


def _letters(cols: int, indent: int) -> Iterator[list[_Piece]]:
    """Write the column names downwards, one line for each letter of the longest."""
    names = [column_name(col) for col in range(cols)]
    height = max(map(len, names))
    for letters in zip(*(name.rjust(height) for name in names), strict=True):
        yield [*_blank(indent), *(_Piece(glyph, _STONES[BLACK]) for glyph in " ".join(letters))]


def _blank(count: int) -> Iterable[_Piece]:
    return [_Piece(" ", _PLAIN)] * count


def _trimmed(line: list[_Piece]) -> list[_Piece]:
    """Cut off the blanks at the end of a line."""
    length = len("".join(piece.glyph for piece in line).rstrip())
    return line[:length]


def _painted(line: list[_Piece], ansi: bool) -> str:
    if not ansi:
        return "".join(piece.glyph for piece in line)
    runs = groupby(line, key=lambda piece: piece.style)
    return "".join(_escape(style, "".join(piece.glyph for piece in run)) for style, run in runs)


def _escape(style: str, text: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style else text
