"""Group commit: one thread does all writes, and those that wait share a transaction.

A commit waits for the disk. Jobs that arrive in the meantime all go into the next one, so the more
there is to write, the more moves share the cost of a commit. A transaction takes no new job after
20 ms, so that the first one does not wait for long jobs behind it.

If no transaction can begin, all jobs that wait are refused at once: each would only wait as long
as the first one did.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from math import inf
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from hexmate.store.errors import NoTransactionError, StoreError
from hexmate.store.store import Store

__all__ = ["StoreWriter"]

_LONGEST = 0.02

T = TypeVar("T")


class _Task(NamedTuple):
    job: Callable[[Store], Any]
    future: Future[Any]


class StoreWriter:
    """A thread that runs jobs on a store, many in one transaction.

    A future is done when its job is committed, not before. If a job raises, its writes are undone,
    its future raises, and the other jobs are not affected.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._closed = False
        self._finished = False
        self._closing = Lock()
        self._thread = Thread(target=self._run, name="hexmate-store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Store], T]) -> Future[T]:
        """Run a job and commit it; jobs run in the order in which they are submitted."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("the writer is closed")
            self._tasks.put(_Task(job, future))
        return future

    def close(self, timeout: float | None = None) -> None:
        """Finish all submitted jobs, then end the thread; wait for it at most `timeout` seconds."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._tasks.put(None)
        self._thread.join(timeout)

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
        while not self._finished:
            first = self._tasks.get()
            if first is None:
                return
            if first.future.set_running_or_notify_cancel():
                self._commit(first)

    def _commit(self, first: _Task) -> None:
        end = monotonic() + _LONGEST
        tasks = [first]
        answers: list[tuple[Any, Exception | None]] = []
        begun = False
        try:
            with self._store.batch():
                begun = True
                answers.append(self._answer(first.job))
                for task in self._followers(end):
                    tasks.append(task)
                    answers.append(self._answer(task.job))
        except Exception as error:
            # Nothing was committed, even if the jobs succeeded.
            if not begun:
                tasks += self._followers(inf)
                error = NoTransactionError(str(error))
            answers = [(None, error)] * len(tasks)
        for task, (value, refused) in zip(tasks, answers, strict=True):
            if refused is None:
                task.future.set_result(value)
            else:
                task.future.set_exception(refused)

    def _followers(self, end: float) -> Iterator[_Task]:
        """The jobs that wait now, until the transaction has taken long enough."""
        while monotonic() < end:
            try:
                task = self._tasks.get_nowait()
            except Empty:
                return
            if task is None:
                self._finished = True
                return
            if task.future.set_running_or_notify_cancel():
                yield task

    def _answer(self, job: Callable[[Store], Any]) -> tuple[Any, Exception | None]:
        try:
            with self._store.batch():
                return job(self._store), None
        except Exception as error:
            return None, error
