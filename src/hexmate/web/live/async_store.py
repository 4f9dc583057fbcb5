"""The store for the event loop: one thread writes, others read."""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from hexmate.store.store import Store
from hexmate.store.writer import StoreWriter

__all__ = ["AsyncStore", "StoreAccess"]

Result = TypeVar("Result")


class StoreAccess(Protocol):
    """Asynchronous reads and writes of the store."""

    async def write(self, work: Callable[[Store], Result]) -> Result:
        """Make a change; return once it is durable."""

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Run a query."""


class AsyncStore:
    """Writes run in the order they are requested; several share one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writer = StoreWriter(store)

    async def write(self, work: Callable[[Store], Result]) -> Result:
        """Make a change and return once it is on disk. Exceptions of `work` are raised here."""
        return await asyncio.wrap_future(self._writer.submit(work))

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Run a query without waiting for pending writes."""
        return await asyncio.to_thread(work, self._store)

    async def close(self) -> None:
        """Finish the writes already requested."""
        await asyncio.to_thread(self._writer.close)
