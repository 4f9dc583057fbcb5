"""Exact values of positions: who wins with perfect play, and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from hexmate import _core
from hexmate.board import Board
from hexmate.nets.core_net import CoreNet
from hexmate.nets.shipped import find_model

__all__ = ["Solution", "SolveProgress", "Solver", "Verdict"]


class Verdict(Enum):
    """What perfect play gives the side to move."""

    UNKNOWN = 0
    LOSS = 1
    DRAW = 2
    WIN = 3

    @property
    def opposite(self) -> "Verdict":
        """The verdict for the other side."""
        return {Verdict.WIN: Verdict.LOSS, Verdict.LOSS: Verdict.WIN}.get(self, self)


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """How far the search of a position is, on the hex shape.

    At least `to_win` positions must still be proven until the side to move is known to win, and
    `to_lose` until it is known to lose. `line` is what the search looks at next, or the principal
    variation of a solved position. On other shapes the line is empty and both numbers are 1.
    """

    to_win: int
    to_lose: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A verdict, and a move that keeps it (None where none is known).

    On the hex shape `carrier` tells what the proof needs: the winner wins even if every other
    empty cell were the opponent's.
    """

    verdict: Verdict
    move: int | None
    nodes: int
    seconds: float
    carrier: tuple[int, ...] = ()


class Solver:
    """Proof-number search on the hex shape, exhaustive search with carriers on the others.

    A search that is cut short continues where it ended when you ask again. `table_mib` bounds the
    memory for what it knows.

    On the hex shape a network orders the moves, which halves the work on large boards; the answers
    are proven all the same. `net` is the name of a shipped network with weights of 8 bits, or the
    path of a `.hexnet` file; None orders the moves by circuits of connections.

    There, `threads` search the position together. With more than one, the work and the moves found
    may differ from one run to the next; the verdicts do not.

    >>> from hexmate.board import Board
    >>> Solver().solve(Board(6)).verdict
    <Verdict.WIN: 3>
    """

    threads: int

    def __init__(self, table_mib: int = 64, *, net: str | None = "small", threads: int = 1) -> None:
        """ModelError if the network cannot be read, PlayerError unless 1 to 256 threads."""
        network = None if net is None else _network(find_model(net))
        self._core = _core.Solver(table_mib, network, threads)
        self.threads = threads

    def solve(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: _core.StopToken | None = None,
    ) -> Solution:
        """The value of a position; unknown when the limits or `stop` cut the search."""
        return _solution(self._core.solve(board, seconds, nodes, stop))

    def solve_each(
        self,
        boards: Sequence[Board],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: _core.StopToken | None = None,
    ) -> list[Solution]:
        """The values of several positions on boards of one size, in order.

        On the hex shape each thread takes the next position, and helps with the others when there
        is none left; the limits are for all of them together. On other shapes they are for each.
        """
        return [_solution(found) for found in self._core.solve_each(boards, seconds, nodes, stop)]

    def moves(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: _core.StopToken | None = None,
    ) -> dict[int, Verdict]:
        """The verdict of every move for the side to move."""
        found = self._core.moves(board, seconds, nodes, stop)
        return {move: Verdict(verdict) for move, verdict in found}

    def progress(self, board: Board) -> SolveProgress:
        """What is known of a position that a limit has cut; ask between two searches.

        >>> from hexmate.board import Board
        >>> solver, board = Solver(4), Board(8)
        >>> solver.solve(board, nodes=50).verdict
        <Verdict.UNKNOWN: 0>
        >>> found = solver.progress(board)
        >>> found.to_win > 0, found.to_lose > 0, len(found.line) > 0
        (True, True, True)
        """
        to_win, to_lose, line = self._core.progress(board)
        return SolveProgress(to_win, to_lose, tuple(line))

    def clear(self) -> None:
        """Forget the table."""
        self._core.clear()


def _solution(found: _core.SolverReport) -> Solution:
    move = found.move if found.move >= 0 else None
    verdict, carrier = Verdict(found.verdict), tuple(found.carrier)
    return Solution(verdict, move, found.nodes, found.seconds, carrier)


@lru_cache(maxsize=2)
def _network(path: Path) -> _core.Network:
    """Kept for the next solver: loading takes longer than many positions."""
    return CoreNet(path, int8=True).network
