"""Group commit: one thread writes for all, and what waits meanwhile shares a transaction.

A commit waits for the disk. While it does, more jobs arrive; they all go into the next one. So
the more there is to write, the more moves share the price of a commit.
"""

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from hexmate.store.errors import StoreError
from hexmate.store.store import Store

__all__ = ["Writer"]

_MOST_AT_ONCE = 128

T = TypeVar("T")


class _Task(NamedTuple):
    job: Callable[[Store], Any]
    future: Future[Any]


class Writer:
    """A thread that carries out jobs on a store, many in one transaction.

    A future is done when its job is committed, not before. A job that raises spoils no other:
    what it wrote is undone, and its future raises.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._closed = False
        self._closing = Lock()
        self._thread = Thread(target=self._run, name="hexmate-store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Store], T]) -> Future[T]:
        """Have a job done and committed; jobs are done in the order they come."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("the writer is closed")
            self._tasks.put(_Task(job, future))
        return future

    def close(self) -> None:
        """Do what was submitted, then end the thread."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._tasks.put(None)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self) -> None:
        last = False
        while not last:
            tasks, last = self._waiting()
            ready = [task for task in tasks if task.future.set_running_or_notify_cancel()]
            if ready:
                self._commit(ready)

    def _waiting(self) -> tuple[list[_Task], bool]:
        """Everything that waits now, at least one task, and whether it is the last."""
        task = self._tasks.get()
        found: list[_Task] = []
        while task is not None:
            found.append(task)
            if len(found) == _MOST_AT_ONCE:
                return found, False
            try:
                task = self._tasks.get_nowait()
            except Empty:
                return found, False
        return found, True

    def _commit(self, tasks: list[_Task]) -> None:
        answers: list[tuple[Any, Exception | None]] = []
        try:
            with self._store.batch():
                answers.extend(self._answer(task.job) for task in tasks)
        except Exception as error:
            # Nothing was committed, whatever the jobs themselves said.
            answers = [(None, error)] * len(tasks)
        for task, (value, refused) in zip(tasks, answers, strict=True):
            if refused is None:
                task.future.set_result(value)
            else:
                task.future.set_exception(refused)

    def _answer(self, job: Callable[[Store], Any]) -> tuple[Any, Exception | None]:
        try:
            with self._store.batch():
                return job(self._store), None
        except Exception as error:
            return None, error
