"""Solved positions that are kept, one for all that are equal by symmetry."""

from dataclasses import replace
from typing import Protocol

from hexmate.board import Board
from hexmate.position import Position
from hexmate.solve.solver import Solution, Verdict
from hexmate.symmetry import Symmetry, cell_map, symmetries

__all__ = ["Archive", "MemoryArchive", "SolvedPositions", "plain_position"]


class Archive(Protocol):
    """Keeps solutions by position lines. `hexmate.store` has one in a database."""

    def find(self, position: str) -> Solution | None:
        """The solution of a position, if it is kept."""
        ...

    def add(self, position: str, solution: Solution) -> None:
        """Keep a solution; one that is kept already stays."""
        ...


class MemoryArchive:
    """An archive in memory, for tests and for work that need not be kept."""

    def __init__(self) -> None:
        self._kept: dict[str, Solution] = {}

    def find(self, position: str) -> Solution | None:
        """As in `Archive`."""
        return self._kept.get(position)

    def add(self, position: str, solution: Solution) -> None:
        """As in `Archive`."""
        self._kept.setdefault(position, solution)


class SolvedPositions:
    """Solutions by position, whichever way the board is turned.

    >>> from hexmate.solve.solver import Solver
    >>> known = SolvedPositions(MemoryArchive())
    >>> board = Board.setup(["b1"], [], size=3)
    >>> known.add(board, Solver().solve(board))
    >>> turned = Board.setup([], ["c2"], size=3)  # reflected, with colours exchanged
    >>> known.find(turned).verdict
    <Verdict.WIN: 3>
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def find(self, board: Board) -> Solution | None:
        """The solution of a position, if an equal one is kept."""
        line, symmetry = _canonical(board)
        found = self._archive.find(line)
        return None if found is None else _turned(found, board, symmetry.inverse)

    def add(self, board: Board, solution: Solution) -> None:
        """Keep a solution, unless it is unknown."""
        if solution.verdict is Verdict.UNKNOWN:
            return
        line, symmetry = _canonical(board)
        self._archive.add(line, _turned(solution, board, symmetry))


def plain_position(board: Board) -> Position:
    """The position without the right to swap, which solutions do not consider."""
    position = Position.parse(board.to_string())
    return replace(position, swap=None, swap_used=False)


def _canonical(board: Board) -> tuple[str, Symmetry]:
    """The first position line, in the order of text, among the equal ones; how to get there."""
    return min(
        ((_line(board, symmetry), symmetry) for symmetry in symmetries(board)),
        key=lambda found: found[0],
    )


def _line(board: Board, symmetry: Symmetry) -> str:
    return str(plain_position(board.transformed(symmetry)))


def _turned(solution: Solution, board: Board, symmetry: Symmetry) -> Solution:
    cells = cell_map(board, symmetry).tolist()
    move = None if solution.move is None else cells[solution.move]
    carrier = tuple(sorted(cells[cell] for cell in solution.carrier))
    return replace(solution, move=move, carrier=carrier)
