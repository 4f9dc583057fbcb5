"""The store from the event loop: changes through its writer, looks in threads."""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from hexmate.store.store import Store
from hexmate.store.writer import StoreWriter

__all__ = ["Archive", "Writer"]

Result = TypeVar("Result")


class Archive(Protocol):
    """Where games are kept, seen from the event loop."""

    async def do(self, work: Callable[[Store], Result]) -> Result:
        """Make a change and return when it will last."""

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Look something up."""


class Writer:
    """Changes are made in the order they are asked for, many in one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writer = StoreWriter(store)

    async def do(self, work: Callable[[Store], Result]) -> Result:
        """Make a change and return when it is on the disk; what it raises is raised here."""
        return await asyncio.wrap_future(self._writer.submit(work))

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Look something up, without waiting for the changes of others."""
        return await asyncio.to_thread(work, self._store)

    async def close(self) -> None:
        """Finish what has been asked for."""
        await asyncio.to_thread(self._writer.close)
