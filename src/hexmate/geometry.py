"""Where the cells of a board lie on paper: centres, outlines, borders, labels.

Pure plane geometry for every shape, without stones and without colours. The x axis points right
and the y axis down, as on a screen. The unit is the same for every shape: **the circle inscribed
in a cell has diameter 1**, so one stone fits all.

- `hex`: pointy-top hexagons, each row half a cell further right; a1 lies in an acute corner.
- `offset`: pointy-top hexagons, every second row half a cell further right.
- `square`: unit squares.
- `triangle`: a rhombus of rhombi with a1 in an acute corner, each cut into two triangles; the even
  columns point down, the odd ones up.

A drawing has twelve rotations, named as in HexWorld by the hour at which a1 stands on the rhombus:
10 is the plain drawing (a1 at the top left) of every shape, and each hour more turns it by 30°
clockwise. A mirrored drawing is reflected in the diagonal that leaves a1 before it is turned: a1
keeps its hour, and rows and columns change places.
"""

import cmath
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from hexmate.errors import MalformedError, SizeError

if TYPE_CHECKING:
    from hexmate.board import Shape

__all__ = ["SIDES", "Box", "Layout", "Point", "Side", "layout"]

Point = tuple[float, float]
Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = get_args(Side)

# Points are complex numbers inside this module: a turn is then one multiplication.
_RIGHT = 1 + 0j
_UP = -1j
_DOWN_RIGHT = cmath.rect(1, math.pi / 3)
_HEXAGON = tuple(cmath.rect(1 / math.sqrt(3), math.pi * (k / 3 - 1 / 2)) for k in range(6))
_SQUARE = (-0.5 - 0.5j, 0.5 - 0.5j, 0.5 + 0.5j, -0.5 + 0.5j)
_TRIANGLE_SIDE = math.sqrt(3)
_UNTURNED = 10


class Box(NamedTuple):
    """An upright rectangle: its top-left corner and its extent."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(cls, points: Iterable[Point], margin: float = 0.0) -> "Box":
        """Return the smallest box that holds all the points, widened by `margin` all round."""
        xs, ys = zip(*points, strict=True)
        left, top = min(xs) - margin, min(ys) - margin
        return cls(left, top, max(xs) + margin - left, max(ys) + margin - top)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board laid out on the plane; made by `layout`.

    `centers` and `outlines` are indexed by cell (`row * cols + col`). Each of the `borders` is the
    line along one side of the board; together they close around it, clockwise unless mirrored.
    """

    rows: int
    cols: int
    shape: "Shape"
    rotation: int
    mirror: bool
    centers: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    borders: Mapping[Side, tuple[Point, ...]]
    _column_labels: tuple["_Anchor", ...]
    _row_labels: tuple["_Anchor", ...]

    def rims(self, width: float) -> dict[Side, tuple[Point, ...]]:
        """Return the borders moved away from the board by `width`, still closed and sharp."""
        loop = [complex(*p) for side in SIDES for p in self.borders[side][:-1]]
        rim = _points(_offset_loop(loop, -width if self.mirror else width))
        rims: dict[Side, tuple[Point, ...]] = {}
        start = 0
        for side in SIDES:
            end = start + len(self.borders[side])
            rims[side] = (rim + rim[:1])[start:end]
            start = end - 1
        return rims

    def bands(self, width: float) -> dict[Side, tuple[Point, ...]]:
        """Return four polygons that frame the board, one along each side, mitred at the corners."""
        return {side: self.borders[side] + rim[::-1] for side, rim in self.rims(width).items()}

    def column_label(self, col: int, gap: float) -> Point:
        """Return the point `gap` outside the top border where the name of a column belongs."""
        return self._column_labels[col].at(gap)

    def row_label(self, row: int, gap: float) -> Point:
        """Return the point `gap` outside the left border where the number of a row belongs."""
        return self._row_labels[row].at(gap)

    def bounds(self) -> Box:
        """Return the smallest upright box around every cell."""
        return Box.around(p for border in self.borders.values() for p in border)


def layout(
    rows: int, cols: int, shape: "Shape" = "hex", *, rotation: int = 10, mirror: bool = False
) -> Layout:
    """Lay out a board of `rows` by `cols` cells.

    >>> layout(2, 3).centers[:2]
    ((0.0, 0.0), (1.0, 0.0))
    >>> layout(1, 4, "square").bounds()
    Box(x=-0.5, y=-0.5, width=4.0, height=1.0)
    """
    if shape not in _LATTICES:
        raise SizeError(f"unknown shape {shape!r}: use one of {', '.join(_LATTICES)}")
    if rows < 1 or cols < 1 or (shape == "triangle" and cols != 2 * rows):
        wanted = "cols = 2 * rows" if shape == "triangle" else "at least one row and one column"
        raise SizeError(
            f"a {shape} board cannot have {rows} rows and {cols} columns: {wanted} needed"
        )
    if rotation not in range(1, 13):
        raise MalformedError(f"bad rotation {rotation!r}: use an hour from 1 to 12")
    return _layout(rows, cols, shape, int(rotation), bool(mirror))


class _Anchor(NamedTuple):
    """A point on the border and the direction that leads away from the board."""

    foot: complex
    away: complex

    def at(self, gap: float) -> Point:
        return _point(self.foot + gap * self.away)


class _Wall(NamedTuple):
    """One side of a cell's outline, and the (row, col) behind it."""

    start: complex
    end: complex
    behind: tuple[int, int]


class _Lattice(NamedTuple):
    """What defines a shape: where a cell lies, its walls, and how to mirror and label the board."""

    center: Callable[[int, int], complex]
    walls: Callable[[int, int], list[_Wall]]
    axis: complex
    column_label: Callable[[int], _Anchor]
    row_label: Callable[[int], _Anchor]


def _ring(
    row: int, col: int, corners: Iterable[complex], steps: Iterable[tuple[int, int]]
) -> list[_Wall]:
    """Return the walls of a cell from its clockwise corners and the step to each neighbour."""
    ring = list(corners)
    ends = ring[1:] + ring[:1]
    return [
        _Wall(start, end, (row + dr, col + dc))
        for start, end, (dr, dc) in zip(ring, ends, steps, strict=True)
    ]


def _hex_center(row: int, col: int) -> complex:
    return col * _RIGHT + row * _DOWN_RIGHT


def _hex_walls(row: int, col: int) -> list[_Wall]:
    steps = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
    return _ring(row, col, (_hex_center(row, col) + v for v in _HEXAGON), steps)


def _offset_center(row: int, col: int) -> complex:
    return complex(col + row % 2 / 2, row * _DOWN_RIGHT.imag)


def _offset_walls(row: int, col: int) -> list[_Wall]:
    odd = row % 2
    steps = ((-1, odd), (0, 1), (1, odd), (1, odd - 1), (0, -1), (-1, odd - 1))
    return _ring(row, col, (_offset_center(row, col) + v for v in _HEXAGON), steps)


def _square_center(row: int, col: int) -> complex:
    return complex(col, row)


def _square_walls(row: int, col: int) -> list[_Wall]:
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    return _ring(row, col, (_square_center(row, col) + v for v in _SQUARE), steps)


def _triangle_corners(row: int, col: int) -> tuple[complex, complex, complex]:
    corner = _TRIANGLE_SIDE * _hex_center(row, col // 2)
    right, below = corner + _TRIANGLE_SIDE * _RIGHT, corner + _TRIANGLE_SIDE * _DOWN_RIGHT
    if col % 2 == 0:
        return corner, right, below
    return right, right + below - corner, below


def _triangle_center(row: int, col: int) -> complex:
    return sum(_triangle_corners(row, col)) / 3


def _triangle_walls(row: int, col: int) -> list[_Wall]:
    steps = ((-1, 1), (0, 1), (0, -1)) if col % 2 == 0 else ((0, 1), (1, -1), (0, -1))
    return _ring(row, col, _triangle_corners(row, col), steps)


_RHOMBUS_AXIS = cmath.rect(1, math.pi / 6)
_QUARTER_AXIS = cmath.rect(1, math.pi / 4)
_LEFT_OF_RHOMBUS = _DOWN_RIGHT * 1j

_LATTICES: dict[str, _Lattice] = {
    "hex": _Lattice(
        _hex_center,
        _hex_walls,
        _RHOMBUS_AXIS,
        # Columns run down to the right, so their names stand up to the left.
        lambda col: _Anchor(_hex_center(0, col) - _DOWN_RIGHT / 2, -_DOWN_RIGHT),
        lambda row: _Anchor(_hex_center(row, 0) - _RIGHT / 2, -_RIGHT),
    ),
    "offset": _Lattice(
        _offset_center,
        _offset_walls,
        _QUARTER_AXIS,
        lambda col: _Anchor(_offset_center(0, col) + _HEXAGON[0], _UP),
        lambda row: _Anchor(complex(-0.5, _offset_center(row, 0).imag), -_RIGHT),
    ),
    "square": _Lattice(
        _square_center,
        _square_walls,
        _QUARTER_AXIS,
        lambda col: _Anchor(_square_center(0, col) + _UP / 2, _UP),
        lambda row: _Anchor(_square_center(row, 0) - _RIGHT / 2, -_RIGHT),
    ),
    "triangle": _Lattice(
        _triangle_center,
        _triangle_walls,
        _RHOMBUS_AXIS,
        lambda col: _Anchor(complex(_triangle_center(0, col).real, 0), _UP),
        lambda row: _Anchor(_TRIANGLE_SIDE * (row + 0.5) * _DOWN_RIGHT, _LEFT_OF_RHOMBUS),
    ),
}


@lru_cache(maxsize=64)
def _layout(rows: int, cols: int, shape: "Shape", rotation: int, mirror: bool) -> Layout:
    lattice = _LATTICES[shape]
    turn = cmath.rect(1, (rotation - _UNTURNED) * math.pi / 6)
    reflection = turn * lattice.axis**2

    def place(p: complex) -> complex:
        return reflection * p.conjugate() if mirror else turn * p

    def anchor(label: _Anchor) -> _Anchor:
        return _Anchor(place(label.foot), place(label.away))

    cells = [(row, col) for row in range(rows) for col in range(cols)]
    walls = [lattice.walls(*cell) for cell in cells]
    return Layout(
        rows,
        cols,
        shape,
        rotation,
        mirror,
        centers=_points(place(lattice.center(*cell)) for cell in cells),
        outlines=tuple(_points(place(wall.start) for wall in ring) for ring in walls),
        borders={
            side: _points(map(place, line))
            for side, line in _borders(rows, cols, shape, walls).items()
        },
        _column_labels=tuple(anchor(lattice.column_label(col)) for col in range(cols)),
        _row_labels=tuple(anchor(lattice.row_label(row)) for row in range(rows)),
    )


def _owners(rows: int, cols: int, shape: str, behind: tuple[int, int]) -> list[Side]:
    """Name the sides of the board that a place outside it belongs to (none: it is a cell)."""
    row, col = behind
    owners: list[Side] = []
    if not 0 <= row < rows:
        owners.append("top" if row < 0 else "bottom")
    # Only an obtuse corner of the rhombus is shared; elsewhere the row decides.
    if not 0 <= col < cols and (shape == "hex" or not owners):
        owners.append("left" if col < 0 else "right")
    return owners


def _borders(
    rows: int, cols: int, shape: str, walls: list[list[_Wall]]
) -> dict[Side, list[complex]]:
    """Walk once clockwise around the board and cut the way into its four sides."""
    pieces: dict[tuple[int, int], tuple[complex, complex, Side]] = {}
    for start, end, behind in (wall for ring in walls for wall in ring):
        owners = _owners(rows, cols, shape, behind)
        for i, side in enumerate(owners):
            a = start + (end - start) * i / len(owners)
            b = start + (end - start) * (i + 1) / len(owners)
            pieces[_key(a)] = (a, b, side)
    loop = list(_walk(pieces))
    first = next(i for i in range(len(loop)) if (loop[i - 1][2], loop[i][2]) == ("left", "top"))
    borders: dict[Side, list[complex]] = {}
    for side, run in groupby(loop[first:] + loop[:first], key=lambda piece: piece[2]):
        line = list(run)
        borders[side] = [line[0][0], *(end for _, end, _ in line)]
    return borders


def _walk(
    pieces: dict[tuple[int, int], tuple[complex, complex, Side]],
) -> Iterator[tuple[complex, complex, Side]]:
    at = next(iter(pieces))
    for _ in range(len(pieces)):
        yield pieces[at]
        at = _key(pieces[at][1])


def _key(p: complex) -> tuple[int, int]:
    """Name a point so that two computations of the same corner agree."""
    return round(p.real * 1e6), round(p.imag * 1e6)


def _offset_loop(loop: list[complex], width: float) -> Iterator[complex]:
    """Move a closed clockwise line outward by `width`, keeping its corners sharp."""
    for i, at in enumerate(loop):
        before, after = at - loop[i - 1], loop[(i + 1) % len(loop)] - at
        m, n = -1j * before / abs(before), -1j * after / abs(after)
        yield at + width * (m + n) / (1 + (m * n.conjugate()).real)


def _point(p: complex) -> Point:
    # Adding 0.0 turns a negative zero into a plain one.
    return p.real + 0.0, p.imag + 0.0


def _points(ps: Iterable[complex]) -> tuple[Point, ...]:
    return tuple(map(_point, ps))
