"""Group commit: one thread does all writes, and those that wait share a transaction.

A commit waits for the disk. Jobs that arrive in the meantime all go into the next one, so the more
there is to write, the more moves share the cost of a commit. A transaction takes no new job after
20 ms, so that the first one does not wait for long jobs behind it.

Patient jobs, such as imports, let all others go first. They have transactions of their own, which
end when another job arrives: a move waits for one patient job at most. One that has waited for long
goes between two of the other transactions.

If no transaction can begin, all jobs that wait are refused at once: each would only wait as long
as the first one did.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from hexmate.store.errors import NoTransactionError, StoreError
from hexmate.store.store import Store

__all__ = ["StoreWriter"]

_LONGEST = 0.02
_LONGEST_WAIT = 1.0
"""Seconds after which a patient job has its turn, so that others never keep it waiting for ever."""

T = TypeVar("T")


class _Task(NamedTuple):
    job: Callable[[Store], Any]
    future: Future[Any]
    patient: bool
    submitted: float


class StoreWriter:
    """A thread that runs jobs on a store, many in one transaction.

    A future is done when its job is committed, not before. If a job raises, its writes are undone,
    its future raises, and the other jobs are not affected.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._arriving: SimpleQueue[_Task | None] = SimpleQueue()
        # What has arrived; only the thread uses them.
        self._waiting: deque[_Task] = deque()
        self._patient: deque[_Task] = deque()
        self._patient_turn = False
        self._closed = False
        self._last_arrived = False
        self._closing = Lock()
        self._thread = Thread(target=self._run, name="hexmate-store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Store], T], *, patient: bool = False) -> Future[T]:
        """Run a job and commit it; jobs run in the order in which they are submitted.

        Patient jobs run when no other waits, in their own order.
        """
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("the writer is closed")
            self._arriving.put(_Task(job, future, patient, monotonic()))
        return future

    def close(self, timeout: float | None = None) -> None:
        """Finish all submitted jobs, then end the thread; wait for it at most `timeout` seconds."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._arriving.put(None)
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
        while (first := self._first()) is not None:
            if first.future.set_running_or_notify_cancel():
                self._commit(first)

    def _first(self) -> _Task | None:
        """The job that begins the next transaction; None after the last one."""
        self._arrive()
        while not self._waiting and not self._patient:
            if self._last_arrived:
                return None
            self._keep(self._arriving.get())
            self._arrive()
        overdue = self._patient and monotonic() - self._patient[0].submitted > _LONGEST_WAIT
        self._patient_turn = not self._waiting or bool(overdue and not self._patient_turn)
        return (self._patient if self._patient_turn else self._waiting).popleft()

    def _arrive(self) -> None:
        """Sort the jobs that have been submitted."""
        with suppress(Empty):
            while True:
                self._keep(self._arriving.get_nowait())

    def _keep(self, task: _Task | None) -> None:
        if task is None:
            self._last_arrived = True
        else:
            (self._patient if task.patient else self._waiting).append(task)

    def _commit(self, first: _Task) -> None:
        end = monotonic() + _LONGEST
        tasks = [first]
        answers: list[tuple[Any, Exception | None]] = []
        begun = False
        try:
            with self._store.batch():
                begun = True
                answers.append(self._answer(first.job))
                for task in self._followers(first, end):
                    tasks.append(task)
                    answers.append(self._answer(task.job))
        except Exception as error:
            # Nothing was committed, even if the jobs succeeded.
            if not begun:
                tasks += self._all_waiting()
                error = NoTransactionError(str(error))
            answers = [(None, error)] * len(tasks)
        for task, (value, refused) in zip(tasks, answers, strict=True):
            if refused is None:
                task.future.set_result(value)
            else:
                task.future.set_exception(refused)

    def _followers(self, first: _Task, end: float) -> Iterator[_Task]:
        """The jobs of the same kind that wait now, until the transaction has taken long enough."""
        waiting = self._patient if first.patient else self._waiting
        while monotonic() < end:
            self._arrive()
            if not waiting or (first.patient and self._waiting):
                return
            task = waiting.popleft()
            if task.future.set_running_or_notify_cancel():
                yield task

    def _all_waiting(self) -> list[_Task]:
        self._arrive()
        tasks = [*self._waiting, *self._patient]
        self._waiting.clear()
        self._patient.clear()
        return [task for task in tasks if task.future.set_running_or_notify_cancel()]

    def _answer(self, job: Callable[[Store], Any]) -> tuple[Any, Exception | None]:
        try:
            with self._store.batch():
                return job(self._store), None
        except Exception as error:
            return None, error
