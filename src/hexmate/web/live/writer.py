"""The one thread that writes to the store, many changes in one transaction.

While a transaction is on its way to the disk, further changes gather; the next transaction takes
them all. So the busier the server, the fewer the transactions for each change.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hexmate.store.store import Store

__all__ = ["Writer"]

Result = TypeVar("Result")

_MOST_AT_ONCE = 256


@dataclass(slots=True)
class _Change:
    work: Callable[[Store], Any]
    future: "asyncio.Future[Any]"
    value: Any = None
    error: BaseException | None = None

    def run(self, store: Store) -> None:
        try:
            self.value, self.error = self.work(store), None
        except Exception as error:  # told to whoever asked for the change
            self.error = error

    def settle(self) -> None:
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.value)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Changes from the event loop, made in order by a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._changes: queue.SimpleQueue[_Change | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="hexmate-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[Store], Result]) -> Result:
        """Make a change and return when it is on the disk; what it raises is raised here."""
        future: asyncio.Future[Result] = self._loop.create_future()
        self._changes.put(_Change(work, future))
        return await future

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Look something up, without waiting for the changes of others."""
        return await asyncio.to_thread(work, self._store)

    async def close(self) -> None:
        """Finish what has been asked for and end the thread."""
        self._changes.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (first := self._changes.get()) is not None:
            changes, last = self._gather(first)
            self._commit(changes)
            self._loop.call_soon_threadsafe(_settle, changes)
            if last:
                return

    def _gather(self, first: _Change) -> tuple[list[_Change], bool]:
        changes = [first]
        while len(changes) < _MOST_AT_ONCE:
            try:
                change = self._changes.get_nowait()
            except queue.Empty:
                break
            if change is None:
                return changes, True
            changes.append(change)
        return changes, False

    def _commit(self, changes: list[_Change]) -> None:
        try:
            with self._store.batch():
                for change in changes:
                    change.run(self._store)
        except Exception as error:  # the transaction failed, and with it every change in it
            for change in changes:
                change.error = change.error or error


def _settle(changes: list[_Change]) -> None:
    for change in changes:
        change.settle()
