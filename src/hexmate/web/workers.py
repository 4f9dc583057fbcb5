"""Work that is too long for the event loop: a few threads, shared fairly between visitors.

Python runs one thread at a time, so one worker is the default: it takes at most half of the
interpreter's time, and the event loop waits at most one switch interval (5 ms) for its turn.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from hexmate.web.errors import Refusal

__all__ = ["FairPool", "Visitor"]

Result = TypeVar("Result")
Visitor = tuple[str, str]
"""Whose work it is: an address, and the person there ("" for a visitor without a cookie)."""


class FairPool:
    """Runs functions in threads. Visitors take turns: addresses first, then the people of each.

    A job should be short: nothing can interrupt it. Split long work into several jobs, so that
    others get their turn in between.
    """

    def __init__(
        self, workers: int = 1, *, per_visitor: int = 8, in_all: int = 64, seconds: float = 10.0
    ) -> None:
        self._threads = ThreadPoolExecutor(workers, "work")
        self._free = workers
        self._per_visitor, self._in_all, self._seconds = per_visitor, in_all, seconds
        self._turns = _Turns()

    async def run(self, visitor: Visitor, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread and return its result; exceptions are raised here.

        Raises a `Refusal`: `too_many` if this visitor has too many jobs waiting, `busy` if the
        server has, or if there is no result in time. A caller that is cancelled gives up its turn.
        """
        self._check_room(visitor)
        job = _Job(partial(work, *args))
        self._turns.add(visitor, job)
        self._start()
        try:
            async with asyncio.timeout(self._seconds):
                result: Result = await job.result
                return result
        except TimeoutError:
            if not job.gave_up:
                raise  # by the work itself
            raise _busy(f"There was no result in {self._seconds:g} seconds.") from None
        finally:
            self._turns.remove(visitor, job)

    async def close(self) -> None:
        """Refuse the jobs that wait, and wait for those that run."""
        while (job := self._turns.next()) is not None:
            job.fail(_busy("The server is stopping."))
        await asyncio.to_thread(self._threads.shutdown)

    def _check_room(self, visitor: Visitor) -> None:
        if self._turns.waiting(visitor) >= self._per_visitor:
            raise Refusal(429, "too_many", "Too many of your requests are waiting. Wait a moment.")
        if len(self._turns) < self._in_all:
            return
        # The address with the most jobs makes room for all others.
        heaviest = self._turns.heaviest()
        if heaviest == visitor[0]:
            raise _busy("Too many requests are waiting.")
        self._turns.drop_last(heaviest).fail(_busy("Too many requests are waiting."))

    def _start(self) -> None:
        while self._free and (job := self._turns.next()) is not None:
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            running.add_done_callback(partial(self._finished, job))

    def _finished(self, job: "_Job", running: asyncio.Future[Any]) -> None:
        self._free += 1
        error = running.exception()
        if error is None:
            job.succeed(running.result())
        else:
            job.fail(error)
        self._start()


def _busy(reason: str) -> Refusal:
    return Refusal(503, "busy", f"The server is busy. {reason} Try again later.")


class _Job:
    """A function, and the future of its result."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def gave_up(self) -> bool:
        """Whether nobody waits for the result any more."""
        return self.result.cancelled()

    def succeed(self, result: Any) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self.result.done():
            self.result.set_exception(error)


class _Turns:
    """The jobs that wait. Dictionaries keep the order in which addresses and people get turns."""

    def __init__(self) -> None:
        self._addresses: dict[str, dict[str, deque[_Job]]] = {}

    def __len__(self) -> int:
        return sum(map(_count, self._addresses.values()))

    def waiting(self, visitor: Visitor) -> int:
        return len(self._addresses.get(visitor[0], {}).get(visitor[1], ()))

    def add(self, visitor: Visitor, job: _Job) -> None:
        people = self._addresses.setdefault(visitor[0], {})
        people.setdefault(visitor[1], deque()).append(job)

    def next(self) -> _Job | None:
        """Take the next job; its address and its person go to the end of their queues."""
        if not self._addresses:
            return None
        address = next(iter(self._addresses))
        people = self._addresses.pop(address)
        person = next(iter(people))
        jobs = people.pop(person)
        job = jobs.popleft()
        if jobs:
            people[person] = jobs
        if people:
            self._addresses[address] = people
        return job

    def heaviest(self) -> str:
        """The address with the most jobs."""
        return max(self._addresses, key=lambda address: _count(self._addresses[address]))

    def drop_last(self, address: str) -> _Job:
        """Take the newest job of the person with the most jobs at an address."""
        people = self._addresses[address]
        person = max(people, key=lambda each: len(people[each]))
        job = people[person][-1]
        self.remove((address, person), job)
        return job

    def remove(self, visitor: Visitor, job: _Job) -> None:
        """Remove a job that has not been taken."""
        address, person = visitor
        people = self._addresses.get(address, {})
        jobs = people.get(person)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del people[person]
        if not people:
            del self._addresses[address]


def _count(people: dict[str, deque[_Job]]) -> int:
    return sum(map(len, people.values()))
