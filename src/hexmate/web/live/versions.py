"""Versions of games: they never go back, even if the clock of the machine does."""

from hexmate.web.live.system_clock import SystemClock

__all__ = ["VersionClock"]


class VersionClock:
    """Gives each session a first version above all versions of the game so far.

    Versions begin at the time in milliseconds and grow by one with each change, so that the version
    at any later time is higher. Only the start uses the clock of the machine, and not if `floor` is
    higher: the store keeps it across restarts.
    """

    def __init__(self, time: SystemClock, floor: int = 0) -> None:
        self._time = time
        self._begin = max(time.epoch_ms(), floor) - self._elapsed_ms()
        self._last = 0

    def first(self) -> int:
        """The first version of a session."""
        self._last = max(self._begin + self._elapsed_ms(), self._last + 1)
        return self._last

    def reach(self, version: int) -> int:
        """Keep later sessions above a version; returns a version above all so far."""
        self._last = max(self._last, version)
        return max(self._begin + self._elapsed_ms(), self._last) + 1

    def _elapsed_ms(self) -> int:
        return round(1000 * self._time.now())
