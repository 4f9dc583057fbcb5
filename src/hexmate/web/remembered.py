"""Answers that are costly and the same for everyone: computed by one, shown to all."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, TypeVar, get_args

from hexmate.store.ratings import LeaderboardRow, Pool
from hexmate.store.store import Store

__all__ = ["LONGEST_LEADERBOARD", "Counts", "Remembered"]

LONGEST_LEADERBOARD = 500

Value = TypeVar("Value")

_SHARE = 0.05
_PATIENCE = 0.03


class Remembered(Generic[Value]):
    """A value that is computed again when it is asked for and old.

    It is old after twenty times as long as it took to compute, so a flood of requests costs a
    twentieth of one thread at most, and a small database is always counted anew. While a new value
    is on its way, those who ask get the old one after a moment.
    """

    def __init__(
        self,
        compute: Callable[[], Awaitable[Value]],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._compute, self._now = compute, now
        self._value: tuple[Value] | None = None
        self._fresh_until = 0.0
        self._computing: asyncio.Task[None] | None = None

    async def get(self) -> Value:
        """The value; raises what the computation raises only if there is no older value."""
        if self._value is not None and self._now() < self._fresh_until:
            return self._value[0]
        if self._computing is None:
            self._computing = asyncio.create_task(self._renew())
            self._computing.add_done_callback(self._renewed)
        patience = None if self._value is None else _PATIENCE
        await asyncio.wait({computing := self._computing}, timeout=patience)
        if self._value is None:
            computing.result()
        assert self._value is not None
        return self._value[0]

    async def _renew(self) -> None:
        began = self._now()
        self._value = (await self._compute(),)
        ended = self._now()
        self._fresh_until = ended + (ended - began) / _SHARE

    def _renewed(self, task: asyncio.Task[None]) -> None:
        self._computing = None
        if not task.cancelled():
            task.exception()  # those who wait for it raise it; no one else needs to know


class Counts:
    """The statistics and the leaderboards of a store."""

    def __init__(self, store: Store) -> None:
        # In their own threads: a count of a large library may take longer than any answer.
        self.statistics = Remembered(lambda: asyncio.to_thread(store.library.statistics))
        self.leaderboards: dict[Pool, Remembered[list[LeaderboardRow]]] = {
            pool: Remembered(partial(asyncio.to_thread, _leaderboard, store, pool))
            for pool in get_args(Pool)
        }


def _leaderboard(store: Store, pool: Pool) -> list[LeaderboardRow]:
    return store.ratings.leaderboard(pool, LONGEST_LEADERBOARD)
