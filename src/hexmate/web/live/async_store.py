"""The store for the event loop: one thread writes, others read, and no one waits for long.

A call that the database does not answer in time is refused with status 503. If no transaction can
begin, or one does not end, other writes are refused at once for a moment: those that waited for the
same game would otherwise wait one after the other.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import Protocol, TypeVar

from hexmate.store.errors import NoTransactionError, UnavailableError
from hexmate.store.store import Store
from hexmate.store.writer import StoreWriter
from hexmate.web.errors import Refusal
from hexmate.web.threads import started_pool

__all__ = ["AsyncStore", "StoreAccess", "lock_patience"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_READERS = 8
_MOST_WAITING = 2000
_PAUSE = 0.5


def lock_patience(patience: float) -> float:
    """How long one step of a call may take if the whole call may take `patience` seconds."""
    return patience / 2


class StoreAccess(Protocol):
    """Asynchronous reads and writes of the store."""

    async def write(self, work: Callable[[Store], Result], *, patient: bool = False) -> Result:
        """Make a change; return once it is durable. A patient one lets moves of games go first."""

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Run a query."""


class AsyncStore:
    """Writes run in the order they are requested, patient ones last; several share a commit."""

    def __init__(self, store: Store, patience: float = 4.0) -> None:
        """Answer every call within `patience` seconds."""
        self._store = store
        self._patience = patience
        self._writer = StoreWriter(store)
        self._readers = started_pool(_READERS, "hexmate-store-reader")
        self._waiting = 0
        self._paused_until = 0.0
        self._failing = False

    async def write(self, work: Callable[[Store], Result], *, patient: bool = False) -> Result:
        """Make a change and return once it is on disk. Exceptions of `work` are raised here.

        A patient change, such as an import, waits while others change something.
        If the answer is 503, the change may still be made: a commit may be under way.
        """
        if monotonic() < self._paused_until:
            raise _unavailable()
        try:
            return await self._answer(lambda: self._writer.submit(work, patient=patient))
        except Refusal as refusal:
            # A job that fails by itself, because of what it was given, stops no other; a patient
            # one may only have waited for others.
            if isinstance(refusal.__cause__, NoTransactionError) or (
                refusal.__cause__ is None and not patient
            ):
                self._paused_until = monotonic() + _PAUSE
            raise

    async def read(self, work: Callable[[Store], Result]) -> Result:
        """Run a query without waiting for pending writes."""
        return await self._answer(lambda: self._readers.submit(work, self._store))

    async def _answer(self, submit: Callable[[], Future[Result]]) -> Result:
        if self._waiting >= _MOST_WAITING:
            raise _unavailable()
        self._waiting += 1
        try:
            # A job that has not begun when the time is up is cancelled, and never done.
            async with asyncio.timeout(self._patience):
                result = await asyncio.wrap_future(submit())
        except UnavailableError as error:
            self._log_failure(str(error))
            raise _unavailable() from error
        except TimeoutError:
            self._log_failure(f"no answer within {self._patience:g} s")
            raise _unavailable() from None
        finally:
            self._waiting -= 1
        if self._failing:
            self._failing = False
            log.warning("the database is available again")
        return result

    def _log_failure(self, reason: str) -> None:
        """Log the first of many failures."""
        if not self._failing:
            self._failing = True
            log.error("the database is not available: %s", reason)

    async def close(self) -> None:
        """Finish the writes already requested, unless the database does not answer."""
        self._readers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._writer.close, self._patience)


def _unavailable() -> Refusal:
    return Refusal(503, "unavailable", "The database is not available. Try again.")
