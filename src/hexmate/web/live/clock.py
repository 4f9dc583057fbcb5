"""The two clocks of a live game: a value that says what is left at any moment.

Time belongs to seats, not to colours: after swap-sides people take their time with them. Clocks
start with the first move, so that nobody loses on time before both have come.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from hexmate.arena.clock import Stopwatch, TimeControl
from hexmate.color import BLACK, Color

__all__ = ["GameClock", "Reading"]


class Reading(NamedTuple):
    """What one clock shows: milliseconds of the main time or of the present period, and periods."""

    left: int | None
    periods: int
    overtime: bool


@dataclass(frozen=True, slots=True)
class GameClock:
    """Both watches as they were when the present turn began, and what was spent since.

    `since` is the moment from which the watch of `turn` runs; None while it stands still.
    """

    black: Stopwatch
    white: Stopwatch
    turn: Color | None = None
    spent: float = 0.0
    since: float | None = None

    @classmethod
    def new(cls, control: TimeControl) -> "GameClock":
        """Both watches full, none running."""
        return cls(control.stopwatch(), control.stopwatch())

    @property
    def control(self) -> TimeControl:
        """The time control of the game."""
        return self.black.control

    @property
    def running(self) -> Color | None:
        """The seat whose time passes."""
        return None if self.since is None else self.turn

    def watch(self, seat: Color) -> Stopwatch:
        """What a seat had left when the present turn began."""
        return self.black if seat is BLACK else self.white

    def elapsed(self, now: float) -> float:
        """Seconds that the present turn has taken so far."""
        return self.spent + (0.0 if self.since is None else max(0.0, now - self.since))

    def begin(self, seat: Color, now: float) -> "GameClock":
        """The watch of a seat starts to run."""
        return replace(self, turn=seat, spent=0.0, since=now)

    def moved(self, now: float) -> "GameClock | None":
        """Both watches after a move of the seat whose watch runs; None when it came too late."""
        if self.turn is None:
            return replace(self, spent=0.0, since=None)
        after = self.watch(self.turn).after(self.elapsed(now))
        if after is None:
            return None
        field = "black" if self.turn is BLACK else "white"
        return replace(self, turn=None, spent=0.0, since=None, **{field: after})

    def paused(self, now: float) -> "GameClock":
        """Standing still; what was spent stays spent."""
        return replace(self, spent=self.elapsed(now), since=None)

    def resumed(self, now: float) -> "GameClock":
        """Running again where it stood still in a turn."""
        return replace(self, since=None if self.turn is None else now)

    def deadline(self) -> float | None:
        """The moment at which the running watch has nothing left; None when that never comes."""
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
