"""The search pool: a limited number of searches at once, shared fairly.

A job runs on a thread and can be stopped for its best result so far. While others wait, a job that
has run long enough is stopped, and one that gives no result loses its slot. So a slow player never
keeps another game waiting. Work that can wait, such as an analysis, may yield its slot instead, and
resume when one is free.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

__all__ = ["SearchJob", "SearchPool", "UnresponsivePlayer"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_ANSWER_WITHIN = 5.0


class UnresponsivePlayer(Exception):
    """A player was stopped and gave no result."""


class SearchJob(Generic[Result]):
    """Work that waits for a slot, runs on a thread, and can be stopped early."""

    def __init__(
        self,
        pool: "SearchPool",
        work: Callable[[], Result],
        stop: Callable[[], None],
        urgent: bool,
        seconds: float | None,
    ) -> None:
        self._pool, self._work, self._stop = pool, work, stop
        self.urgent = urgent
        self.seconds = seconds
        self.began: float | None = None
        self.hurried = False
        self.cancelled = False
        self.result: asyncio.Future[Result] = pool.loop.create_future()
        self._resume: threading.Event | None = None

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
        """Stop the player; harmless if it has already stopped."""
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
        threading.Thread(target=self._run, name="hexmate-search", daemon=True).start()
        if self.hurried:
            self._pool.expect_result(self)

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
        try:
            self._pool.loop.call_soon_threadsafe(self._pool.done, self, value, error)
        except RuntimeError:
            log.debug("a search ended after the server")


class SearchPool:
    """Slots for searches. Games with people go before games between engines and analyses."""

    def __init__(self, slots: int, patience: float) -> None:
        self.loop = asyncio.get_running_loop()
        self._slots = slots
        self._patience = patience
        self._waiting: tuple[deque[SearchJob[Any]], deque[SearchJob[Any]]] = (deque(), deque())
        self._running: list[SearchJob[Any]] = []
        self._slow_timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    def submit(
        self,
        work: Callable[[], Result],
        stop: Callable[[], None],
        *,
        urgent: bool = True,
        seconds: float | None = None,
    ) -> SearchJob[Result]:
        """Start a job as soon as a slot is free.

        `stop` may be called at any time, also before the work begins: it must then count as well,
        as it does for a `StopToken`. After `seconds` a running job is stopped.
        """
        job = SearchJob(self, work, stop, urgent, seconds)
        self._enqueue(job)
        return job

    @property
    def busy(self) -> int:
        """Number of running jobs."""
        return len(self._running)

    @property
    def has_waiting(self) -> bool:
        """Whether a job is waiting for a slot."""
        return any(self._waiting)

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
        for queue in self._waiting:
            if job in queue:
                queue.remove(job)

    def done(self, job: SearchJob[Any], value: Any, error: Exception | None) -> None:
        """Free the slot of a finished job and set its result."""
        self._release(job)
        if not job.result.done():
            if error is None:
                job.result.set_result(value)
            else:
                job.result.set_exception(error)

    def expect_result(self, job: SearchJob[Any]) -> None:
        """Free the slot of a stopped job if it gives no result in time."""
        self.loop.call_later(_ANSWER_WITHIN, self._give_up, job, job.began)

    async def close(self) -> None:
        """Cancel all jobs, and wait a few seconds for them to end."""
        for queue in self._waiting:
            for job in tuple(queue):
                job.cancel()
        for job in tuple(self._running):
            job.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _ANSWER_WITHIN)
        if self._slow_timer is not None:
            self._slow_timer.cancel()

    def _give_up(self, job: SearchJob[Any], began: float | None) -> None:
        if job in self._running and job.hurried and job.began == began:
            self.done(job, None, UnresponsivePlayer("the player does not answer"))

    def _enqueue(self, job: SearchJob[Any]) -> None:
        self._waiting[0 if job.urgent else 1].append(job)
        self._fill()

    def _fill(self) -> None:
        while len(self._running) < self._slots and self.has_waiting:
            job = (self._waiting[0] or self._waiting[1]).popleft()
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
        if not self.has_waiting:
            return
        now, next_check = time.monotonic(), self._patience
        for job in tuple(self._running):
            outranked = bool(self._waiting[0]) and not job.urgent
            left = 0.0 if outranked else self._patience - (now - (job.began or now))
            if left <= 0:
                job.hurry()
            else:
                next_check = min(next_check, left)
        self._slow_timer = self.loop.call_later(next_check, self._hurry_slow_jobs)
