"""What time it is, and a call when it is later; tests put their own in its place."""

import asyncio
import time
from collections.abc import Callable

__all__ = ["SystemClock", "Timer"]


class Timer:
    """A call in the future that can be called off."""

    def __init__(self, handle: asyncio.TimerHandle) -> None:
        self._handle = handle

    def cancel(self) -> None:
        """Call it off."""
        self._handle.cancel()


class SystemClock:
    """The machine's clocks."""

    def now(self) -> float:
        """Seconds that pass evenly, from an unknown moment."""
        return time.monotonic()

    def epoch_ms(self) -> int:
        """Milliseconds since 1970, as clients are told."""
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, what: Callable[[], None]) -> Timer:
        """Call `what` when `now()` is `when`."""
        delay = max(0.0, when - self.now())
        return Timer(asyncio.get_running_loop().call_later(delay, what))
