"""Boards as SVG: a string for a notebook, a file or a web page.

The picture is built so that a page can work with it. Each cell is exactly one
`<g class="cell …" data-cell="c3">`, found with `svg.querySelector('[data-cell="c3"]')`. There are
no ids, so any number of boards can stand on one page. The classes of a cell say what it holds:
`empty`, `black` or `white`, then `last` and `win` where they apply. Colours are presentation
attributes, which any style sheet overrides. Everything drawn above the cells (lines, marks,
labels) lets the pointer through to them.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import column_name
from hexmate.diagram import cell_texts, fitting, last_cell, locate
from hexmate.errors import HexmateError, MalformedError
from hexmate.geometry import SIDES, Box, Layout, Side, layout
from hexmate.svg_markup import closed, group, length, number, opened, overlay, tag, word
from hexmate.svg_theme import THEMES, Pieces, Theme, find_theme

__all__ = ["MARKS", "THEMES", "Pieces", "Theme", "board"]

Cell: TypeAlias = int | str
Heat: TypeAlias = Mapping[Cell, float] | npt.ArrayLike

MARKS: dict[str, str] = {
    **{kind: kind for kind in ("triangle", "circle", "square", "cross", "dot")},
    "selected": "dot",
    "tr": "triangle",
    "cr": "circle",
    "sq": "square",
    "ma": "cross",
    "sl": "dot",
}
"""The marks a cell can bear, by name and by SGF property, and what each is drawn as."""

# Lengths in cells: the circle inscribed in a cell has diameter 1.
_STONE = 0.41
_EDGE = 0.2
_MARGIN = 0.25
_LABEL_GAP = 0.52
_LABEL_SIZE = 0.36
_HEAT_OPACITY = 0.85
# A text that a line runs under stands out by a rim in the colour of its ground.
_HALO = {"stroke_width": length(0.14), "stroke_linejoin": "round", "paint_order": "stroke"}
_PEN = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
_OWNERS: dict[Side, Color] = {"top": BLACK, "right": WHITE, "bottom": BLACK, "left": WHITE}


def board(
    board: Board,
    *,
    rotation: int = 10,
    mirror: bool = False,
    coordinates: bool = True,
    last_move: bool = True,
    marks: Mapping[Cell, str] | None = None,
    labels: Mapping[Cell, object] | None = None,
    numbers: bool | int = False,
    heat: Heat | None = None,
    lines: Iterable[Iterable[Cell]] = (),
    path: bool = True,
    theme: str | Theme = "light",
    size: float | None = None,
) -> str:
    """Draw a board of any shape. Cells are given as numbers or names.

    Args:
        board: the position to draw.
        rotation: the hour, 1 to 12, at which a1 stands; 10 is the plain drawing.
        mirror: exchange rows and columns by a reflection in the diagonal that leaves a1.
        coordinates: write column letters along the top edge and row numbers along the left.
        last_move: ring the stone of the last move.
        marks: cell → a kind of `MARKS`: `triangle circle square cross dot`, or SGF's `TR CR …`.
        labels: cell → a short text; it takes the place of a move number.
        numbers: True numbers the stones in order of play; an int numbers that many last moves.
        heat: cell → value, or an array [rows, cols] or [cells], shown as a colour scale. Values
            of one sign are scaled from the lowest to the highest, others on both sides of zero.
            NaN leaves a cell unshaded.
        lines: sequences of cells, each joined by a line: a variation, a bridge.
        path: draw the winning chain.
        theme: `light`, `dark`, `colorblind`, or a `Theme` of your own.
        size: length of the picture's longer side in pixels; None fits it to its container.

    >>> from hexmate.board import Board
    >>> picture = board(Board(3), labels={"b2": "<here>"}, size=300)
    >>> picture.count("data-cell="), "&lt;here&gt;" in picture
    (9, True)
    """
    look = find_theme(theme)
    place = layout(board.rows, board.cols, board.shape, rotation=rotation, mirror=mirror)
    scene = _Scene(board, place, look)
    chain = board.winning_path() if path else []
    routes = [[locate(board, cell) for cell in line] for line in lines]
    crossed = {cell for line in (chain, *routes) for cell in line}
    notes = cell_texts(board, labels, numbers)
    box = _frame(place, coordinates)
    return tag(
        "svg",
        tag("title", _describe(board)),
        _background(box, look),
        _edges(place, look),
        scene.cells(_shades(board, heat), last_cell(board) if last_move else None, set(chain)),
        overlay("path", scene.line(chain, look.path, 0.12), **_PEN),
        overlay("lines", *(scene.line(route, look.line, 0.08) for route in routes), **_PEN),
        overlay("notes", *scene.marks(_kinds(board, marks)), *scene.texts(notes, crossed)),
        _coordinates(place, look) if coordinates else "",
        **_root_attributes(board, box, look.font, size),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """The board, its layout and its theme: what every element on a cell needs."""

    board: Board
    place: Layout
    theme: Theme

    def cells(self, shades: Mapping[int, "_Shade"], last: int | None, chain: set[int]) -> str:
        groups = (
            self.cell(cell, shades.get(cell), cell == last, cell in chain)
            for cell in range(self.board.num_cells)
        )
        pen = {"stroke": self.theme.grid, "stroke_width": length(0.035)}
        return group("cells", *groups, fill=self.theme.cell, stroke_linejoin="round", **pen)

    def cell(self, cell: int, shade: "_Shade | None", last: bool, win: bool) -> str:
        """Draw one cell and all that fills it."""
        color = self.board.color_at(cell)
        outline = closed(self.place.outlines[cell])
        parts = [tag("path", d=outline)]
        if shade is not None:
            hue = self.theme.heat if shade.kind == "heat" else self.theme.cool
            opacity = number(shade.opacity)
            parts.append(tag("path", class_=shade.kind, d=outline, fill=hue, fill_opacity=opacity))
        if color is not None:
            parts.append(self.stone(cell, self.theme.pieces(color)))
            parts += [self.ring(cell, self.theme.pieces(color))] * last
        classes = ["cell", "empty" if color is None else str(color)]
        classes += ["last"] * last + ["win"] * win
        return tag("g", *parts, class_=" ".join(classes), data_cell=self.board.name(cell))

    def stone(self, cell: int, pieces: Pieces) -> str:
        return self.form(cell, pieces, 1.0, class_="stone", fill=pieces.fill, stroke=pieces.outline)

    def ring(self, cell: int, pieces: Pieces) -> str:
        """Ring the last stone just inside its rim, where a number still fits."""
        stroke = {"stroke": pieces.last, "stroke_width": length(0.075)}
        return self.form(cell, pieces, 0.84, class_="ring", fill="none", **stroke)

    def form(self, cell: int, pieces: Pieces, scale: float, **attributes: str) -> str:
        """Draw the figure of a stone."""
        x, y = self.place.centers[cell]
        if pieces.form == "disc":
            radius = length(_STONE * scale)
            return tag("circle", cx=length(x), cy=length(y), r=radius, **attributes)
        reach = _STONE * 1.16 * scale
        corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        return tag("path", d=closed(corners), **attributes)

    def line(self, cells: list[int], color: str, width: float) -> str:
        """Join the centres of cells, in a casing that keeps the line apart from the stones."""
        if not cells:
            return ""
        # A second visit of the last cell makes a dot of a line with one cell.
        way = opened(self.place.centers[cell] for cell in (*cells, cells[-1]))
        pens = ((self.theme.cell, width + 0.06), (color, width))
        return "".join(tag("path", d=way, stroke=pen, stroke_width=length(w)) for pen, w in pens)

    def ink(self, cell: int) -> str:
        color = self.board.color_at(cell)
        return self.theme.ink if color is None else self.theme.pieces(color).text

    def roominess(self, cell: int) -> float:
        """Return how large a text may be, compared with one on a disc or an empty cell."""
        color = self.board.color_at(cell)
        return 0.82 if color is not None and self.theme.pieces(color).form == "diamond" else 1.0

    def ground(self, cell: int) -> str:
        color = self.board.color_at(cell)
        return self.theme.cell if color is None else self.theme.pieces(color).fill

    def marks(self, kinds: Mapping[int, str]) -> list[str]:
        return [self.mark(cell, kind) for cell, kind in kinds.items()]

    def mark(self, cell: int, kind: str) -> str:
        x, y = self.place.centers[cell]
        ink = self.ink(cell)
        if kind == "dot":
            radius = length(0.12)
            return tag("circle", class_="mark dot", cx=length(x), cy=length(y), r=radius, fill=ink)
        pen = {"fill": "none", "stroke": ink, "stroke_width": length(0.065)}
        if kind == "circle":
            radius = length(0.2)
            return tag("circle", class_="mark circle", cx=length(x), cy=length(y), r=radius, **pen)
        return tag("path", class_=f"mark {kind}", d=_figure(kind, x, y), **pen)

    def texts(self, notes: Mapping[int, tuple[str, str]], crossed: set[int]) -> list[str]:
        words = []
        for cell, (kind, note) in notes.items():
            look = {"class_": kind, "fill": self.ink(cell)}
            if cell in crossed:
                look |= {"stroke": self.ground(cell), **_HALO}
            size = fitting(note) * self.roominess(cell)
            words.append(word(note, self.place.centers[cell], size, **look))
        return words


def _figure(kind: str, x: float, y: float) -> str:
    """Return the path of a mark around a point."""
    if kind == "square":
        a = 0.17
        return closed(((x - a, y - a), (x + a, y - a), (x + a, y + a), (x - a, y + a)))
    if kind == "triangle":
        r = 0.24
        dx, dy = r * math.sqrt(3) / 2, r / 2
        return closed(((x, y - r), (x + dx, y + dy), (x - dx, y + dy)))
    a = 0.16
    strokes = (((x - a, y - a), (x + a, y + a)), ((x - a, y + a), (x + a, y - a)))
    return "".join(map(opened, strokes))


def _frame(place: Layout, coordinates: bool) -> Box:
    """Return the part of the plane that the picture shows."""
    bands = [p for band in place.bands(_EDGE).values() for p in band]
    if not coordinates:
        return Box.around(bands, _MARGIN)
    words = [place.column_label(col, _LABEL_GAP) for col in range(place.cols)]
    words += [place.row_label(row, _LABEL_GAP) for row in range(place.rows)]
    reach = _LABEL_SIZE * 0.7
    corners = [(x + d, y + e) for x, y in words for d in (-reach, reach) for e in (-reach, reach)]
    return Box.around(bands + corners, _MARGIN)


def _root_attributes(board: Board, box: Box, font: str, size: float | None) -> dict[str, str]:
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": " ".join(map(length, box)),
        "role": "img",
        "text_anchor": "middle",
        "font_family": font,
        "class_": f"hexmate {board.shape}",
        "data_rows": str(board.rows),
        "data_cols": str(board.cols),
    }
    if size is None:
        return attributes
    if not 0 < size < math.inf:
        raise MalformedError(f"bad size {size!r}: use a positive number of pixels")
    scale = size / max(box.width, box.height)
    return attributes | {
        "width": number(box.width * scale),
        "height": number(box.height * scale),
    }


def _describe(board: Board) -> str:
    outcome = board.outcome()
    if outcome is None:
        state = f"{board.turn.title} to move"
    else:
        state = "draw" if outcome.winner is None else f"{outcome.winner.title} wins"
    return f"Hex board ({board.shape}), {board.rows} rows and {board.cols} columns: {state}"


def _background(box: Box, theme: Theme) -> str:
    x, y, width, height = map(length, box)
    look = {"rx": length(_MARGIN), "fill": theme.background}
    return tag("rect", class_="background", x=x, y=y, width=width, height=height, **look)


def _edges(place: Layout, theme: Theme) -> str:
    bands, middles = place.bands(_EDGE), place.rims(_EDGE / 2)
    parts = []
    for side in SIDES:
        color = _OWNERS[side]
        pieces = theme.pieces(color)
        look = {"fill": pieces.edge, "stroke": pieces.outline, "stroke_width": length(0.025)}
        parts.append(tag("path", class_=f"edge {side} {color}", d=closed(bands[side]), **look))
        if pieces.dashes is not None:
            dashes = f"{length(0.16)} {length(0.14)}"
            pen = {"stroke": pieces.dashes, "stroke_width": length(0.07), "fill": "none"}
            parts.append(tag("path", d=opened(middles[side]), stroke_dasharray=dashes, **pen))
    return group("edges", *parts, stroke_linejoin="round")


def _coordinates(place: Layout, theme: Theme) -> str:
    columns = [
        word(column_name(col), place.column_label(col, _LABEL_GAP), _LABEL_SIZE, class_="column")
        for col in range(place.cols)
    ]
    rows = [
        word(str(row + 1), place.row_label(row, _LABEL_GAP), _LABEL_SIZE, class_="row")
        for row in range(place.rows)
    ]
    return overlay("coordinates", *columns, *rows, fill=theme.ink)


def _kinds(board: Board, marks: Mapping[Cell, str] | None) -> dict[int, str]:
    """Resolve the cells and the kinds of marks."""
    kinds = {}
    for cell, kind in (marks or {}).items():
        if str(kind).lower() not in MARKS:
            raise MalformedError(f"unknown mark {kind!r}: use one of {', '.join(MARKS)}")
        kinds[locate(board, cell)] = MARKS[str(kind).lower()]
    return kinds


class _Shade(NamedTuple):
    kind: Literal["heat", "cool"]
    opacity: float


def _shades(board: Board, heat: Heat | None) -> dict[int, _Shade]:
    """Return the shade of each cell that has a value."""
    values = {} if heat is None else _heat_values(board, heat)
    finite = [value for value in values.values() if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    shades = {}
    for cell, value in values.items():
        if not math.isnan(value):
            strength = _strength(min(max(value, low), high), low, high)
            kind: Literal["heat", "cool"] = "heat" if strength > 0 else "cool"
            shades[cell] = _Shade(kind, abs(strength) * _HEAT_OPACITY)
    return shades


def _strength(value: float, low: float, high: float) -> float:
    """Scale a value to -1..1 if the range holds zero inside, otherwise to a positive shade."""
    if low < 0 < high:
        return value / max(-low, high)
    if low == high:
        return 1.0
    # The lowest value still shows, so that it differs from no value.
    return 0.08 + 0.92 * (value - low) / (high - low)


def _heat_values(board: Board, heat: Heat) -> dict[int, float]:
    try:
        if isinstance(heat, Mapping):
            return {locate(board, cell): float(value) for cell, value in heat.items()}
        array = np.asarray(heat, dtype=float)
    except HexmateError:
        raise
    except (TypeError, ValueError):
        raise MalformedError("bad heat: use a mapping of cells to numbers, or an array") from None
    if array.shape not in ((board.rows, board.cols), (board.num_cells,)):
        wanted = f"[{board.rows}, {board.cols}] or [{board.num_cells}]"
        raise MalformedError(f"bad heat of shape {list(array.shape)}: this board needs {wanted}")
    return dict(enumerate(array.ravel().tolist()))
