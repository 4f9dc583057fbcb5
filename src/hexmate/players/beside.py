"""An exact solver that works beside another search."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hexmate.board import Board
from hexmate.players.stopping import StopToken
from hexmate.solve import Solution, Solver, Verdict

__all__ = ["Finding", "SolverBeside"]

_TABLE = 64


class Finding:
    """What a solver has found so far: None until it has a proof."""

    def __init__(self) -> None:
        self.solution: Solution | None = None


class SolverBeside:
    """Solves positions on its own thread while another search looks at them.

    >>> import time
    >>> with SolverBeside().solving(Board(4)) as finding:
    ...     while finding.solution is None:
    ...         time.sleep(0.01)
    >>> finding.solution.verdict
    <Verdict.WIN: 3>
    """

    def __init__(self) -> None:
        self._solver = Solver(_TABLE)

    @contextmanager
    def solving(self, board: Board) -> Iterator[Finding]:
        """Inside this context the solver works; what it knows is kept for the next position."""
        finding, stop, position = Finding(), StopToken(), board.copy()

        def solve() -> None:
            solution = self._solver.solve(position, stop=stop)
            if solution.verdict is not Verdict.UNKNOWN:
                finding.solution = solution

        thread = threading.Thread(target=solve, name="hexmate-solver", daemon=True)
        thread.start()
        try:
            yield finding
        finally:
            stop.stop()
            thread.join()
