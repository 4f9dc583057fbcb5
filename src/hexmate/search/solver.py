"""Exact values of small boards."""

from dataclasses import dataclass
from enum import Enum

from hexmate import _core
from hexmate.board import Board

__all__ = ["Solution", "Solver", "Verdict"]


class Verdict(Enum):
    """What perfect play gives the side to move."""

    UNKNOWN = 0
    LOSS = 1
    DRAW = 2
    WIN = 3


@dataclass(frozen=True, slots=True)
class Solution:
    """A verdict, and a move that keeps it (None where none is known)."""

    verdict: Verdict
    move: int | None
    nodes: int
    seconds: float


class Solver:
    """Exhaustive search with carriers: a refuted player must answer inside the refutation.

    >>> from hexmate.board import Board
    >>> Solver().solve(Board(4)).verdict
    <Verdict.WIN: 3>
    """

    def __init__(self, table_mib: int = 64) -> None:
        self._core = _core.Solver(table_mib)

    def solve(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: _core.StopToken | None = None,
    ) -> Solution:
        """The value of a position; unknown when the limits or `stop` cut the search."""
        found = self._core.solve(board, seconds, nodes, stop)
        move = found.move if found.move >= 0 else None
        return Solution(Verdict(found.verdict), move, found.nodes, found.seconds)

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

    def clear(self) -> None:
        """Forget the table."""
        self._core.clear()
