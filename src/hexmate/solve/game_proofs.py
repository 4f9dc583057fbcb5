"""Which positions of a game are proven: small boards and late positions, in a bounded time.

>>> from hexmate.board import Board
>>> from hexmate.solve import Solver
>>> proofs = GameProofs([Board(4)], Solver().solve)
>>> proofs.of(Board(4)).verdict, proofs.of(Board(5))
(<Verdict.WIN: 3>, None)
"""

from collections.abc import Sequence

from hexmate.board import Board
from hexmate.solve.solver import Solution, Verdict
from hexmate.solve.watching import SolveSlice

__all__ = ["GameProofs"]

_FAILURES = 2
"""So many positions in a row that are too hard end the search: earlier ones are harder."""


class GameProofs:
    """The exact values of positions, solved from the last one back.

    A position gets `each` seconds, and all of them get `in_all`.
    """

    def __init__(
        self,
        positions: Sequence[Board],
        solve: SolveSlice,
        *,
        each: float = 0.5,
        in_all: float = 6.0,
    ) -> None:
        self._solve, self._each, self._left = solve, each, in_all
        self._known: dict[str, Solution] = {}
        failures = 0
        for board in reversed(positions):
            found = self._search(board)
            if found is not None:
                self._known[board.to_string()] = found
            failures = 0 if found is not None else failures + 1
            if failures == _FAILURES or self._left <= 0:
                break

    def of(self, board: Board) -> Solution | None:
        """The solution of a position, if it is known; a game that is over has one."""
        outcome = board.outcome()
        if outcome is None:
            return self._known.get(board.to_string())
        verdict = Verdict.WIN if outcome.winner is board.turn else Verdict.LOSS
        if outcome.winner is None:
            verdict = Verdict.DRAW
        return Solution(verdict, None, 0, 0.0)

    def keeps(self, board: Board, move: int, verdict: Verdict) -> bool:
        """Whether a move is known to keep the verdict of the side to move."""
        after = board.copy()
        after.push(move)
        found = self.of(after) or self._search(after)
        kept = {Verdict.WIN: Verdict.LOSS, Verdict.LOSS: Verdict.WIN, Verdict.DRAW: Verdict.DRAW}
        return found is not None and found.verdict is kept[verdict]

    def _search(self, board: Board) -> Solution | None:
        seconds = min(self._each, self._left)
        if seconds <= 0:
            return None
        found = self._solve(board, seconds=seconds)
        self._left -= found.seconds
        return None if found.verdict is Verdict.UNKNOWN else found
