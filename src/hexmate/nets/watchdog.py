"""A time limit for runs of ONNX Runtime: a graph of an untrusted file may loop for ever."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["WATCHDOG", "Watchdog"]


class Watchdog:
    """Terminates runs at their deadlines, from one thread that ends when nothing runs.

    ONNX Runtime looks at the flag between any two nodes of a graph, also within a loop.
    """

    _TICK = 0.25

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._deadlines: dict[int, tuple[float, Any]] = {}
        self._thread: threading.Thread | None = None

    @contextmanager
    def limit(self, options: Any, seconds: float) -> Iterator[None]:
        """While the block runs, set `options.terminate` after this many seconds."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():  # a fork has no threads
                thread = threading.Thread(target=self._watch, name="hexmate-watchdog", daemon=True)
                thread.start()
                self._thread = thread
            self._deadlines[id(options)] = time.monotonic() + seconds, options
        try:
            yield
        finally:
            with self._lock:
                del self._deadlines[id(options)]

    def _watch(self) -> None:
        while True:
            time.sleep(self._TICK)
            now = time.monotonic()
            with self._lock:
                if not self._deadlines:
                    self._thread = None
                    return
                for deadline, options in self._deadlines.values():
                    if now >= deadline:
                        options.terminate = True


WATCHDOG = Watchdog()
