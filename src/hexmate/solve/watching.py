"""Solve a position and each of its moves in short slices, so that you can watch, pause and stop.

>>> from hexmate.board import Board
>>> from hexmate.solve import Solver
>>> *_, last = watch_solution(Board(3), Solver().solve, seconds=10)
>>> last.verdict, [Board(3).name(move) for move in last.winning], last.complete
(<Verdict.WIN: 3>, ['c1', 'a2', 'b2', 'c2', 'a3'], True)
"""

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hexmate.board import Board
from hexmate.solve.move_table import MoveTable
from hexmate.solve.solver import Solution, SolveProgress, Verdict

__all__ = ["SolveSlice", "SolvedSoFar", "watch_solution"]


class SolveSlice(Protocol):
    """Searches a position for some seconds; asked again, it continues, as `Solver.solve` does."""

    def __call__(self, board: Board, *, seconds: float) -> Solution:
        """What is known of the position after that time."""
        ...


@dataclass(frozen=True, slots=True)
class SolvedSoFar:
    """What is known of a position: for the side to move, and for each of its moves.

    `moves` has the moves whose verdict is known. `complete` means that nothing is left to find.
    """

    verdict: Verdict = Verdict.UNKNOWN
    move: int | None = None
    """A move that keeps the verdict, where one is known."""
    carrier: tuple[int, ...] = ()
    """On the hex shape, the empty cells that the winner's proof needs."""
    moves: Mapping[int, Verdict] = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    """Seconds of search; pauses of the caller do not count."""
    complete: bool = False
    progress: SolveProgress | None = None
    """How far the search is, while the verdict is unknown; on other shapes than hex nothing."""

    @property
    def winning(self) -> list[int]:
        """The moves that are known to win, in order."""
        return sorted(move for move, each in self.moves.items() if each is Verdict.WIN)


def watch_solution(
    board: Board,
    solve: SolveSlice,
    *,
    seconds: float,
    every: float = 0.25,
    all_moves: bool = True,
    progress: Callable[[Board], SolveProgress] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Generator[SolvedSoFar, None, None]:
    """What is known, about every `every` seconds, and at last all that was found in `seconds`.

    First the position itself is solved, then each move if `all_moves` says so. Swaps are not
    considered. `progress`, as `Solver.progress`, tells how far the search is. Close the iterator to
    stop.
    """
    work = _SlicedWork(board.copy(), solve, seconds, every, progress, clock)
    yield from work.position()
    if all_moves and work.known.verdict is not Verdict.UNKNOWN:
        yield from work.moves()
    yield work.state(complete=work.is_complete(all_moves))


class _SlicedWork:
    """A position that is being solved."""

    def __init__(
        self,
        board: Board,
        solve: SolveSlice,
        seconds: float,
        every: float,
        progress: Callable[[Board], SolveProgress] | None,
        clock: Callable[[], float],
    ) -> None:
        self.known = Solution(Verdict.UNKNOWN, None, 0, 0.0)
        self._board, self._solve = board, solve
        self._left, self._every, self._clock = seconds, every, clock
        self._progress = progress
        self._table: MoveTable | None = None
        self._nodes, self._seconds = 0, 0.0
        self._shown = clock()

    def position(self) -> Generator[SolvedSoFar, None, None]:
        self.known = yield from self._slices()

    def moves(self) -> Generator[SolvedSoFar, None, None]:
        self._table = table = MoveTable(self._board)
        known = self.known
        if known.move is not None:
            table.take(known.move, Solution(known.verdict.opposite, None, 0, 0.0))
        while known.verdict is not Verdict.LOSS and table.open:
            move = table.open[0]
            self._board.push(move)
            reply = yield from self._slices()
            self._board.pop()
            if reply.verdict is Verdict.UNKNOWN:
                return
            table.take(move, reply)

    def is_complete(self, all_moves: bool) -> bool:
        if self.known.verdict is Verdict.UNKNOWN:
            return False
        return not all_moves or (
            self._table is not None and len(self._verdicts()) == len(self._table.moves)
        )

    def state(self, *, complete: bool = False) -> SolvedSoFar:
        known = self.known
        return SolvedSoFar(
            known.verdict,
            known.move,
            known.carrier,
            self._verdicts(),
            self._nodes,
            self._seconds,
            complete,
            self._how_far(),
        )

    def _how_far(self) -> SolveProgress | None:
        """Of the position itself, where there is something to tell."""
        if self._progress is None or self.known.verdict is not Verdict.UNKNOWN:
            return None
        found = self._progress(self._board)
        return found if found.line else None

    def _verdicts(self) -> dict[int, Verdict]:
        """The moves whose verdict is known: in a lost position, all of them."""
        if self._table is None:
            return {}
        if self.known.verdict is Verdict.LOSS:
            return dict.fromkeys(self._table.moves, Verdict.LOSS)
        return {move: value.verdict for move, value in self._table.values.items()}

    def _slices(self) -> Generator[SolvedSoFar, None, Solution]:
        """The solution of the board as it is now; unknown when the time is up."""
        while True:
            found = self._solve(self._board, seconds=max(0.0, min(self._every, self._left)))
            self._nodes += found.nodes
            self._seconds += found.seconds
            self._left -= found.seconds
            if found.verdict is not Verdict.UNKNOWN or self._left <= 0:
                return found
            if self._clock() - self._shown >= self._every:
                yield self.state()
                self._shown = self._clock()
