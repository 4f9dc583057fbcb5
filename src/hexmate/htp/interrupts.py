"""Interrupts: which requests must end early, and how their searches are stopped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from hexmate.htp.codec import is_interrupt
from hexmate.players.stopping import StopToken

__all__ = ["Interrupts", "StopSign"]


class Interrupts:
    """Counts lines as they are read, while an earlier request may still be running.

    An interrupt stops the searches of all lines before it, started or not. Any line at all ends a
    streamed analysis.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._lines = 0
        self._interrupted = 0
        self._closed = False
        self._work: _Work | None = None

    def read(self, line: str) -> int:
        """Count a line that has come; returns its number."""
        with self._changed:
            self._lines += 1
            if is_interrupt(line):
                self._interrupted = self._lines
            self._tell()
            return self._lines

    def close(self) -> None:
        """No more lines will come."""
        with self._changed:
            self._closed = True
            self._tell()

    def _tell(self) -> None:
        if self._work is not None:
            self._work.stop_if_due()
        self._changed.notify_all()

    def sign(self, line: int) -> "StopSign":
        """The interrupt for the request on a line."""
        return StopSign(self, line)

    def _begin(self, work: "_Work") -> None:
        with self._changed:
            self._work = work
            work.stop_if_due()

    def _end(self) -> None:
        with self._changed:
            self._work = None


class StopSign:
    """Tells one request when to stop."""

    def __init__(self, interrupts: Interrupts, line: int) -> None:
        self._interrupts = interrupts
        self._line = line

    def interrupted(self) -> bool:
        """Whether an interrupt has come after this request."""
        return self._interrupts._interrupted > self._line

    def overtaken(self) -> bool:
        """Whether any line has come after this request, or none will come any more."""
        return self._interrupts._lines > self._line or self._interrupts._closed

    def wait(self) -> None:
        """Return when the next line has come."""
        with self._interrupts._changed:
            self._interrupts._changed.wait_for(self.overtaken)

    @contextmanager
    def stopping(self, stop: Callable[[], None], *, by_any_line: bool = False) -> Iterator[None]:
        """Inside this context, an interrupt (or any line) stops the searches on this thread.

        It also calls `stop`, once, for players that stop in their own way.
        """
        work = _Work(stop, self.overtaken if by_any_line else self.interrupted)
        self._interrupts._begin(work)
        try:
            with work.token.scope():
                yield
        finally:
            self._interrupts._end()
            work.end()


class _Work:
    """A running search, and the thread that stops it, started when it is needed."""

    def __init__(self, stop: Callable[[], None], due: Callable[[], bool]) -> None:
        self.token = StopToken()
        self._stop, self._due = stop, due
        self._stopper: threading.Thread | None = None

    def stop_if_due(self) -> None:
        if self._stopper is None and self._due():
            # On its own thread: a player's stop may be slow, and lines must still be read.
            self._stopper = threading.Thread(
                target=self._request_stop, name="hexmate-stop", daemon=True
            )
            self._stopper.start()

    def _request_stop(self) -> None:
        self.token.stop()
        with suppress(Exception):  # a third-party player may raise anything
            self._stop()

    def end(self) -> None:
        """The search has ended; a later stop must not reach the next one."""
        if self._stopper is not None:
            self._stopper.join()
