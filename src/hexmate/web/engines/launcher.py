"""Threads started from the event loop, which must not wait until they run."""

import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

__all__ = ["launch", "start_launcher"]

log = logging.getLogger("hexmate.web")

_PRIORITY = 10
"""Nice value of searches: they get a tenth of a processor that other threads want too."""

Launch = tuple[Callable[[], None], str, Callable[[Exception], None]]


def _log_failure(error: Exception) -> None:
    log.error("a thread cannot be started: %s", error)


def start_launcher() -> None:
    """Start the thread that starts the others now, while no client waits."""
    _LAUNCHER.start_once()


def launch(
    work: Callable[[], None], name: str, failed: Callable[[Exception], None] = _log_failure
) -> None:
    """Run `work` on a new thread; `failed` gets the error if there can be none.

    Starting a thread takes until it runs, which is long on a busy machine. So another thread does
    that, and the caller continues at once.
    """
    _LAUNCHER.queue.put((work, name, failed))
    _LAUNCHER.start_once()


class _Launcher:
    """One thread that starts the others.

    Searches use all the processors they get, for seconds. They and their own threads run at a low
    priority, so that a move of a person never waits for a processor because an engine searches.
    """

    def __init__(self) -> None:
        self.queue: SimpleQueue[Launch] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start_once(self) -> None:
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    thread = threading.Thread(target=self._run, name="hexmate-launch", daemon=True)
                    thread.start()
                    self._thread = thread

    def _run(self) -> None:
        _lower_priority()
        while True:
            work, name, failed = self.queue.get()
            try:
                threading.Thread(target=work, name=name, daemon=True).start()
            except Exception as error:  # the system has no more threads, or no memory
                failed(error)


def _lower_priority() -> None:
    """Lower the priority of this thread and those it starts; on Linux a thread has its own."""
    if sys.platform == "linux":
        with suppress(OSError):  # already at the lowest
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _PRIORITY)


_LAUNCHER = _Launcher()
