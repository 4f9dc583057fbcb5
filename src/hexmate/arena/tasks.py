"""Workers that do one task after the other: this process, or several; `ray_tasks` uses Ray."""

from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Generic, Protocol, TypeVar

from hexmate.arena.worker import Worker
from hexmate.errors import ArenaError

__all__ = ["OwnTasks", "ProcessTasks", "Tasks"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")
_Task = TypeVar("_Task", contravariant=True)
_Answer = TypeVar("_Answer", covariant=True)


class Tasks(Protocol[_Task, _Answer]):
    """One or more workers that work at the same time, numbered from 0."""

    count: int

    def begin(self, number: int, task: _Task) -> None:
        """Let a worker do a task."""
        ...

    def ended(self) -> tuple[int, _Answer]:
        """Wait until a worker has ended its task."""
        ...

    def close(self) -> None:
        """Stop everything."""
        ...


class OwnTasks(Generic[Task, Answer]):
    """One worker: this process."""

    count = 1

    def __init__(self, work: Callable[[Task], Answer]) -> None:
        self._work = work
        self._task: Task | None = None

    def begin(self, number: int, task: Task) -> None:
        """As in `Tasks`."""
        self._task = task

    def ended(self) -> tuple[int, Answer]:
        """As in `Tasks`; the work is done now."""
        assert self._task is not None
        return 0, self._work(self._task)

    def close(self) -> None:
        """As in `Tasks`."""


class ProcessTasks(Generic[Task, Answer]):
    """Workers in processes of their own, which end with this one; `work` must be picklable.

    `describe` names a task in the error about a worker that died twice in it.
    """

    def __init__(
        self, work: Callable[[Task], Answer], count: int, describe: Callable[[Task], str] = str
    ) -> None:
        if count < 1:
            raise ArenaError(f"at least 1 worker is needed (got {count})")
        self.count = count
        self._workers: list[Worker[Task, Answer]] = [Worker(work, describe) for _ in range(count)]
        self._busy: set[int] = set()

    def begin(self, number: int, task: Task) -> None:
        """As in `Tasks`."""
        self._workers[number].begin(task)
        self._busy.add(number)

    def ended(self) -> tuple[int, Answer]:
        """As in `Tasks`."""
        while True:
            ready = wait([self._workers[number].connection for number in self._busy])
            for number in sorted(self._busy):
                if self._workers[number].connection in ready:
                    answer = self._workers[number].answer()
                    if answer is not None:
                        self._busy.discard(number)
                        return number, answer

    def close(self) -> None:
        """As in `Tasks`."""
        for worker in self._workers:
            worker.end()
