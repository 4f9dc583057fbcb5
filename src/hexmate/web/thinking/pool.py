"""Who may think when: a bounded number of thoughts at once, and turns for all.

A thought is work on a thread that can be asked for its best answer so far. While others wait, a
thought that has gone on for long is asked for it, and one that gives no answer loses its place:
so a slow player never keeps another game waiting. Work that can wait (an analysis) may give way
instead, and go on when there is a place again.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

__all__ = ["Thinkers", "Thought", "Unresponsive"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_STOP_INTERVAL = 0.02
_ANSWER_WITHIN = 5.0


class Unresponsive(Exception):
    """A player that was asked for its answer and gave none."""


class Thought(Generic[Result]):
    """Work that waits for its turn, runs on a thread, and can be hurried."""

    def __init__(
        self,
        pool: "Thinkers",
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
        self.dropped = False
        self.answer: asyncio.Future[Result] = pool.loop.create_future()
        self._go_on: threading.Event | None = None

    def hurry(self) -> None:
        """Ask for the best answer so far."""
        if self.hurried or self.answer.done():
            return
        self.hurried = True
        if self.began is not None:
            self._pool.keep_asking(self)

    def drop(self) -> None:
        """Nobody wants the answer any more."""
        self.dropped = True
        self._pool.forget(self)
        self.hurry()
        self.answer.cancel()
        if self._go_on is not None:
            self._go_on.set()

    def give_way(self) -> None:
        """Let others think first and wait for a place; the work itself calls this, on its thread.

        Returns at once when the thought has been dropped.
        """
        go_on = threading.Event()
        self._pool.loop.call_soon_threadsafe(self._pool.park, self, go_on)
        go_on.wait()

    def ask(self) -> None:
        """Tell the player to stop; harmless when it has stopped."""
        try:
            self._stop()
        except Exception:
            log.exception("a player failed to stop")

    def begin(self) -> None:
        """Start the thread, or let it go on."""
        self.began = time.monotonic()
        if self._go_on is not None:
            self._go_on.set()
            self._go_on = None
            return
        threading.Thread(target=self._run, name="hexmate-thinker", daemon=True).start()
        if self.hurried:
            self._pool.keep_asking(self)

    def parked(self, go_on: threading.Event) -> None:
        """The thread waits until the event is set."""
        self._go_on, self.began, self.hurried = go_on, None, False
        if self.dropped:
            go_on.set()

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
            log.debug("a thought ended after the server")


class Thinkers:
    """Places for thoughts. The turns of games with people come before those of machines among
    themselves and before analyses."""

    def __init__(self, places: int, patience: float) -> None:
        self.loop = asyncio.get_running_loop()
        self._places = places
        self._patience = patience
        self._waiting: tuple[deque[Thought[Any]], deque[Thought[Any]]] = (deque(), deque())
        self._running: list[Thought[Any]] = []
        self._look: asyncio.TimerHandle | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def think(
        self,
        work: Callable[[], Result],
        stop: Callable[[], None],
        *,
        urgent: bool = True,
        seconds: float | None = None,
    ) -> Thought[Result]:
        """A thought that begins when there is a place for it.

        After so many seconds of thinking it is asked for its answer.
        """
        thought = Thought(self, work, stop, urgent, seconds)
        self._wait(thought)
        return thought

    @property
    def busy(self) -> int:
        """Thoughts that are being thought."""
        return len(self._running)

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for a place."""
        return any(self._waiting)

    def park(self, thought: Thought[Any], go_on: threading.Event) -> None:
        """A thread gives its place up and waits for another."""
        thought.parked(go_on)
        if thought in self._running:
            self._running.remove(thought)
        if thought.dropped:
            self._fill()
        else:
            self._wait(thought)

    def forget(self, thought: Thought[Any]) -> None:
        """Take a thought out of those that wait."""
        for line in self._waiting:
            if thought in line:
                line.remove(thought)

    def done(self, thought: Thought[Any], value: Any, error: Exception | None) -> None:
        """A thread has ended."""
        self._leave(thought)
        if not thought.answer.done():
            if error is None:
                thought.answer.set_result(value)
            else:
                thought.answer.set_exception(error)

    def keep_asking(self, thought: Thought[Any]) -> None:
        """Ask until the player answers: one that has not yet begun to search forgets a stop."""
        task = self.loop.create_task(self._ask(thought))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def close(self) -> None:
        """Ask everybody for an answer and wait a moment for it."""
        for line in self._waiting:
            for thought in tuple(line):
                thought.drop()
        for thought in tuple(self._running):
            thought.drop()
        if self._asking:
            await asyncio.wait(self._asking, timeout=_ANSWER_WITHIN)
        for task in tuple(self._asking):
            task.cancel()
        if self._look is not None:
            self._look.cancel()

    async def _ask(self, thought: Thought[Any]) -> None:
        deadline = time.monotonic() + _ANSWER_WITHIN
        while thought in self._running and thought.hurried:
            if time.monotonic() > deadline:
                self.done(thought, None, Unresponsive("the player does not answer"))
                return
            thought.ask()
            await asyncio.sleep(_STOP_INTERVAL)

    def _wait(self, thought: Thought[Any]) -> None:
        self._waiting[0 if thought.urgent else 1].append(thought)
        self._fill()

    def _fill(self) -> None:
        while len(self._running) < self._places and self.wanted:
            thought = (self._waiting[0] or self._waiting[1]).popleft()
            self._running.append(thought)
            thought.begin()
            if thought.seconds is not None:
                self.loop.call_later(thought.seconds, thought.hurry)
        self._look_for_the_slow()

    def _leave(self, thought: Thought[Any]) -> None:
        if thought in self._running:
            self._running.remove(thought)
            self._fill()

    def _look_for_the_slow(self) -> None:
        """While others wait, hurry who has thought long enough; look again when the next has."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if not self.wanted:
            return
        now, next_look = time.monotonic(), self._patience
        for thought in tuple(self._running):
            outranked = bool(self._waiting[0]) and not thought.urgent
            left = 0.0 if outranked else self._patience - (now - (thought.began or now))
            if left <= 0:
                thought.hurry()
            else:
                next_look = min(next_look, left)
        self._look = self.loop.call_later(next_look, self._look_for_the_slow)
