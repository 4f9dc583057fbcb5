"""Connections without a stone yet: bridges, and winning chains of bridges.

>>> from hexmate.board import Board
>>> from hexmate.color import BLACK
>>> board = Board(5)
>>> for cell in ("d2", "a1", "c4"):
...     _ = board.push_str(cell)
>>> [[board.name(cell) for cell in bridge.carrier] for bridge in bridges(board, BLACK)]
[['c3', 'd3'], ['d1', 'e1'], ['b5', 'c5']]
>>> bridge_win(board, BLACK).chain
('top', 8, 17, 'bottom')
"""

from enum import StrEnum
from typing import NamedTuple

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color
from hexmate.graph import EDGES

__all__ = [
    "Bridge",
    "BridgeState",
    "BridgeWin",
    "Bridges",
    "End",
    "bridge_win",
    "bridge_win_move",
    "bridges",
]

End = int | str
"""One side of a bridge: the name of an edge, or the first cell of a group that touches none."""


class BridgeState(StrEnum):
    """How much of a bridge is left."""

    WHOLE = "whole"
    """Two or more empty cells: if the opponent takes one, another connects the ends."""
    ONE_LEFT = "one left"
    """The opponent has taken all but one cell: the next stone there decides."""
    BROKEN = "broken"
    """No empty cell is left."""


_STATES = tuple(BridgeState)


class Bridge(NamedTuple):
    """Two ends of one colour, the empty cells that touch both, and what is left of the bridge.

    An end that touches an edge of its colour is named after the edge.
    """

    ends: tuple[End, End]
    carrier: tuple[int, ...]
    state: BridgeState


class BridgeWin(NamedTuple):
    """A chain of stones and bridges from edge to edge that the opponent cannot stop.

    ``pairs[i]`` are the two empty cells that connect ``chain[i]`` and ``chain[i + 1]``; if the
    opponent takes one of them, the other keeps the win. For a chain of stones without bridges,
    `chain` is one edge and there are no pairs.
    """

    chain: tuple[End, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def carrier(self) -> tuple[int, ...]:
        """All empty cells that the win needs, in order."""
        return tuple(sorted(cell for pair in self.pairs for cell in pair))


class Bridges:
    """The bridges of a running game: made from a board, then updated with each move.

    >>> from hexmate.color import BLACK
    >>> game = Bridges(Board(5))
    >>> game.push(7), game.push(2)
    (None, None)
    >>> game.bridges(BLACK)
    [Bridge(ends=(7, 'top'), carrier=(3,), state=<BridgeState.ONE_LEFT: 'one left'>)]
    >>> game.pop()
    2
    >>> game.bridges(BLACK)[0].state
    <BridgeState.WHOLE: 'whole'>
    """

    def __init__(self, board: Board) -> None:
        """The board is copied, with its game; later changes to it are not seen."""
        self._board = board.copy()
        self._tracker = _core.BridgeTracker(self._board)

    def push(self, move: int, color: Color | None = None) -> None:
        """Play a move, as on the board."""
        mover = self._board.turn if color is None else color
        self._board.push(move, mover)
        self._tracker.push(move, mover)

    def pop(self) -> int:
        """Take back the last move and return it."""
        move = self._board.pop()
        self._tracker.pop()
        return move

    def bridges(self, color: Color) -> list[Bridge]:
        """Every bridge of a colour, ordered by its ends: cells first, then edges."""
        return [
            Bridge((self._end(one), self._end(two)), tuple(carrier), _STATES[state])
            for one, two, carrier, state in self._tracker.bridges(color)
        ]

    def win(self, color: Color) -> BridgeWin | None:
        """As `bridge_win`."""
        return _translated(self._board, self._tracker.win(color))

    def win_move(self, color: Color) -> tuple[int, BridgeWin] | None:
        """As `bridge_win_move`."""
        return _translated_move(self._board, self._tracker.win_move(color))

    def _end(self, node: int) -> End:
        return _end(self._board, node)


def bridges(board: Board, color: Color) -> list[Bridge]:
    """Every bridge of a colour in the board's game.

    Two ends have a bridge if they have, or had at some time in the game, two common empty cells.
    """
    return Bridges(board).bridges(color)


def bridge_win(board: Board, color: Color) -> BridgeWin | None:
    """The shortest chain of stones and bridges that share no cell, from edge to edge.

    A side that has one wins, even if the opponent is to move.
    """
    return _translated(board, _core.bridge_win(board, color))


def bridge_win_move(board: Board, color: Color) -> tuple[int, BridgeWin] | None:
    """A move that gives this colour a `bridge_win`, and that win: the one with fewest bridges.

    >>> move, win = bridge_win_move(Board(3), Board(3).turn)
    >>> Board(3).name(move), win.chain
    ('b2', ('top', 4, 'bottom'))
    """
    return _translated_move(board, _core.bridge_win_move(board, color))


_Win = tuple[list[int], list[list[int]]]


def _end(board: Board, node: int) -> End:
    return node if node < board.num_cells else EDGES[node - board.num_cells]


def _translated(board: Board, win: _Win | None) -> BridgeWin | None:
    if win is None:
        return None
    chain, pairs = win
    return BridgeWin(
        tuple(_end(board, node) for node in chain), tuple((one, two) for one, two in pairs)
    )


def _translated_move(board: Board, found: tuple[int, _Win] | None) -> tuple[int, BridgeWin] | None:
    if found is None:
        return None
    move, win = found
    translated = _translated(board, win)
    assert translated is not None
    return move, translated
