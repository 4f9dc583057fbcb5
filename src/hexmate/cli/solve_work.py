"""Solving a position in slices, within one limit of time, with a line that says how far it is."""

import math
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from hexmate.board import Board
from hexmate.cli.solve_report import SolveReport
from hexmate.cli.solved_archive import SolvedArchive
from hexmate.solve.archive import SolvedPositions
from hexmate.solve.checker import check_proof
from hexmate.solve.line import principal_variation
from hexmate.solve.prover import Prover
from hexmate.solve.solver import Solution, Solver, Verdict

if TYPE_CHECKING:
    from hexmate.arena.solving import MoveSolving

__all__ = ["PositionWork"]

_SLICE = 0.2
"""Seconds of search between two looks at the clock and at Ctrl-C."""
_QUICK = 1.0
"""Positions that take longer than this are kept and looked up."""
_FOR_LINE = 2.0
"""Seconds for the principal variation at most."""
_SHOWN = 8
"""Moves of the line that is being searched."""


class PositionWork:
    """One solver, and one limit of time for all that it is asked."""

    def __init__(self, solver: Solver, limit: float | None) -> None:
        self.solver = solver
        self._limit = math.inf if limit is None else limit
        self._started = time.monotonic()
        self._nodes = 0
        self._solution: Solution | None = None
        self._kept = False
        self._status = Console(stderr=True).status("")

    def position(self, board: Board, archive: SolvedArchive) -> SolveReport:
        """Solve one position."""
        with self._status:
            solution = self._kept_or_solved(board, archive)
            self._solution = solution
            line = self._line(board, solution)
        kept = int(self._kept)
        return SolveReport(board, solution, line, None, self._nodes, self._seconds, kept)

    def moves(
        self, board: Board, solving: "MoveSolving", known: SolvedPositions | None
    ) -> SolveReport:
        """The report of a position whose moves were solved."""
        table = solving.table
        best = table.best
        solution = Solution(table.verdict, best, solving.nodes, self._seconds)
        line = []
        if best is not None:
            after = table.after(best)
            found = None if known is None else known.find(after)
            reply = found or self.solver.solve(after, seconds=_FOR_LINE)
            line = [best, *self._line(after, reply)]
            if solution.verdict is Verdict.WIN and reply.verdict is Verdict.LOSS:
                solution = replace(solution, carrier=_with(best, reply.carrier))
        return SolveReport(
            board, solution, line, table, solving.nodes, self._seconds, solving.found
        )

    def prove(self, board: Board, path: Path) -> str:
        """Write the proof of a solved position, check the file, and say what was written."""
        self._limit = math.inf
        prover = Prover(lambda asked: self._solve(asked, f"Proving, {prover.nodes:,} nodes"))
        with self._status:
            made = prover.prove(board, self._solution)
            size = made.save(path)
            checked = check_proof(path)
        return f"Wrote {path}: {checked.nodes:,} nodes, {size:,} bytes, checked"

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._started

    def _kept_or_solved(self, board: Board, archive: SolvedArchive) -> Solution:
        if not archive.is_open:
            # Opening the database takes longer than solving most positions.
            limit, self._limit = self._limit, min(self._limit, _QUICK)
            solution = self._solve(board, "Solving")
            self._limit = limit
            if solution.verdict is not Verdict.UNKNOWN:
                return solution
        known = archive.positions()
        found = None if known is None else known.find(board)
        if found is not None:
            self._kept = True
            return found
        solution = self._solve(board, "Solving")
        if known is not None:
            known.add(board, solution)
        return solution

    def _line(self, board: Board, solution: Solution) -> list[int]:
        end = time.monotonic() + _FOR_LINE

        def solve(asked: Board) -> Solution:
            return self.solver.solve(asked, seconds=max(0.001, end - time.monotonic()))

        if solution.verdict is Verdict.UNKNOWN:
            return []
        return principal_variation(board, solution, solve)

    def _solve(self, board: Board, label: str) -> Solution:
        nodes = 0
        while True:
            left = self._limit - self._seconds
            found = self.solver.solve(board, seconds=max(0.001, min(_SLICE, left)))
            nodes += found.nodes
            self._nodes += found.nodes
            if found.verdict is not Verdict.UNKNOWN or left <= _SLICE:
                return Solution(found.verdict, found.move, nodes, self._seconds, found.carrier)
            self._status.update(f"{label}: {self._how_far(board)}")

    def _how_far(self, board: Board) -> str:
        """The work done, the proof and disproof numbers, and the line that is searched."""
        words = f"{self._nodes:,} positions, {self._seconds:.0f} s"
        found = self.solver.progress(board)
        if not found.line:
            return words
        line = " ".join(board.name(move) for move in found.line[:_SHOWN])
        more = " ..." if len(found.line) > _SHOWN else ""
        numbers = f"{found.to_win:,} to prove a win, {found.to_lose:,} a loss"
        return f"{words}; {numbers}; at {line}{more}"


def _with(move: int, carrier: tuple[int, ...]) -> tuple[int, ...]:
    """The carrier of a win that begins with a move; empty where there are no carriers."""
    return tuple(sorted({move, *carrier})) if carrier else ()
