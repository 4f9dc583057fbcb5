"""Limits of imports: how many at once, and how much in a day."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hexmate.store.importing import Prepared
from hexmate.web.errors import Refusal
from hexmate.web.security.rates import Accounts
from hexmate.web.settings import Limits

__all__ = ["Imports"]

_DAY = 24 * 3600.0
_WORKING = 4
"""How many addresses' worth is worked on at a time. Those that still arrive do not count: that
takes as long as a client likes, so a few slow ones must not keep others from importing."""
_MOVES_PER_GAME = 10
"""A game without moves takes as much room in the database as this many moves."""


class Imports:
    """Counts imports in progress, since each keeps a large text in memory, and what they store."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.imports
        self._running: Counter[str] = Counter()
        self._working = 0
        self.writing = asyncio.Lock()
        """One import writes at a time, so that a move waits for a few games at most."""
        self._stored = Accounts(limits.imported_moves / _DAY, limits.imported_moves)

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

    def check(self, address: str) -> None:
        """Refuse an address that has stored enough today."""
        if self._stored.of(address).delay():
            raise Refusal(
                429, "too_many", "Your address has imported enough for today. Continue tomorrow."
            )

    def charge(self, address: str, game: Prepared) -> None:
        """Count a game that was stored."""
        self._stored.of(address).charge(game.plies + _MOVES_PER_GAME)
