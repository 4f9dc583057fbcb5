"""Evaluations of a position: distances, Shannon's circuit, shape, and the heuristics.

Everything works on boards of every shape and size.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color

__all__ = [
    "SETTINGS",
    "Circuit",
    "Distance",
    "Features",
    "bridge_score",
    "centre_score",
    "distance",
    "features",
    "heuristic",
    "liberties",
    "resistance",
    "setting_name",
    "total_resistance",
    "two_distance",
]

SETTINGS: tuple[str, ...] = tuple(_core.evaluator_names())
"""The names that `heuristic` and the searches take."""

_ALIASES = {"seed": "hexproject"}


class Distance(NamedTuple):
    """How far a colour is from connecting its edges, and the empty cells on the shortest paths.

    `value` is 0 if they are connected and None if they cannot be.
    """

    value: int | None
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Circuit:
    """Shannon's circuit of one colour, solved. The first edge (top, left) is held at 5 V.

    `resistance` between the edges: 0 if they are connected, infinite if they are cut off.
    `potentials`, float64 [rows, cols], in volts: nan on enemy stones, on cells cut off from both
    edges, and everywhere once the edges are connected. `currents`, float64 [rows, cols], in
    amperes: what flows through a cell, or through the group of its stone.
    """

    resistance: float
    potentials: NDArray[np.float64]
    currents: NDArray[np.float64]


class Features(NamedTuple):
    """The seven numbers of the `hexproject` setting, from the side to move.

    A distance that is cut off is N * N, N the longer side.
    """

    distance_self: int
    distance_other: int
    liberties_self: int
    liberties_other: int
    bridges_self: int
    bridges_other: int
    centre: int


def distance(board: Board, color: Color) -> Distance:
    """The fewest stones that a colour needs to connect its edges, and the cells on those paths.

    >>> distance(Board(5), Color.BLACK).value
    5
    """
    value, cells = _core.distance(board, color)
    return Distance(value, tuple(cells))


def two_distance(board: Board, color: Color) -> Distance:
    """Van Rijswijck's two-distance: at every step the opponent blocks the best continuation.

    An empty cell that touches an edge, or an own group at the edge, is at 1 from it; any other at
    one more than the second smallest of its neighbours, where an own group makes all empty cells
    around it neighbours of each other. `value` is the smallest sum of a cell's distances from both
    edges, less one; `cells` are those that have it.

    >>> two_distance(Board(5), Color.BLACK)
    Distance(value=5, cells=(...))
    """
    value, cells = _core.two_distance(board, color)
    return Distance(value, tuple(cells))


def resistance(board: Board, color: Color) -> Circuit:
    """Shannon's circuit of a colour: empty cells resist 1, own stones 0, and enemy stones block.

    The resistance of a link is the sum of its two cells. A group is one node, and each of its
    stones that an empty cell touches conducts.

    >>> resistance(Board(1), Color.BLACK).resistance
    2.0
    """
    return Circuit(*_core.circuit(board, color))


def total_resistance(board: Board, color: Color) -> float:
    """Only the resistance between a colour's edges; faster than the whole circuit."""
    return _core.total_resistance(board, color)


def liberties(board: Board, color: Color) -> int:
    """The number of empty neighbours of each stone of a colour, summed over the stones.

    >>> board = Board(5)
    >>> _ = board.push_str("c3")
    >>> liberties(board, Color.BLACK)
    6
    """
    return _core.liberties(board, color)


def bridge_score(board: Board, color: Color) -> int:
    """The sum of k - 1 over the empty cells with k >= 2 neighbours of a colour.

    >>> bridge_score(Board.setup(["b2", "c3"], size=4), Color.BLACK)
    2
    """
    return _core.bridge_score(board, color)


def centre_score(board: Board, color: Color) -> int:
    """Nearness to the centre: the weights of a colour's stones less those of the other's.

    A stone weighs round(N - |row - middle row| - |col - middle col|), N the longer side, halves
    away from zero.

    >>> centre_score(Board.setup(["c3"], ["a1"], size=5), Color.BLACK)
    4
    """
    return _core.centre_score(board, color)


def features(board: Board) -> Features:
    """The seven numbers that the `hexproject` setting weighs and the value models read.

    >>> features(Board(3))
    Features(distance_self=3, distance_other=3, liberties_self=0, ...)
    """
    return Features(*_core.features(board))


def heuristic(board: Board, setting: str = "hexproject") -> int:
    """The score of a position for the side to move; a won game is 100000, a lost one -100000.

    `hexproject` is the formula of HexProject (`seed` is an alias); `hexmate` is ours; `resistance`
    compares the two circuits and `distance` the two distances.

    >>> heuristic(Board(7))
    0
    """
    return _core.heuristic(board, setting_name(setting))


def setting_name(text: str) -> str:
    """The current name of a setting, which may be given by an older one.

    >>> setting_name("seed"), setting_name("distance")
    ('hexproject', 'distance')
    """
    return _ALIASES.get(text, text)
