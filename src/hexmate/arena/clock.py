"""Time controls, and what a player has left under one: plain values that read no clock.

>>> TimeControl.parse("300+5")
TimeControl(main=300.0, increment=5.0, periods=0, period=0.0, move=None)
"""

import math
import re
from dataclasses import dataclass, replace

from hexmate.color import BLACK, Color
from hexmate.errors import MalformedError
from hexmate.players.base import Clock, Limit

__all__ = ["GRACE", "Stopwatch", "TimeControl", "move_limit", "slack"]

GRACE = 0.25
"""Extra seconds for the answer to arrive if the limit is per move.

A player that is given one second searches for one second, and the answer still has to arrive. With
a clock for the whole game there is no such grace: a player can keep a reserve.
"""

_SHORTEST, _LONGEST = 0.001, 10_000_000.0
_NUMBER = r"(\d{1,8}(?:\.\d+)?)"
_PER_MOVE = re.compile(rf"{_NUMBER}/move")
_MAIN = re.compile(rf"{_NUMBER}(?:\+(?:(\d{{1,3}})x)?{_NUMBER})?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each player, in seconds; by default there is no limit.

    `main` is for the whole game, and `increment` is added to it after each move (Fischer). Or
    `main` is followed by `periods` of `period` seconds; a move that takes longer than a period uses
    it up (byo-yomi). `move` is a limit for each single move.
    """

    main: float | None = None
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0
    move: float | None = None

    def __post_init__(self) -> None:
        overtime = self.periods > 0 and self.period > 0
        if self.main is None:
            sound = not (self.increment or self.periods or self.period)
        else:
            sound = (self.periods > 0) == (self.period > 0) and not (overtime and self.increment)
            sound = sound and self.move is None
        seconds = [self.increment, self.period, self.main or 0.0]
        if not overtime and self.main is not None:
            seconds.append(self.main or -1.0)
        if self.move is not None:
            seconds.append(self.move or -1.0)
        if not sound or not all(each == 0 or _SHORTEST <= each <= _LONGEST for each in seconds):
            raise MalformedError(
                "a time control is no limit, seconds per move, or seconds for the game, with an "
                "increment or byo-yomi periods; all between 0.001 and 10,000,000 seconds"
            )

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read ``none``, ``1/move``, ``300``, ``300+5`` (Fischer) or ``60+3x10`` (byo-yomi)."""
        word = text.strip().lower()
        if word == "none":
            return cls()
        if match := _PER_MOVE.fullmatch(word):
            return cls(move=float(match[1]))
        match = _MAIN.fullmatch(word)
        if match is None:
            raise MalformedError(
                f"'{text}' is not a time control; write none, 1/move, 300 (seconds for the game), "
                "300+5 (and 5 more after each move) or 60+3x10 (then 3 periods of 10 seconds)"
            )
        main, periods, extra = match.groups()
        if periods is not None:
            return cls(main=float(main), periods=int(periods), period=float(extra))
        return cls(main=float(main), increment=float(extra or 0))

    def __str__(self) -> str:
        """The text that `parse` reads.

        >>> [str(TimeControl.parse(text)) for text in ("none", "0.5/move", "60.0+3x10")]
        ['none', '0.5/move', '60+3x10']
        """
        if self.move is not None:
            return f"{_seconds(self.move)}/move"
        if self.main is None:
            return "none"
        if self.periods:
            return f"{_seconds(self.main)}+{self.periods}x{_seconds(self.period)}"
        plus = f"+{_seconds(self.increment)}" if self.increment else ""
        return _seconds(self.main) + plus

    def headers(self) -> dict[str, str]:
        """The control as headers of a record.

        >>> TimeControl.parse("60+3x10").headers()
        {'time': '60', 'overtime': '3x10 byo-yomi'}
        """
        if self.move is not None:
            return {"overtime": f"{_seconds(self.move)} per move"}
        if self.main is None:
            return {}
        headers = {"time": _seconds(self.main)}
        if self.increment:
            headers["overtime"] = f"fischer {_seconds(self.increment)}"
        if self.periods:
            headers["overtime"] = f"{self.periods}x{_seconds(self.period)} byo-yomi"
        return headers

    def stopwatch(self) -> "Stopwatch":
        """A player's stopwatch at the start of a game."""
        return Stopwatch(self, self.main or 0.0, self.periods)


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """What a player has left before a move: seconds of main time, and periods."""

    control: TimeControl
    left: float
    periods: int

    @property
    def allowance(self) -> float | None:
        """The most seconds that the next move may take; None without a limit."""
        control = self.control
        if control.move is not None:
            return control.move + GRACE
        if control.main is None:
            return None
        return self.left + (self.periods * control.period + GRACE if control.periods else 0.0)

    def after(self, spent: float) -> "Stopwatch | None":
        """The stopwatch after a move of `spent` seconds; None if that was too long."""
        allowance = self.allowance
        if allowance is None or self.control.move is not None:
            return self if allowance is None or spent <= allowance else None
        if spent > allowance:
            return None
        over = max(0.0, spent - self.left - GRACE)
        lost = max(0, math.ceil(over / self.control.period) - 1) if over else 0
        left = max(0.0, self.left - spent) + self.control.increment
        return replace(self, left=left, periods=self.periods - lost)


def move_limit(base: Limit, own: Stopwatch, other: Stopwatch, color: Color) -> Limit:
    """The limit for the next move of a player, whose colour is `color`.

    In byo-yomi a move should stay within one period: the clock counts one period as main time, and
    once the main time is used up the period is the limit of the move.
    """
    control = own.control
    if control.move is not None:
        return replace(base, time=control.move)
    if control.main is None:
        return base
    if control.periods and own.left <= 0:
        return replace(base, time=control.period)
    mine, theirs = own.left + control.period, other.left + control.period
    black, white = (mine, theirs) if color is BLACK else (theirs, mine)
    return replace(base, clock=Clock(black, white, control.increment or control.period))


def slack(control: TimeControl) -> float:
    """The most seconds that a move may take beyond the limit of `move_limit`."""
    if control.periods:
        return (control.periods - 1) * control.period + GRACE
    return GRACE if control.main is None else 0.0


def _seconds(value: float) -> str:
    return repr(float(value)).removesuffix(".0")
