"""Limits of imports: how many at once, and how much in a day."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hexmate.store.importing import Imported, Prepared
from hexmate.store.store import Store
from hexmate.web.errors import Refusal
from hexmate.web.live.async_store import StoreAccess
from hexmate.web.settings import Limits

__all__ = ["Imports"]

_WORKING = 4
"""How many addresses' worth is worked on at a time. Those that still arrive do not count: that
takes as long as a client likes, so a few slow ones must not keep others from importing."""
_MOVES_PER_GAME = 10
"""A game without moves takes as much room in the database as this many moves."""


class Imports:
    """Counts imports in progress, since each keeps a large text in memory, and what they store."""

    def __init__(self, store: StoreAccess, limits: Limits) -> None:
        self._store = store
        self._most = limits.imports
        self._running: Counter[str] = Counter()
        self._working = 0
        # One import writes at a time, so that a move waits for a few games at most.
        self._writing = asyncio.Lock()
        self._most_moves = limits.imported_moves

    @contextmanager
    def running(self, address: str) -> Iterator[None]:
        """Count an import of an address while it arrives and is worked on; a `Refusal` if the
        address has too many.
        """
        if self._running[address] >= self._most:
            raise Refusal(429, "too_many", "Too many imports at once from your address.")
        self._running[address] += 1
        try:
            yield
        finally:
            self._running[address] -= 1
            self._running = +self._running

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count an import that has arrived; a `Refusal` if there are too many in total."""
        if self._working >= _WORKING * self._most:
            raise Refusal(503, "busy", "The server is busy with other imports. Try again later.")
        self._working += 1
        try:
            yield
        finally:
            self._working -= 1

    async def check(self, address: str) -> None:
        """Refuse an address that has stored enough today."""
        if await self._store.read(lambda store: _stored(store, address)) >= self._most_moves:
            raise Refusal(
                429, "too_many", "Your address has imported enough for today. Continue tomorrow."
            )

    async def add(self, address: str, games: Sequence[Prepared], source: str) -> list[Imported]:
        """Store games, and count the moves of those that are new for an address."""
        async with self._writing:
            return await self._store.write(
                lambda store: _added(store, address, games, source), patient=True
            )


def _stored(store: Store, address: str) -> int:
    return store.daily_counts.total("imported", address)


def _added(store: Store, address: str, games: Sequence[Prepared], source: str) -> list[Imported]:
    added = store.library.add_all(games, source)
    new = [game for game, result in zip(games, added, strict=True) if result.new]
    if new:
        moves = sum(game.plies + _MOVES_PER_GAME for game in new)
        store.daily_counts.add("imported", address, moves)
    return added
