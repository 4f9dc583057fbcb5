"""Overlays of what is certain: connections, the must-play, inferior cells.

They are for boards of the hex shape. A crowded board of 19x19 takes a second, so they run in the
process of long work.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.connect import End, VirtualConnection, VirtualConnections
from hexmate.errors import SizeError
from hexmate.inferior import fill_in, inferior_moves
from hexmate.web.overlays import Overlay, overlay_of

__all__ = ["EXACT_KINDS", "check_exact_overlay", "exact_overlay"]

_LONGEST_SIDE = 19
_DETAILED_SIDE = 13
"""Larger boards keep fewer connections for two ends: that takes a third of the time."""


def check_exact_overlay(board: Board) -> None:
    """Raise `SizeError` if the board is too large, or of another shape."""
    if board.shape != "hex" or max(board.rows, board.cols) > _LONGEST_SIDE:
        raise SizeError(
            f"This overlay needs the hex shape and at most {_LONGEST_SIDE} rows and columns."
        )


def exact_overlay(line: str, kind: str, color: str) -> Overlay:
    """An overlay by name, of a position line: marks and links, and one value."""
    return EXACT_KINDS[kind](Board.from_string(line), Color.parse(color))


def _must_play(board: Board, color: Color) -> Overlay:
    """The moves that can still win; the value counts them."""
    if board.outcome() is not None:
        return overlay_of({}, [], 0)
    cells = _connections(board).must_play(color)
    return overlay_of({board.name(cell): 1.0 for cell in cells}, [], len(cells))


def _inferior(board: Board, color: Color) -> Overlay:
    """Dead, captured, reversible and dominated cells; the value counts them."""
    if board.outcome() is not None:
        return overlay_of({}, [], 0)
    filled = fill_in(board)
    marks = {
        **{move.cell: (str(move.reason), move.by) for move in inferior_moves(board, color)},
        **dict.fromkeys(filled.dead, ("dead", None)),
        **dict.fromkeys(filled.black, ("black", None)),
        **dict.fromkeys(filled.white, ("white", None)),
    }
    named = {
        board.name(cell): {"kind": kind, "by": None if by is None else board.name(by)}
        for cell, (kind, by) in sorted(marks.items())
    }
    return overlay_of({}, [], len(named), inferior=named)


def _connected(board: Board, color: Color) -> Overlay:
    """The groups and edges that are connected; the value counts the full connections."""
    if board.outcome() is not None:
        return overlay_of({}, [], 0)
    links = _Links(board, color)
    full = links.full()
    shown = [*full, *links.semi(full)]
    return overlay_of({}, [], len(full), links=[links.described(*link) for link in shown])


EXACT_KINDS: dict[str, Callable[[Board, Color], Overlay]] = {
    "connections": _connected,
    "must-play": _must_play,
    "inferior": _inferior,
}
"""The overlays by name."""


def _connections(board: Board) -> VirtualConnections:
    if max(board.rows, board.cols) <= _DETAILED_SIDE:
        return VirtualConnections(board)
    return VirtualConnections(board, fulls=4, semis=8, or_steps=32)


_Link = tuple[End, End, VirtualConnection]


class _Links:
    """The connections between the groups and edges of a colour that say something new."""

    def __init__(self, board: Board, color: Color) -> None:
        self._board, self._color = board, color
        self._found = _connections(board)
        edges = ("top", "bottom") if color is BLACK else ("left", "right")
        groups = board.groups(color)
        self._stones: dict[End, list[int]] = {edge: [] for edge in edges}
        for group in groups:
            for end in group.edges or (group.cells[0],):
                self._stones.setdefault(end, []).extend(group.cells)

    def full(self) -> list[_Link]:
        """The smallest full connection of each pair, unless it is two others in a row."""
        pairs = list(combinations(self._stones, 2))
        found = {pair: each[0] for pair in pairs if (each := self._found.full(self._color, *pair))}
        carriers = {frozenset(pair): set(link.carrier) for pair, link in found.items()}
        return [
            (*pair, link) for pair, link in found.items() if not self._is_in_steps(pair, carriers)
        ]

    def _is_in_steps(self, pair: tuple[End, End], carriers: dict[frozenset[End], set[int]]) -> bool:
        whole = carriers[frozenset(pair)]
        return any(
            all(
                (step := carriers.get(frozenset((end, middle)))) is not None and step < whole
                for end in pair
            )
            for middle in self._stones
        )

    def semi(self, full: Iterable[_Link]) -> Iterator[_Link]:
        """The smallest semi connection between parts that no full connections join."""
        part = {end: end for end in self._stones}
        for one, two, _ in full:
            part = {end: part[one] if at == part[two] else at for end, at in part.items()}
        best: dict[frozenset[End], _Link] = {}
        for one, two in combinations(self._stones, 2):
            between = frozenset((part[one], part[two]))
            found = self._found.semi(self._color, one, two) if len(between) > 1 else []
            if not found:
                continue
            known = best.get(between)
            if known is None or len(found[0].carrier) < len(known[2].carrier):
                best[between] = (one, two, found[0])
        yield from best.values()

    def described(self, one: End, two: End, link: VirtualConnection) -> dict[str, Any]:
        """A link as the API tells it, with the two cells between which a line shows it."""
        carrier = [self._board.name(cell) for cell in link.carrier]
        starts, ends = (self._cells_of(end, link) for end in (one, two))
        near = min(product(starts, ends), key=lambda pair: self._length(*pair), default=())
        return {
            "ends": [self._named(end) for end in (one, two)],
            "line": [self._board.name(cell) for cell in near],
            "carrier": carrier,
            "key": None if link.key is None else self._board.name(link.key),
        }

    def _named(self, end: End) -> list[str]:
        stones = [self._board.name(cell) for cell in self._stones[end]]
        return [end, *stones] if isinstance(end, str) else stones

    def _cells_of(self, end: End, link: VirtualConnection) -> list[int]:
        """The cells where a line may end: stones, and for an edge those of the carrier at it."""
        stones = self._stones[end]
        if isinstance(end, int):
            return stones
        edge = self._edge_cells(end)
        return [*stones, *(cell for cell in link.carrier if cell in edge)]

    def _edge_cells(self, edge: str) -> range:
        rows, cols = self._board.rows, self._board.cols
        cells = rows * cols
        return {
            "top": range(cols),
            "bottom": range(cells - cols, cells),
            "left": range(0, cells, cols),
            "right": range(cols - 1, cells, cols),
        }[edge]

    def _length(self, one: int, two: int) -> tuple[int, int]:
        """The steps between two cells, and how far the line leans from the shortest way across."""
        (row, col), (other_row, other_col) = map(self._board.row_col, (one, two))
        down, right = other_row - row, other_col - col
        across = 2 * right + down if self._color is BLACK else 2 * down + right
        return max(abs(down), abs(right), abs(down + right)), abs(across)
