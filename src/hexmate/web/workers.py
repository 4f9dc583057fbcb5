"""Work that is too long for the event loop, shared fairly between visitors.

`FairPool` runs it in a few threads. Python runs one thread at a time, so one worker is the default:
it takes at most half of the interpreter's time, and the event loop waits at most one switch
interval for its turn. `WorkPool` runs it in another process, which does not make the event loop
wait at all.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from hexmate.web.errors import Refusal, StoppedWork
from hexmate.web.threads import started_pool
from hexmate.web.work_process import WorkProcess

__all__ = ["FairPool", "RemoteObject", "Visitor", "WorkPool"]

Result = TypeVar("Result")
Visitor = tuple[str, str]
"""Whose work it is: an address, and the person there ("" for a visitor without a cookie)."""

_LEAST_SECONDS = 1e-4
_MOST_KEYS = 1000
_QUIET = 2.0
"""Seconds without work after which a process that has grown is replaced."""


class FairPool:
    """Runs functions in threads, and shares their time equally: between addresses, and between the
    people of each. A visitor who has used little goes before one who has used much.

    A job should be short: nothing can interrupt it. Split long work into several jobs, so that
    others get their turn in between.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        per_visitor: int = 8,
        in_all: int = 64,
        seconds: float = 10.0,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        """`clock` measures what a job costs; the thread that runs it asks before and after."""
        self._clock = clock
        self._threads = started_pool(workers, "work")
        self._workers = self._free = workers
        self._per_visitor, self._in_all, self._seconds = per_visitor, in_all, seconds
        self._waiting: dict[Visitor, deque[_Job]] = {}
        self._addresses: _Shares
        self._people: dict[str, _Shares]
        self._forget()

    async def run(self, visitor: Visitor, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread and return its result; exceptions are raised here.

        Raises a `Refusal`: `too_many` if this visitor has too many jobs waiting, `busy` if the
        server has, or if there is no result in time. A caller that is cancelled gives up its turn.
        """
        self._make_room(visitor)
        job = _Job(visitor, partial(work, *args), self._clock)
        self._waiting.setdefault(visitor, deque()).append(job)
        self._start()
        try:
            async with asyncio.timeout(self._seconds) as limit:
                result: Result = await job.result
                return result
        except TimeoutError:
            if not limit.expired():
                raise  # by the work itself
            reason = f"There was no result in {self._seconds:g} seconds."
            if job.began_before(time.monotonic() - self._seconds / 2):
                raise StoppedWork(reason) from None  # it did not only wait for its turn
            raise _busy(reason) from None
        finally:
            self._remove(job)

    async def close(self) -> None:
        """Refuse the jobs that wait, and wait for those that run."""
        while (job := self._next()) is not None:
            job.fail(_busy("The server is stopping."))
        await asyncio.to_thread(self._threads.shutdown)

    def _make_room(self, visitor: Visitor) -> None:
        if len(self._waiting.get(visitor, ())) >= self._per_visitor:
            raise Refusal(429, "too_many", "Too many of your requests are waiting. Wait a moment.")
        counts: Counter[str] = Counter()
        for (address, _), jobs in self._waiting.items():
            counts[address] += len(jobs)
        if counts.total() < self._in_all:
            return
        # The address with the most jobs makes room for all others.
        heaviest = max(counts, key=lambda each: counts[each])
        if counts[heaviest] <= counts[visitor[0]] + 1:
            raise _busy("Too many requests are waiting.")
        busiest = max(
            (jobs for (address, _), jobs in self._waiting.items() if address == heaviest), key=len
        )
        last = busiest[-1]
        self._remove(last)
        last.fail(_busy("Too many requests are waiting."))

    def _next(self) -> "_Job | None":
        """Take the job of the address, and of the person there, that used the least time."""
        if not self._waiting:
            return None
        address = self._addresses.pick(address for address, _ in self._waiting)
        people = self._people.setdefault(address, _Shares())
        person = people.pick(person for there, person in self._waiting if there == address)
        job = self._waiting[address, person][0]
        self._remove(job)
        return job

    def _remove(self, job: "_Job") -> None:
        """Remove a job that has not started."""
        jobs = self._waiting.get(job.visitor)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.visitor]

    def _start(self) -> None:
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.timed)
            running.add_done_callback(partial(self._finished, job))

    def _finished(self, job: "_Job", running: asyncio.Future[Any]) -> None:
        self._free += 1
        address, person = job.visitor
        self._addresses.charge(address, job.seconds)
        self._people.setdefault(address, _Shares()).charge(person, job.seconds)
        error = running.exception()
        if error is None:
            job.succeed(running.result())
        else:
            job.fail(error)
        self._start()
        if self._free == self._workers:
            self._forget()

    def _forget(self) -> None:
        """Without work there is nothing to share, so all start anew."""
        self._addresses, self._people = _Shares(), {}


def _busy(reason: str) -> Refusal:
    return Refusal(503, "busy", f"The server is busy. {reason} Try again later.")


class WorkPool:
    """Runs functions in another process, one at a time, shared fairly like the time of a pool.

    Functions, arguments and results must be picklable. Errors other than a `Refusal` are raised as
    a `WorkError`.
    """

    def __init__(self, *, per_visitor: int = 8, seconds: float = 10.0) -> None:
        self._process = WorkProcess(seconds)
        self._turns = FairPool(
            per_visitor=per_visitor, seconds=seconds, clock=lambda: self._process.processor
        )
        self._running = 0
        self._tidying: asyncio.TimerHandle | None = None

    async def run(self, visitor: Visitor, function: Callable[..., Result], *args: Any) -> Result:
        """The result of a function; a `Refusal` for the reasons of `FairPool.run`."""
        result: Result = await self._run(visitor, self._process.call, function, *args)
        return result

    @asynccontextmanager
    async def kept(
        self, visitor: Visitor, make: Callable[..., Any], *args: Any
    ) -> AsyncIterator["RemoteObject"]:
        """An object that lives in the other process during the block, for work in several steps."""
        key = self._process.key()
        try:
            await self._run(visitor, self._process.keep, key, make, *args)
            yield RemoteObject(partial(self._run, visitor, self._process.ask, key))
        finally:
            self._process.drop(key)
            self._tidy_soon()

    async def start(self) -> None:
        """Start the process, so that no visitor waits for it; if it fails, the next job tries."""
        with suppress(Refusal):
            await asyncio.to_thread(self._process.start)

    async def close(self) -> None:
        """Refuse the jobs that wait, and end the process."""
        if self._tidying is not None:
            self._tidying.cancel()
        await asyncio.to_thread(self._process.close)
        await self._turns.close()

    async def _run(self, visitor: Visitor, work: Callable[..., Any], *args: Any) -> Any:
        if self._tidying is not None:
            self._tidying.cancel()
        self._running += 1
        try:
            return await self._turns.run(visitor, work, *args)
        finally:
            self._running -= 1
            self._tidy_soon()

    def _tidy_soon(self) -> None:
        """Return the memory of the process once there is no work."""
        if self._tidying is not None:
            self._tidying.cancel()
        if not self._running:
            loop = asyncio.get_running_loop()
            tidy = partial(loop.run_in_executor, None, self._process.tidy)
            self._tidying = loop.call_later(_QUIET, tidy)


class RemoteObject:
    """An object in the other process."""

    def __init__(self, ask: Callable[..., Awaitable[Any]]) -> None:
        self._ask = ask

    async def ask(self, method: str, *args: Any) -> Any:
        """The result of one of its methods."""
        return await self._ask(method, *args)


class _Job:
    """A function, its visitor, and the future of its result."""

    def __init__(
        self, visitor: Visitor, work: Callable[[], Any], clock: Callable[[], float]
    ) -> None:
        self.visitor = visitor
        self._clock = clock
        self.seconds = 0.0
        self._began: float | None = None
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._work = work

    def timed(self) -> Any:
        """Run in a thread."""
        self._began = time.monotonic()
        begun = self._clock()
        try:
            return self._work()
        finally:
            self.seconds = self._clock() - begun

    def began_before(self, moment: float) -> bool:
        """Whether it has begun, and before a moment."""
        return self._began is not None and self._began <= moment

    def succeed(self, result: Any) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self.result.done():
            self.result.set_exception(error)


class _Shares:
    """Fair queueing by start times: the key that used the least time goes first.

    An idle key saves up nothing: a newcomer and someone who comes back are equal.
    """

    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        """When the next turn of a key is due, if it has used more than a newcomer."""
        self._now = 0.0

    def pick(self, keys: Iterable[str]) -> str:
        """The key whose turn is next; among equals the first."""
        key = min(keys, key=lambda each: self._due.get(each, 0.0))
        self._now = max(self._now, self._due.get(key, 0.0))
        return key

    def charge(self, key: str, seconds: float) -> None:
        """Count what a turn of a key took."""
        self._due[key] = max(self._now, self._due.get(key, 0.0)) + max(seconds, _LEAST_SECONDS)
        if len(self._due) > _MOST_KEYS:
            self._due = {each: due for each, due in self._due.items() if due > self._now}
            self._due = dict(list(self._due.items())[-_MOST_KEYS // 2 :])
