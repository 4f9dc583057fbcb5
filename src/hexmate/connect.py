"""Connections without a stone yet: bridges, winning chains of bridges, virtual connections.

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
from hexmate.errors import OffBoardError
from hexmate.graph import EDGES

__all__ = [
    "Bridge",
    "BridgeState",
    "BridgeWin",
    "Bridges",
    "End",
    "VirtualConnection",
    "VirtualConnections",
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


class VirtualConnection(NamedTuple):
    """A connection that its owner can make, whatever the opponent plays.

    A full connection has no key: it holds even if the opponent moves first. A semi connection
    needs its owner's next stone, on the key. Only the empty cells of the carrier matter.
    """

    carrier: tuple[int, ...]
    key: int | None


class VirtualConnections:
    """Virtual connections of both colours, found by H-search and updated with each stone.

    They connect ends: groups of stones, the edges of a colour, and empty cells, which count as if
    their owner had a stone there. Every connection that is found holds, but not every connection
    that exists is found. For the hex shape, up to 19x19.

    >>> from hexmate.color import BLACK, WHITE
    >>> board = Board(5)
    >>> _ = board.push_str("c3")
    >>> found = VirtualConnections(board)
    >>> len(found.win(BLACK).carrier), found.semi_win(WHITE)
    (16, None)
    >>> found.full(BLACK, board.parse("c3"), "top")[0].key is None
    True
    """

    def __init__(
        self, board: Board, *, fulls: int = 8, semis: int = 16, or_steps: int = 64
    ) -> None:
        """Find the connections of the position. The board is copied.

        The limits say how many full and semi connections are kept for two ends, the smallest
        first, and how many steps each search for a full connection made of semis may take.
        """
        self._board = board.copy()
        self._core = _core.Connections(self._board, fulls, semis, or_steps)

    def push(self, move: int, color: Color | None = None) -> None:
        """Place a stone: in turn, or of the named colour."""
        mover = self._board.turn if color is None else color
        self._core.push(move, mover)
        self._board.push(move, mover)

    def pop(self) -> int:
        """Take back the last `push` and return its move."""
        move = self._core.pop()
        self._board.pop()
        return move

    def full(self, color: Color, one: End, two: End) -> list[VirtualConnection]:
        """The full connections between two ends, the smallest carriers first."""
        return self._between(color, one, two, semi=False)

    def semi(self, color: Color, one: End, two: End) -> list[VirtualConnection]:
        """The semi connections between two ends, the smallest carriers first."""
        return self._between(color, one, two, semi=True)

    def connected(self, color: Color, end: End, *, semi: bool = False) -> list[End]:
        """The ends that have a full (or semi) connection to this one."""
        nodes = self._core.partners(color, self._node(end), semi)
        return [_end(self._board, node) for node in nodes]

    def win(self, color: Color) -> VirtualConnection | None:
        """The smallest full connection between the edges: its owner wins."""
        return _connection(self._core.win(color, False))

    def semi_win(self, color: Color) -> VirtualConnection | None:
        """The smallest semi connection between the edges: its owner wins by playing the key."""
        return _connection(self._core.win(color, True))

    def must_play(self, color: Color) -> tuple[int, ...]:
        """The cells where this colour, if it is to move, can still hope to win.

        Everywhere else the opponent has an answer that completes a winning connection. Empty if
        the opponent has one already.
        """
        return tuple(self._core.must_play(color))

    def strategy(self, color: Color) -> dict[int, int] | None:
        """For each cell of `win`, the answer that keeps the win if the opponent plays there.

        None if there is no winning connection. After the answer, push both stones and ask again.

        >>> board = Board.from_string("3x3 hex - 3/1b1/3 w")
        >>> answers = VirtualConnections(board).strategy(board.turn.other)
        >>> {board.name(cell): board.name(answer) for cell, answer in answers.items()}
        {'b1': 'c1', 'c1': 'b1', 'a3': 'b3', 'b3': 'a3'}
        """
        win = self.win(color)
        if win is None:
            return None
        return {cell: self._answer(color, cell, win.carrier) for cell in win.carrier}

    def _answer(self, color: Color, intrusion: int, carrier: tuple[int, ...]) -> int:
        self._core.push(intrusion, color.other)
        try:
            semi = self.semi_win(color)
            if semi is not None and semi.key is not None:
                return semi.key
            return self._restored(color, intrusion, carrier)
        finally:
            self._core.pop()

    def _restored(self, color: Color, intrusion: int, carrier: tuple[int, ...]) -> int:
        """The answer where H-search finds the win again only when the answer is on the board."""
        for answer in carrier:
            if answer != intrusion:
                self._core.push(answer, color)
                restored = self.win(color) is not None
                self._core.pop()
                if restored:
                    return answer
        raise AssertionError("a full connection holds against every intrusion")

    def _between(self, color: Color, one: End, two: End, *, semi: bool) -> list[VirtualConnection]:
        found = self._core.between(color, self._node(one), self._node(two), semi)
        return [_made(each) for each in found]

    def _node(self, end: End) -> int:
        if isinstance(end, str):
            if end not in EDGES:
                raise ValueError(f"{end!r} is not an edge (one of {', '.join(EDGES)})")
            return self._board.num_cells + EDGES.index(end)
        if not 0 <= end < self._board.num_cells:
            raise OffBoardError(f"{end} is not a cell of this board")
        return end


def _made(found: tuple[list[int], int]) -> VirtualConnection:
    carrier, key = found
    return VirtualConnection(tuple(carrier), key if key >= 0 else None)


def _connection(found: tuple[list[int], int] | None) -> VirtualConnection | None:
    return None if found is None else _made(found)


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
