"""Edge templates: the smallest sets of empty cells that connect stones to an edge of their colour.

The connection holds although the opponent moves first, and no cell can be left out.

>>> from hexmate.board import Board
>>> from hexmate.color import BLACK
>>> board = Board.setup(["e7"], [], size=9)
>>> found = find_templates(board, BLACK)
>>> found[0].template.name, found[0].edge, [board.name(cell) for cell in found[0].carrier]
('III1a', 'bottom', ['f7', 'd8', 'e8', 'f8', 'c9', 'd9', 'e9', 'f9'])
>>> print(found[0].template)
- - B .
 - . . .
  . . . .
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color

__all__ = [
    "DATA",
    "EdgeTemplate",
    "Place",
    "PlacedTemplate",
    "edge_templates",
    "find_templates",
    "template_board",
]

DATA = Path(__file__).with_name("templates.json")
"""What `python tools/templates.py` has found and proven."""

Place = tuple[int, int]
"""The row, counted from the edge (1 touches it), and the column; columns lean as on the board."""

_STONE, _EMPTY, _OUTSIDE = "B.-"


class EdgeTemplate(NamedTuple):
    """Stones, and the empty cells that connect them to the edge.

    The highest stone has column 0, of two the left one. `name` is what players call the template,
    such as III1a (the ziggurat): the row of the highest stone, the number of stones and a letter;
    empty if it has no name.
    """

    name: str
    stones: tuple[Place, ...]
    carrier: tuple[Place, ...]

    @property
    def row(self) -> int:
        """The row of the highest stone."""
        return max(row for row, _ in self.stones)

    def mirrored(self) -> "EdgeTemplate":
        """The mirror image, left and right exchanged."""
        stones = sorted(_mirror(place) for place in self.stones)
        top = max(row for row, _ in stones)
        first = next(col for row, col in stones if row == top)
        moved = tuple((row, col - first) for row, col in stones)
        carrier = sorted((row, col - first) for row, col in map(_mirror, self.carrier))
        return EdgeTemplate(self.name, moved, tuple(carrier))

    def rows(self) -> list[str]:
        """The rows as text, the highest first: B for a stone, a dot for a cell of the carrier."""
        signs = dict.fromkeys(self.carrier, _EMPTY) | dict.fromkeys(self.stones, _STONE)
        columns = range(min(col for _, col in signs), max(col for _, col in signs) + 1)
        return [
            "".join(signs.get((row, col), _OUTSIDE) for col in columns)
            for row in range(max(row for row, _ in signs), 0, -1)
        ]

    @classmethod
    def from_rows(cls, name: str, rows: list[str]) -> "EdgeTemplate":
        """The inverse of `rows`.

        >>> EdgeTemplate.from_rows("II1a", ["-B", ".."])
        EdgeTemplate(name='II1a', stones=((2, 0),), carrier=((1, -1), (1, 0)))
        """
        highest = next(at for at, text in enumerate(rows) if _STONE in text)
        origin = rows[highest].index(_STONE)
        signs = {
            (len(rows) - at, col - origin): sign
            for at, text in enumerate(rows)
            for col, sign in enumerate(text)
        }
        stones, carrier = (
            tuple(sorted(place for place, sign in signs.items() if sign == wanted))
            for wanted in (_STONE, _EMPTY)
        )
        return cls(name, stones, carrier)

    def __str__(self) -> str:
        """The rows, drawn as on the board."""
        return "\n".join(f"{' ' * at}{' '.join(row)}" for at, row in enumerate(self.rows()))


class PlacedTemplate(NamedTuple):
    """A template on a board: the edge, and the cells of its stones and its carrier."""

    template: EdgeTemplate
    edge: str
    stones: tuple[int, ...]
    carrier: tuple[int, ...]


@cache
def edge_templates() -> tuple[EdgeTemplate, ...]:
    """Every known template, of each pair of mirror images one.

    >>> [template.name for template in edge_templates()][:4]
    ['I1a', 'II1a', 'III1a', 'III1b']
    """
    data = json.loads(DATA.read_text("utf-8"))
    return tuple(EdgeTemplate.from_rows(each["name"], each["rows"]) for each in data["templates"])


def find_templates(board: Board, color: Color) -> list[PlacedTemplate]:
    """The templates by which stones of a colour are connected to its edges, the smallest first.

    Those that need a cell with a stone, of either colour, or off the board are not listed.
    """
    edges = ("top", "bottom") if color == BLACK else ("left", "right")
    found = [
        placed
        for edge in edges
        for template in _both_ways()
        for placed in _placements(board, color, edge, template)
    ]
    return sorted(found, key=lambda each: len(each.carrier))


@cache
def _both_ways() -> tuple[EdgeTemplate, ...]:
    both = ((template, template.mirrored()) for template in edge_templates())
    return tuple(each for pair in both for each in dict.fromkeys(pair))


def _placements(
    board: Board, color: Color, edge: str, template: EdgeTemplate
) -> Iterator[PlacedTemplate]:
    length = board.cols if color == BLACK else board.rows
    for at in range(length):
        stones = [_cell(board, edge, place, at) for place in template.stones]
        if not all(cell is not None and board.color_at(cell) == color for cell in stones):
            continue
        carrier = [_cell(board, edge, place, at) for place in template.carrier]
        if all(cell is not None and board.color_at(cell) is None for cell in carrier):
            yield PlacedTemplate(
                template,
                edge,
                tuple(sorted(cell for cell in stones if cell is not None)),
                tuple(sorted(cell for cell in carrier if cell is not None)),
            )


def _cell(board: Board, edge: str, place: Place, at: int) -> int | None:
    """The cell of a place of a template whose first stone is in column (or row) `at`."""
    height, along = place
    row, col = {
        "top": (height - 1, at - along),
        "bottom": (board.rows - height, at + along),
        "left": (at - along, height - 1),
        "right": (at + along, board.cols - height),
    }[edge]
    if not (0 <= row < board.rows and 0 <= col < board.cols):
        return None
    return row * board.cols + col


def template_board(
    stones: tuple[Place, ...], carrier: frozenset[Place]
) -> tuple[Board, dict[Place, int]]:
    """A board on which Black wins if and only if the stones are connected, White to move.

    Every cell outside the carrier is White's, except a black stone above each of the highest
    stones, which touches nothing else that is not beside them already. The second value has the
    cell of each place.
    """
    places = {*stones, *carrier}
    top, left = max(row for row, _ in places), min(col for _, col in places)
    cols = max(col for _, col in places) - left + 1
    number = {(row, col): (top + 1 - row) * cols + col - left for row, col in places}
    black = [number[place] for place in stones]
    highest = max(row for row, _ in stones)
    black += [number[highest, col] - cols for row, col in stones if row == highest]
    free = {number[place] for place in carrier}
    white = [cell for cell in range((top + 1) * cols) if cell not in free and cell not in black]
    return Board.setup(black, white, WHITE, size=(top + 1, cols)), number


def _mirror(place: Place) -> Place:
    row, col = place
    return row, row - col
