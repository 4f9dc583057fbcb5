"""The clocks of an HTP game: GTP's main time with Canadian byo-yomi."""

from dataclasses import dataclass, replace

from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import MalformedError
from hexmate.players.base import Clock, Limit
from hexmate.players.searching import least

__all__ = ["HtpClocks"]

# Keep a reserve for sending the answer, but at most half of the time left.
_RESERVE = 0.05


@dataclass(frozen=True, slots=True)
class _Side:
    """Seconds left, and for how many stones in byo-yomi (0 in the main time)."""

    seconds: float
    stones: int = 0


class HtpClocks:
    """Both players' clocks; without settings there is no limit.

    The client's `time_left` counts. If it sends none, the time of our own moves is subtracted.

    >>> clocks = HtpClocks()
    >>> clocks.set(300, 0, 0)
    >>> clocks.spend(BLACK, 20)
    >>> clocks.limit(BLACK, Limit(visits=100)).clock
    Clock(black=280, white=300, increment=0.0)
    """

    def __init__(self) -> None:
        self._sides: dict[Color, _Side] | None = None
        self._period = _Side(0.0)

    def set(self, main: float, period: float, stones: int) -> None:
        """Start both clocks: `main` seconds, then `period` seconds for every `stones` stones.

        A period without stones means no limit, as in GTP.
        """
        for seconds in (main, period):
            if not 0 <= seconds < float("inf"):
                raise MalformedError(f"a time must be at least 0 seconds (got {seconds:g})")
        if stones < 0:
            raise MalformedError(f"the stones of a period must be at least 0 (got {stones})")
        if period > 0 and stones == 0:
            self._sides = None
            return
        self._period = _Side(period if stones else 0.0, stones)
        side = _Side(main) if main > 0 or not stones else self._period
        self._sides = {BLACK: side, WHITE: side}

    def put(self, color: Color, seconds: float, stones: int) -> None:
        """Set a clock."""
        if not abs(seconds) < float("inf") or stones < 0:
            raise MalformedError(f"a clock cannot show {seconds:g} seconds and {stones} stones")
        other = _Side(seconds)
        sides = self._sides or {BLACK: other, WHITE: other}
        self._sides = {**sides, color: _Side(max(0.0, seconds), stones)}

    def left(self, color: Color) -> tuple[float, int] | None:
        """Seconds left, and for how many stones; None without a limit."""
        if self._sides is None:
            return None
        side = self._sides[color]
        return side.seconds, side.stones

    def spend(self, color: Color, seconds: float) -> None:
        """Subtract the seconds that a move of this colour took."""
        if self._sides is None:
            return
        side = self._sides[color]
        left, stones = side.seconds - seconds, side.stones
        if stones:
            ended = stones == 1
            side = self._period if ended else _Side(max(0.0, left), stones - 1)
        else:
            side = self._period if left <= 0 and self._period.stones else _Side(max(0.0, left))
        self._sides[color] = side

    def limit(self, color: Color, base: Limit) -> Limit:
        """The given limit, with this colour's clock added."""
        if self._sides is None:
            return base
        side = self._sides[color]
        if side.stones:
            share = side.seconds / side.stones
            return replace(base, time=least(base.time, max(share - _RESERVE, share / 2)))
        period = self._period
        clock = Clock(
            self._sides[BLACK].seconds,
            self._sides[WHITE].seconds,
            period.seconds / period.stones if period.stones else 0.0,
        )
        return replace(base, clock=clock)
