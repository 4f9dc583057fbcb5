"""The search pool: a limited number of searches at once, shared fairly between people.

A job runs on a thread and can be stopped for its best result so far. While others wait, a job that
has run long enough is stopped, and one that gives no result loses its slot. So a slow player never
keeps another game waiting. People take turns, however many games each of them plays. Work that can
wait, such as an analysis, may yield its slot instead, and resume when one is free.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from hexmate.web.engines.launcher import launch
from hexmate.web.engines.queue import FairQueue
from hexmate.web.errors import Refusal

__all__ = ["SearchJob", "SearchPool", "UnresponsivePlayer"]

Result = TypeVar("Result")
Item = TypeVar("Item")

log = logging.getLogger("hexmate.web")

_LAST_MOMENT = 1.0

_MOST_STARTED = 32
"""Analyses that have begun and not ended. Each has a thread, even while it waits for a slot."""
_MOST_STARTED_EACH = 4
"""The same for one person; their other analyses begin when one of these has ended."""


class UnresponsivePlayer(Exception):
    """A player was stopped and gave no result."""


class SearchJob(Generic[Result]):
    """Work that waits for a slot, runs on a thread, and can be stopped early."""

    def __init__(
        self,
        pool: "SearchPool",
        work: Callable[[], Result],
        stop: Callable[[], None],
        owner: Hashable,
        urgent: bool,
        seconds: float | None,
    ) -> None:
        self._pool, self._work, self._stop = pool, work, stop
        self.owner = owner
        self.urgent = urgent
        self.seconds = seconds
        self.began: float | None = None
        self.on_begin: Callable[[], None] | None = None
        """Called when a job that had to wait gets its slot."""
        self.hurried = False
        self.cancelled = False
        self.result: asyncio.Future[Result] = pool.loop.create_future()
        self._resume: threading.Event | None = None

    @property
    def waits(self) -> bool:
        """Whether the job has no slot yet."""
        return self.began is None and not self.result.done()

    @property
    def yielded(self) -> bool:
        """Whether the job has yielded its slot, and its thread waits for another."""
        return self._resume is not None

    async def next_of(self, results: Awaitable[Item], seconds: float) -> Item:
        """The next result of the job, which has `seconds` to begin and as many again once it runs.

        Raises a `Refusal` if it still waits for a slot then, `UnresponsivePlayer` if it does not.
        """
        coming, asked = asyncio.ensure_future(results), time.monotonic()
        try:
            while (left := max(asked, self.began or 0) + seconds - time.monotonic()) > 0:
                done, _ = await asyncio.wait([coming], timeout=left)
                if done:
                    return coming.result()
        finally:
            coming.cancel()
        if self.began is None:
            text = "The server is busy: other searches come first. Try again later."
            raise Refusal(503, "busy", text)
        raise UnresponsivePlayer("the engine does not answer")

    def hurry(self) -> None:
        """Stop the work for its best result so far."""
        if self.hurried or self.result.done():
            return
        self.hurried = True
        self._request_stop()
        if self.began is not None:
            self._pool.expect_result(self)

    def cancel(self) -> None:
        """Stop the work; its result is no longer needed."""
        self.cancelled = True
        self._pool.remove_waiting(self)
        self.hurry()
        self.result.cancel()
        if self._resume is not None:
            self._resume.set()

    def yield_slot(self) -> None:
        """Give up the slot and wait for another. The work itself calls this, on its thread.

        Returns at once if the job has been cancelled.
        """
        resume = threading.Event()
        self._pool.loop.call_soon_threadsafe(self._pool.park, self, resume)
        resume.wait()

    def _request_stop(self) -> None:
        """Stop the player; harmless if it has already stopped.

        Stopping a program may take seconds, so it happens on a thread, one for each search. A
        search that has not begun only remembers it.
        """
        if self.began is None:
            self._call_stop()
        else:
            launch(self._call_stop, "hexmate-stop")

    def _call_stop(self) -> None:
        try:
            self._stop()
        except Exception:
            log.exception("a player failed to stop")

    def begin(self) -> None:
        """Start the thread, or resume it."""
        self.began = time.monotonic()
        if self._resume is not None:
            self._resume.set()
            self._resume = None
            return
        self._tell_begin()
        launch(self._run, "hexmate-search", lambda error: self._end(None, error))
        if self.hurried:
            self._pool.expect_result(self)

    def _tell_begin(self) -> None:
        try:
            if self.on_begin is not None:
                self.on_begin()
        except Exception:  # another job's caller is on the stack, and must not get it
            log.exception("a search began, and its game could not be told")

    def parked(self, resume: threading.Event) -> None:
        """Note that the thread waits for an event."""
        self._resume, self.began, self.hurried = resume, None, False
        if self.cancelled:
            resume.set()

    def _run(self) -> None:
        value: Any = None
        error: Exception | None = None
        try:
            value = self._work()
        except Exception as problem:  # raised where the result is awaited
            error = problem
        except BaseException as problem:  # a player must not end the server
            error = RuntimeError(repr(problem))
        self._end(value, error)

    def _end(self, value: Any, error: Exception | None) -> None:
        try:
            self._pool.loop.call_soon_threadsafe(self._pool.ended, self, value, error)
        except RuntimeError:
            log.debug("a search ended after the server")


class SearchPool:
    """Slots for searches. Games with people go before games between engines and analyses."""

    def __init__(self, slots: int, patience: float, stopping: float = 5.0) -> None:
        self.loop = asyncio.get_running_loop()
        self.stopping = stopping
        """Seconds in which a stopped search must answer."""
        self._slots = slots
        self._patience = patience
        self._urgent: FairQueue[SearchJob[Any]] = FairQueue()
        self._patient: FairQueue[SearchJob[Any]] = FairQueue()
        self._running: list[SearchJob[Any]] = []
        self._started: list[SearchJob[Any]] = []
        self._slow_timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    def submit(
        self,
        work: Callable[[], Result],
        stop: Callable[[], None],
        *,
        owner: Hashable = None,
        urgent: bool = True,
        seconds: float | None = None,
    ) -> SearchJob[Result]:
        """Start a job as soon as a slot is free and it is the turn of its owner.

        `stop` may be called at any time, also before the work begins: it must then count as well,
        as it does for a `StopToken`. After `seconds` a running job is stopped.
        """
        job = SearchJob(self, work, stop, owner, urgent, seconds)
        self._enqueue(job)
        return job

    @property
    def busy(self) -> int:
        """Number of running jobs."""
        return len(self._running)

    @property
    def has_waiting(self) -> bool:
        """Whether a job is waiting for a slot."""
        return bool(self._urgent or self._patient)

    def park(self, job: SearchJob[Any], resume: threading.Event) -> None:
        """Take the slot of a job whose thread yields it; the job waits for another."""
        job.parked(resume)
        self._leave(job)
        if job.cancelled:
            self._fill()
        else:
            self._enqueue(job)

    def remove_waiting(self, job: SearchJob[Any]) -> None:
        """Remove a job from the waiting ones."""
        self._queue_of(job).remove(job.owner, job)

    def ended(self, job: SearchJob[Any], value: Any, error: Exception | None) -> None:
        """Note that the thread of a job has ended."""
        if job in self._started:
            self._started.remove(job)
        self._done(job, value, error)

    def _done(self, job: SearchJob[Any], value: Any, error: Exception | None) -> None:
        """Free the slot of a job and set its result."""
        self._release(job)
        if not job.result.done():
            if error is None:
                job.result.set_result(value)
            else:
                job.result.set_exception(error)

    def expect_result(self, job: SearchJob[Any]) -> None:
        """Free the slot of a stopped job if it gives no result in time."""
        self.loop.call_later(self.stopping, self._abandon, job, job.began)

    async def close(self) -> None:
        """Cancel all jobs, and wait a moment for them to end."""
        for job in (*self._urgent, *self._patient, *self._running):
            job.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _LAST_MOMENT)
        if self._slow_timer is not None:
            self._slow_timer.cancel()

    def _abandon(self, job: SearchJob[Any], began: float | None) -> None:
        if job in self._running and job.hurried and job.began == began:
            self._done(job, None, UnresponsivePlayer("the player does not answer"))

    def _enqueue(self, job: SearchJob[Any]) -> None:
        self._queue_of(job).put(job.owner, job)
        self._fill()

    def _queue_of(self, job: SearchJob[Any]) -> FairQueue[SearchJob[Any]]:
        return self._urgent if job.urgent else self._patient

    def _may_begin(self, job: SearchJob[Any]) -> bool:
        """Whether a job without urgency may begin; what has begun may always resume."""
        if job.yielded:
            return True
        patient = [each for each in self._started if not each.urgent]
        own = sum(each.owner == job.owner for each in patient)
        return len(patient) < _MOST_STARTED and own < _MOST_STARTED_EACH

    def _fill(self) -> None:
        while len(self._running) < self._slots:
            job = self._urgent.take() or self._patient.take(self._may_begin)
            if job is None:
                break
            if not job.yielded:
                self._started.append(job)
            self._running.append(job)
            self._idle.clear()
            job.begin()
            if job.seconds is not None:
                self.loop.call_later(job.seconds, job.hurry)
        self._hurry_slow_jobs()

    def _release(self, job: SearchJob[Any]) -> None:
        if job in self._running:
            self._leave(job)
            self._fill()

    def _leave(self, job: SearchJob[Any]) -> None:
        if job in self._running:
            self._running.remove(job)
        if not self._running:
            self._idle.set()

    def _hurry_slow_jobs(self) -> None:
        """While jobs wait, stop those that have run long enough; check again later."""
        if self._slow_timer is not None:
            self._slow_timer.cancel()
            self._slow_timer = None
        if not self.has_waiting or len(self._running) < self._slots:
            return  # with free slots, who waits may not begin: stopping others would not help
        now, next_check = time.monotonic(), self._patience
        for job in tuple(self._running):
            outranked = bool(self._urgent) and not job.urgent
            left = 0.0 if outranked else self._patience - (now - (job.began or now))
            if left <= 0:
                job.hurry()
            else:
                next_check = min(next_check, left)
        self._slow_timer = self.loop.call_later(next_check, self._hurry_slow_jobs)
