"""Boards as PNG, for previews and for programs that show no SVG.

The picture is that of `hexmate.svg`, with the letters of `hexmate.lettering`. It needs no other
library and no font file.
"""

import math
from collections.abc import Mapping

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import column_name
from hexmate.diagram import cell_texts, fitting, last_cell, locate
from hexmate.errors import MalformedError
from hexmate.geometry import SIDES, Box, Layout, Point, Side, layout
from hexmate.lettering import strokes
from hexmate.raster import Canvas
from hexmate.svg import MARKS
from hexmate.svg_theme import Pieces, Theme, find_theme

__all__ = ["LARGEST", "board"]

LARGEST = 2000
"""The most pixels of a side."""

# Lengths in cells: the circle inscribed in a cell has diameter 1.
_STONE = 0.41
_EDGE = 0.2
_MARGIN = 0.35
_LABEL_GAP = 0.52
_LABEL_SIZE = 0.38
_PEN = 0.13
"""Width of the pen that writes, as a part of the font size."""
_LONGEST = 8
"""Characters of a label; more would be too small to read."""
_OWNERS: dict[Side, Color] = {"top": BLACK, "right": WHITE, "bottom": BLACK, "left": WHITE}


def board(
    board: Board,
    *,
    rotation: int = 10,
    mirror: bool = False,
    coordinates: bool = True,
    last_move: bool = True,
    marks: Mapping[int | str, str] | None = None,
    labels: Mapping[int | str, object] | None = None,
    numbers: bool | int = False,
    path: bool = True,
    theme: str | Theme = "light",
    size: int | tuple[int, int] = 800,
) -> bytes:
    """Draw a board of any shape.

    Args:
        board: the position to draw.
        rotation: the hour, 1 to 12, at which a1 stands; 10 is the plain drawing.
        mirror: exchange rows and columns by a reflection in the diagonal that leaves a1.
        coordinates: write column letters along the top edge and row numbers along the left.
        last_move: ring the stone of the last move.
        marks: cell → a kind of `hexmate.svg.MARKS`.
        labels: cell → a short text, cut after 8 characters; it takes the place of a number.
        numbers: True numbers the stones in order of play; an int numbers that many last moves.
        path: draw the winning chain.
        theme: the name of a theme of `hexmate.svg`, or a `Theme` with colours `#rrggbb`.
        size: length of the longer side in pixels, or the width and height of the picture.

    >>> from hexmate.board import Board
    >>> board(Board(3), size=100)[:4]
    b'\\x89PNG'
    """
    look = find_theme(theme)
    place = layout(board.rows, board.cols, board.shape, rotation=rotation, mirror=mirror)
    scene = _BoardPainting(board, place, look, coordinates, size)
    scene.edges()
    scene.cells(last_cell(board) if last_move else None)
    if path:
        scene.chain(board.winning_path())
    for cell, kind in (marks or {}).items():
        if str(kind).lower() not in MARKS:
            raise MalformedError(f"unknown mark {kind!r}: use one of {', '.join(MARKS)}")
        scene.mark(locate(board, cell), MARKS[str(kind).lower()])
    for cell, (_, note) in cell_texts(board, labels, numbers).items():
        scene.note(cell, note if len(note) <= _LONGEST else note[: _LONGEST - 1] + "…")
    if coordinates:
        scene.coordinates()
    return scene.canvas.png()


class _BoardPainting:
    """A board, and the canvas that it is drawn on."""

    def __init__(
        self,
        board: Board,
        place: Layout,
        theme: Theme,
        coordinates: bool,
        size: int | tuple[int, int],
    ) -> None:
        self.board, self.place, self.theme = board, place, theme
        box = _frame(place, coordinates)
        width, height = _dimensions(box, size)
        self.unit = min(width / box.width, height / box.height)
        self._x = box.x - (width / self.unit - box.width) / 2
        self._y = box.y - (height / self.unit - box.height) / 2
        self.canvas = Canvas(width, height, theme.background)

    def at(self, point: Point) -> Point:
        """Where a point of the plane is on the canvas."""
        return (point[0] - self._x) * self.unit, (point[1] - self._y) * self.unit

    def edges(self) -> None:
        """The four edges, in the colours of their owners."""
        rims = self.place.rims(_EDGE)
        for side in SIDES:
            inner = [self.at(p) for p in self.place.borders[side]]
            outer = [self.at(p) for p in rims[side]]
            quads = zip(inner, inner[1:], outer[1:], outer, strict=False)
            pieces = self.theme.pieces(_OWNERS[side])
            patches = [self.canvas.polygon(quad) for quad in quads]
            self.canvas.paint_all(patches, pieces.edge)
            width = max(1.0, 0.03 * self.unit)
            self.canvas.line([inner[0], *outer, inner[-1]], width, pieces.outline)

    def cells(self, last: int | None) -> None:
        """The cells and their stones."""
        line = 0.035 * self.unit / 2
        for outline in self.place.outlines:
            patch = self.canvas.polygon([self.at(p) for p in outline])
            self.canvas.paint(patch, self.theme.grid, -line)
            self.canvas.paint(patch, self.theme.cell, line)
        for cell in range(self.board.num_cells):
            color = self.board.color_at(cell)
            if color is not None:
                self.stone(cell, self.theme.pieces(color), last=cell == last)

    def stone(self, cell: int, pieces: Pieces, *, last: bool) -> None:
        """A stone: a disc or a diamond, ringed if it is the last."""
        center, line = self.at(self.place.centers[cell]), 0.02 * self.unit
        if pieces.form == "disc":
            patch = self.canvas.disc(center, _STONE * self.unit)
        else:
            (x, y), reach = center, _STONE * 1.16 * self.unit
            corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
            patch = self.canvas.polygon(corners)
        self.canvas.paint(patch, pieces.outline, -line)
        self.canvas.paint(patch, pieces.fill, line)
        if last:
            self.canvas.paint(patch, pieces.last, 0.05 * self.unit)
            self.canvas.paint(patch, pieces.fill, 0.125 * self.unit)

    def chain(self, cells: list[int]) -> None:
        """A line along the winning chain."""
        points = [self.at(self.place.centers[cell]) for cell in cells]
        if points:
            self.canvas.line(points, 0.18 * self.unit, self.theme.cell)
            self.canvas.line(points, 0.12 * self.unit, self.theme.path)

    def inks(self, cell: int) -> tuple[str, str]:
        """The colour of what is written on a cell, and of what is under it."""
        color = self.board.color_at(cell)
        if color is None:
            return self.theme.ink, self.theme.cell
        pieces = self.theme.pieces(color)
        return pieces.text, pieces.fill

    def write(self, text: str, at: Point, size: float, ink: str, halo: str | None = None) -> None:
        """Write a text around a point of the plane; a halo keeps it apart from lines below it."""
        lines = strokes(text, self.at(at), size * self.unit)
        if not lines:
            return
        pen = max(1.0, _PEN * size * self.unit)
        patch = self.canvas.strokes(lines, pen)
        if halo is not None:
            self.canvas.paint(patch, halo, -0.06 * self.unit)
        self.canvas.paint(patch, ink)

    def note(self, cell: int, text: str) -> None:
        """A number or a label on a cell."""
        color = self.board.color_at(cell)
        narrow = color is not None and self.theme.pieces(color).form == "diamond"
        ink, ground = self.inks(cell)
        size = fitting(text) * (0.82 if narrow else 1.0)
        self.write(text, self.place.centers[cell], size, ink, ground)

    def coordinates(self) -> None:
        """The names of columns and rows, outside of the edges."""
        for col in range(self.board.cols):
            at = self.place.column_label(col, _LABEL_GAP)
            self.write(column_name(col), at, _LABEL_SIZE, self.theme.ink)
        for row in range(self.board.rows):
            at = self.place.row_label(row, _LABEL_GAP)
            self.write(str(row + 1), at, _LABEL_SIZE, self.theme.ink)

    def mark(self, cell: int, kind: str) -> None:
        """A mark, in the colour of what is written there."""
        ink, ground = self.inks(cell)
        (x, y), unit, width = self.at(self.place.centers[cell]), self.unit, 0.065 * self.unit
        if kind == "dot":
            self.canvas.paint(self.canvas.disc((x, y), 0.12 * unit), ink)
        elif kind == "circle":
            patch = self.canvas.disc((x, y), 0.2 * unit)
            self.canvas.paint(patch, ink, -width / 2)
            self.canvas.paint(patch, ground, width / 2)
        elif kind == "cross":
            a = 0.16 * unit
            self.canvas.line([(x - a, y - a), (x + a, y + a)], width, ink)
            self.canvas.line([(x - a, y + a), (x + a, y - a)], width, ink)
        else:
            corners = _corners(kind, x, y, unit)
            self.canvas.line([*corners, corners[0]], width, ink)


def _corners(kind: str, x: float, y: float, unit: float) -> list[Point]:
    if kind == "square":
        a = 0.17 * unit
        return [(x - a, y - a), (x + a, y - a), (x + a, y + a), (x - a, y + a)]
    r = 0.24 * unit
    dx, dy = r * math.sqrt(3) / 2, r / 2
    return [(x, y - r), (x + dx, y + dy), (x - dx, y + dy)]


def _frame(place: Layout, coordinates: bool) -> Box:
    """The part of the plane that the picture shows."""
    points = [p for band in place.bands(_EDGE).values() for p in band]
    if coordinates:
        gap = _LABEL_GAP + _LABEL_SIZE / 2
        points += [place.column_label(col, gap) for col in range(place.cols)]
        points += [place.row_label(row, gap) for row in range(place.rows)]
    return Box.around(points, _MARGIN)


def _dimensions(box: Box, size: int | tuple[int, int]) -> tuple[int, int]:
    if isinstance(size, int):
        scale = size / max(box.width, box.height)
        width, height = math.ceil(box.width * scale), math.ceil(box.height * scale)
    else:
        width, height = size
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise MalformedError(f"bad size {size!r}: use 1 to {LARGEST} pixels")
    return width, height
