"""Workers on Ray: a cluster by its address, or processes on this machine."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hexmate.arena.ray_cluster import connect
from hexmate.errors import ArenaError
from hexmate.version import __version__

__all__ = ["RayTasks"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class _WorkActor:
    """A worker in a process of Ray."""

    def __init__(self, version: str, work: Callable[[Any], Any]) -> None:
        if version != __version__:
            raise ArenaError(f"a worker has Hexmate {__version__}, this machine {version}")
        self._work = work

    def work(self, task: Any) -> Any:
        return self._work(task)


class RayTasks(Generic[Task, Answer]):
    """`count` workers, each an actor of Ray; `address` is a cluster's, or `local`.

    `work` must be picklable. See `Tasks` for the methods.
    """

    def __init__(self, address: str, count: int, work: Callable[[Task], Answer]) -> None:
        if count < 1:
            raise ArenaError(f"at least 1 worker is needed (got {count})")
        self.count = count
        self._ray = connect(address, count)
        actor = self._ray.remote(num_cpus=1, max_restarts=1, max_task_retries=1)(_WorkActor)
        self._actors = [actor.remote(__version__, work) for _ in range(count)]
        self._busy: dict[Any, int] = {}

    def begin(self, number: int, task: Task) -> None:
        """As in `Tasks`."""
        self._busy[self._actors[number].work.remote(task)] = number

    def ended(self) -> tuple[int, Answer]:
        """As in `Tasks`."""
        [ended], _ = self._ray.wait(list(self._busy))
        try:
            answer: Answer = self._ray.get(ended)
        except self._ray.exceptions.RayError as error:
            raise ArenaError(f"a worker on Ray failed: {error}") from None
        return self._busy.pop(ended), answer

    def close(self) -> None:
        """End the workers and disconnect."""
        self._ray.shutdown()
