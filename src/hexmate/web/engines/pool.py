"""Who may think when: a bounded number of thoughts at once, and turns for all.

A job is work on a thread that can be asked for its best answer so far. While others wait, a
job that has gone on for long is asked for it, and one that gives no answer loses its place:
so a slow player never keeps another game waiting. Work that can wait (an analysis) may give way
instead, and go on when there is a place again.
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
    """A player that was asked for its answer and gave none."""


class SearchJob(Generic[Result]):
    """Work that waits for its turn, runs on a thread, and can be hurried."""

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
        """Ask for the best answer so far."""
        if self.hurried or self.result.done():
            return
        self.hurried = True
        self._request_stop()
        if self.began is not None:
            self._pool.expect_result(self)

    def cancel(self) -> None:
        """Nobody wants the answer any more."""
        self.cancelled = True
        self._pool.remove_waiting(self)
        self.hurry()
        self.result.cancel()
        if self._resume is not None:
            self._resume.set()

    def yield_slot(self) -> None:
        """Let others think first and wait for a place; the work itself calls this, on its thread.

        Returns at once when the job has been dropped.
        """
        resume = threading.Event()
        self._pool.loop.call_soon_threadsafe(self._pool.park, self, resume)
        resume.wait()

    def _request_stop(self) -> None:
        """Tell the player to stop; harmless when it has stopped."""
        try:
            self._stop()
        except Exception:
            log.exception("a player failed to stop")

    def begin(self) -> None:
        """Start the thread, or let it go on."""
        self.began = time.monotonic()
        if self._resume is not None:
            self._resume.set()
            self._resume = None
            return
        threading.Thread(target=self._run, name="hexmate-thinker", daemon=True).start()
        if self.hurried:
            self._pool.expect_result(self)

    def parked(self, resume: threading.Event) -> None:
        """The thread waits until the event is set."""
        self._resume, self.began, self.hurried = resume, None, False
        if self.cancelled:
            resume.set()

    def _run(self) -> None:
        value: Any = None
        error: Exception | None = None
        try:
            value = self._work()
        except Exception as problem:  # told to whoever waits for the answer
            error = problem
        except BaseException as problem:  # a player has no right to end the server
            error = RuntimeError(repr(problem))
        try:
            self._pool.loop.call_soon_threadsafe(self._pool.done, self, value, error)
        except RuntimeError:
            log.debug("a job ended after the server")


class SearchPool:
    """Places for thoughts. The turns of games with people come before those of machines among
    themselves and before analyses."""

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
        """A job that begins when there is a place for it.

        `stop` is called once, from any moment on: a stop that comes before the work has begun must
        count too, as that of a `StopToken` does. After `seconds` the running job is stopped.
        """
        job = SearchJob(self, work, stop, urgent, seconds)
        self._enqueue(job)
        return job

    @property
    def busy(self) -> int:
        """Thoughts that are being job."""
        return len(self._running)

    @property
    def has_waiting(self) -> bool:
        """Whether somebody waits for a place."""
        return any(self._waiting)

    def park(self, job: SearchJob[Any], resume: threading.Event) -> None:
        """A thread gives its place up and waits for another."""
        job.parked(resume)
        self._leave(job)
        if job.cancelled:
            self._fill()
        else:
            self._enqueue(job)

    def remove_waiting(self, job: SearchJob[Any]) -> None:
        """Take a job out of those that wait."""
        for queue in self._waiting:
            if job in queue:
                queue.remove(job)

    def done(self, job: SearchJob[Any], value: Any, error: Exception | None) -> None:
        """A thread has ended."""
        self._release(job)
        if not job.result.done():
            if error is None:
                job.result.set_result(value)
            else:
                job.result.set_exception(error)

    def expect_result(self, job: SearchJob[Any]) -> None:
        """A running job was asked to stop: without a result in time it loses its place."""
        self.loop.call_later(_ANSWER_WITHIN, self._give_up, job, job.began)

    async def close(self) -> None:
        """Ask everybody for an answer and wait a moment for it."""
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
        """While others wait, hurry who has job long enough; look again when the next has."""
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
