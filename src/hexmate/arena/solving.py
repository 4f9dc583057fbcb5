"""Solving every move of a position, in this process or in several at once."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexmate.arena.tasks import ProcessTasks, Tasks
from hexmate.board import Board
from hexmate.solve.archive import SolvedPositions
from hexmate.solve.move_table import MoveTable
from hexmate.solve.solver import Solution, Solver, Verdict

__all__ = ["MoveSolving", "OwnSolver", "ProcessSolvers", "SolveTask", "Solvers", "TaskSolver"]

_FIRST_SLICE = 0.25
"""Seconds for each position in the first round; doubled in each further round."""
_STEP = 0.2
"""Seconds of search between two looks at Ctrl-C, in this process."""


@dataclass(frozen=True, slots=True)
class SolveTask:
    """A position to work on, and for how long."""

    position: str
    seconds: float


class TaskSolver:
    """A solver that continues positions where it stopped. It can be sent to other processes."""

    def __init__(self, table_mib: int) -> None:
        self._table_mib = table_mib
        self._solver: Solver | None = None  # made where it is used

    def __call__(self, task: SolveTask) -> Solution:
        """The solution of the task's position, unknown if the time was too short."""
        if self._solver is None:
            self._solver = Solver(self._table_mib)
        return self._solver.solve(Board.from_string(task.position), seconds=task.seconds)


Solvers = Tasks[SolveTask, Solution]
"""Solvers that work at the same time."""


@dataclass(slots=True)
class _Solving:
    board: Board
    seconds: float
    """What is left."""
    spent: float = 0.0
    nodes: int = 0
    found: Solution | None = None


class OwnSolver:
    """The threads of a solver in this process. All positions share its table."""

    def __init__(self, solver: Solver) -> None:
        self.count = solver.threads
        self._solver = solver
        self._works: dict[int, _Solving] = {}

    def begin(self, number: int, task: SolveTask) -> None:
        """As in `Tasks`."""
        self._works[number] = _Solving(Board.from_string(task.position), task.seconds)

    def ended(self) -> tuple[int, Solution]:
        """Search in short steps, between which Ctrl-C is noticed."""
        while True:
            for number, work in self._works.items():
                found = work.found
                if found and (found.verdict is not Verdict.UNKNOWN or work.seconds <= 0):
                    del self._works[number]
                    return number, replace(found, nodes=work.nodes, seconds=work.spent)
            self._search()

    def _search(self) -> None:
        works = list(self._works.values())
        step = max(0.001, min(_STEP, *(work.seconds for work in works)))
        started = time.monotonic()
        solutions = self._solver.solve_each([work.board for work in works], seconds=step)
        spent = time.monotonic() - started
        for work, found in zip(works, solutions, strict=True):
            work.found = found
            work.nodes += found.nodes
            work.spent += spent
            work.seconds -= spent

    def close(self) -> None:
        """As in `Tasks`."""


class ProcessSolvers(ProcessTasks[SolveTask, Solution]):
    """Solvers in processes of their own, which end with this one."""

    def __init__(self, count: int, table_mib: int) -> None:
        super().__init__(TaskSolver(table_mib), count, lambda task: task.position)


class MoveSolving:
    """Fills a `MoveTable`: all open moves in turn, in slices that grow, the easy ones first.

    Solutions are kept in `known` as they come, and looked up there first. A position stays with
    the solver that began it, since that one knows most about it.
    """

    def __init__(
        self,
        table: MoveTable,
        solvers: Solvers,
        known: SolvedPositions | None = None,
        seconds: float | None = None,
    ) -> None:
        self.table, self.nodes = table, 0
        self.working: dict[int, int] = {}
        """The move that each solver works on."""
        self.found = 0
        """Moves whose solution was kept by an earlier run."""
        self._solvers, self._known = solvers, known
        self._seconds = seconds
        self._rounds: dict[int, int] = {}
        self._owner: dict[int, int] = {}

    def steps(self) -> Iterator[None]:
        """Work; stops for a moment after each slice, when the caller may leave."""
        end = None if self._seconds is None else time.monotonic() + self._seconds
        self._look_up()
        yield
        while self._give_work(end):
            number, solution = self._solvers.ended()
            move = self.working.pop(number)
            self.nodes += solution.nodes
            self._take(move, solution)
            yield

    def _look_up(self) -> None:
        for move in self.table.open:
            after = self.table.after(move)
            if after.outcome() is not None:
                self.table.take(move, Solution(Verdict.LOSS, None, 0, 0.0))
                continue
            kept = None if self._known is None else self._known.find(after)
            if kept is not None and move not in self.table.values:
                self.found += 1
                self.table.take(move, kept)

    def _take(self, move: int, solution: Solution) -> None:
        if self._known is not None:
            self._known.add(self.table.after(move), solution)
        if move not in self.table.values:
            self.table.take(move, solution)

    def _give_work(self, end: float | None) -> bool:
        """Give each idle solver a move; False if none is at work."""
        left = float("inf") if end is None else end - time.monotonic()
        for number in range(self._solvers.count):
            if number in self.working or left <= 0:
                continue
            waiting = [move for move in self.table.open if move not in self.working.values()]
            if not waiting:
                break
            own = [move for move in waiting if self._owner.get(move, number) == number]
            move = min(own or waiting, key=lambda each: (self._rounds.get(each, 0), each))
            rounds = self._rounds.get(move, 0)
            self._rounds[move], self._owner[move] = rounds + 1, number
            self.working[number] = move
            seconds = min(left, _FIRST_SLICE * 2**rounds)
            self._solvers.begin(number, SolveTask(self.table.after(move).to_string(), seconds))
        return bool(self.working)
