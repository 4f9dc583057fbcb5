"""Solvers on Ray: a cluster by its address, or processes on this machine."""

from typing import Any

from hexmate.arena.ray_cluster import connect
from hexmate.arena.solving import SolveTask, TaskSolver
from hexmate.errors import ArenaError
from hexmate.solve.solver import Solution
from hexmate.version import __version__

__all__ = ["RaySolvers"]


class _SolverActor:
    """A solver in a process of Ray."""

    def __init__(self, version: str, table_mib: int) -> None:
        if version != __version__:
            raise ArenaError(f"a worker has Hexmate {__version__}, this machine {version}")
        self._solver = TaskSolver(table_mib)

    def solve(self, task: SolveTask) -> Solution:
        return self._solver(task)


class RaySolvers:
    """`count` solvers, each an actor of Ray; `address` is a cluster's, or `local`."""

    def __init__(self, address: str, count: int, table_mib: int) -> None:
        if count < 1:
            raise ArenaError(f"at least 1 worker is needed (got {count})")
        self.count = count
        self._ray = connect(address, count)
        actor = self._ray.remote(num_cpus=1, max_restarts=1, max_task_retries=1)(_SolverActor)
        self._actors = [actor.remote(__version__, table_mib) for _ in range(count)]
        self._busy: dict[Any, int] = {}

    def begin(self, number: int, task: SolveTask) -> None:
        """As in `Solvers`."""
        self._busy[self._actors[number].solve.remote(task)] = number

    def ended(self) -> tuple[int, Solution]:
        """As in `Solvers`."""
        [ended], _ = self._ray.wait(list(self._busy))
        try:
            solution: Solution = self._ray.get(ended)
        except self._ray.exceptions.RayError as error:
            raise ArenaError(f"a solver on Ray failed: {error}") from None
        return self._busy.pop(ended), solution

    def close(self) -> None:
        """End the solvers and disconnect."""
        self._ray.shutdown()
