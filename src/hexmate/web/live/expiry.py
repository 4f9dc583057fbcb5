"""Cancels unfinished games in which nothing has happened for a long time."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from hexmate.web.errors import Refusal
from hexmate.web.live.directory import GameDirectory

__all__ = ["GameExpiry"]

log = logging.getLogger("hexmate.web")

_FIRST, _PERIOD = 60.0, 3600.0
_AT_ONCE, _MOST = 100, 100_000
_PAUSE = 0.05
_STEADY_MS = 3600_000
"""A clock that has moved more than this against the other one was set: nothing expires for now."""


class GameExpiry:
    """Cancels games without a move for some days; cancelled games are not rated.

    Games in memory are spared: someone is at them, or was a moment ago.
    """

    def __init__(self, games: GameDirectory, days: float) -> None:
        self._games = games
        self._time = games.services.time
        self._days = timedelta(days=days)
        self._offset = self._clock_offset()

    async def run(self) -> None:
        """Look for such games now and then, until cancelled."""
        await asyncio.sleep(_FIRST)
        while True:
            try:
                await self.cancel_expired()
            except Refusal:
                pass  # the database is not available
            except Exception:
                log.exception("cannot cancel expired games")
            await asyncio.sleep(_PERIOD)

    async def cancel_expired(self) -> int:
        """Cancel the games that have expired, a few at a time; returns how many."""
        if not self._clock_is_steady():
            log.warning("the clock of this machine was set: no game expires for an hour")
            return 0
        before = datetime.fromtimestamp(self._time.epoch_ms() / 1000, UTC) - self._days
        prefix = None if self._games.relay is None else self._games.relay.name
        found = await self._games.services.store.read(
            lambda store: store.games.expired(before, prefix, _MOST)
        )
        count = 0
        for start in range(0, len(found), _AT_ONCE):
            count += await self._cancel(found[start : start + _AT_ONCE], before)
            await asyncio.sleep(_PAUSE)  # moves go first
        if count:
            log.info("cancelled %d games without a move for %s", count, self._days)
        return count

    async def _cancel(self, public_ids: list[str], before: datetime) -> int:
        free = [each for each in public_ids if self._games.present(each) is None]
        return await self._games.services.store.write(
            lambda store: store.games.cancel_expired(free, before), patient=True
        )

    def _clock_offset(self) -> int:
        return self._time.epoch_ms() - round(1000 * self._time.now())

    def _clock_is_steady(self) -> bool:
        before, self._offset = self._offset, self._clock_offset()
        return abs(self._offset - before) < _STEADY_MS
