"""How far a long job is and how long it will still take, in words."""

import time
from collections.abc import Callable

__all__ = ["Pace", "clock_text"]


class Pace:
    """Tells `12 of 40 games, 1:05 left` at the pace since it was made.

    >>> now = iter([0.0, 60.0])
    >>> pace = Pace(2, 40, "games", now=lambda: next(now))
    >>> pace.tell(12)
    '12 of 40 games, 2:48 left'
    """

    def __init__(
        self,
        done: int,
        total: int,
        unit: str,
        *,
        seconds: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seconds` is how long the job may take at most."""
        self._first, self._total, self._unit, self._seconds = done, total, unit, seconds
        self._now, self._begun = now, now()

    def tell(self, done: int) -> str:
        """How much is done, of how much, and the time left once that can be estimated."""
        text = f"{done:,} of {self._total:,} {self._unit}"
        left = self._left(done)
        return text if left is None else f"{text}, {clock_text(left)} left"

    def _left(self, done: int) -> float | None:
        elapsed = self._now() - self._begun
        rest = [] if self._seconds is None else [max(0.0, self._seconds - elapsed)]
        if self._first < done < self._total:
            rest.append((self._total - done) * elapsed / (done - self._first))
        return min(rest) if rest and done < self._total else None


def clock_text(seconds: float) -> str:
    """Seconds as minutes, or hours.

    >>> [clock_text(seconds) for seconds in (5.4, 65, 7265)]
    ['0:05', '1:05', '2:01:05']
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
