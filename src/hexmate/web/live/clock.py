"""The clocks of a live game, as an immutable value.

Time belongs to seats, not to colours: after swap-sides players keep their own time. Clocks start
with the first move, so that no one loses on time before both have arrived.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from hexmate.arena.clock import Stopwatch, TimeControl
from hexmate.color import BLACK, Color

__all__ = ["GameClock", "Reading"]


class Reading(NamedTuple):
    """What a clock shows: milliseconds of the main time or the current period, and periods left."""

    left: int | None
    periods: int
    overtime: bool


@dataclass(frozen=True, slots=True)
class GameClock:
    """Both stopwatches at the start of the current turn, and the time spent since.

    `since` is the moment from which the stopwatch of `turn` runs; None while it is stopped.
    """

    black: Stopwatch
    white: Stopwatch
    turn: Color | None = None
    spent: float = 0.0
    since: float | None = None

    @classmethod
    def new(cls, control: TimeControl) -> "GameClock":
        """Both clocks full and stopped."""
        return cls(control.stopwatch(), control.stopwatch())

    @property
    def control(self) -> TimeControl:
        """The time control of the game."""
        return self.black.control

    @property
    def running(self) -> Color | None:
        """The seat whose clock is running."""
        return None if self.since is None else self.turn

    def watch(self, seat: Color) -> Stopwatch:
        """The stopwatch of a seat at the start of the current turn."""
        return self.black if seat is BLACK else self.white

    def elapsed(self, now: float) -> float:
        """Seconds that the current turn has taken so far."""
        return self.spent + (0.0 if self.since is None else max(0.0, now - self.since))

    def begin(self, seat: Color, now: float) -> "GameClock":
        """Start the clock of a seat."""
        return replace(self, turn=seat, spent=0.0, since=now)

    def moved(self, now: float) -> "GameClock | None":
        """Both clocks after a move; None if the move came too late."""
        if self.turn is None:
            return replace(self, spent=0.0, since=None)
        after = self.watch(self.turn).after(self.elapsed(now))
        if after is None:
            return None
        field = "black" if self.turn is BLACK else "white"
        return replace(self, turn=None, spent=0.0, since=None, **{field: after})

    def paused(self, now: float) -> "GameClock":
        """Stopped; the time already spent counts."""
        return replace(self, spent=self.elapsed(now), since=None)

    def resumed(self, now: float) -> "GameClock":
        """Running again."""
        return replace(self, since=None if self.turn is None else now)

    def deadline(self) -> float | None:
        """The moment at which the running clock reaches zero; None if it never does."""
        if self.turn is None or self.since is None:
            return None
        allowance = self.watch(self.turn).allowance
        return None if allowance is None else self.since + allowance - self.spent

    def reading(self, seat: Color, now: float) -> Reading:
        """What the clock of a seat shows."""
        watch, spent = self.watch(seat), self.elapsed(now) if seat is self.turn else 0.0
        control = self.control
        if control.move is not None:
            return Reading(_ms(control.move - spent), 0, False)
        if control.main is None:
            return Reading(None, 0, False)
        if watch.left > spent or not control.periods:
            return Reading(_ms(watch.left - spent), watch.periods, False)
        used, into = divmod(spent - watch.left, control.period)
        if used >= watch.periods:
            return Reading(0, 0, True)
        return Reading(_ms(control.period - into), watch.periods - int(used), True)


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
