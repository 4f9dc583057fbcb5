"""The time, and timers. Tests use a fake."""

import asyncio
import time
from collections.abc import Callable

__all__ = ["SystemClock", "Timer"]


class Timer:
    """A scheduled call."""

    def __init__(self, handle: asyncio.TimerHandle) -> None:
        self._handle = handle

    def cancel(self) -> None:
        """Cancel the call."""
        self._handle.cancel()


class SystemClock:
    """The clocks of this machine."""

    def now(self) -> float:
        """Monotonic time in seconds."""
        return time.monotonic()

    def epoch_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, what: Callable[[], None]) -> Timer:
        """Call `what` when `now()` is `when`."""
        delay = max(0.0, when - self.now())
        return Timer(asyncio.get_running_loop().call_later(delay, what))
