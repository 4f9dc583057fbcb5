"""Counts open connections, and closes those that wait for their client too long."""

import asyncio
from collections import Counter, OrderedDict
from itertools import islice
from typing import Protocol

__all__ = ["Guest", "OpenConnections"]

_PERIOD = 0.5
"""Seconds between two looks at the deadlines of all connections."""
_AT_ONCE = 500
_SOON = 0.02
"""When very many are late at once, the rest is closed a moment later: others wait too."""


class Guest(Protocol):
    """An open connection."""

    def overdue(self, now: float) -> bool:
        """Whether its client took too long, at this time of the event loop."""

    def expire(self) -> None:
        """Close the connection because its client took too long."""

    def drop(self) -> None:
        """Close the connection at once, to make room for another."""


class OpenConnections:
    """All open connections, with a limit in total and per address.

    A newcomer is let in even when there is no room, if a connection waits for its client: the one
    that has waited longest is closed. So connections that do nothing, such as a thousand
    requests that never end, cannot shut out others, even from the same address.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._addresses: dict[Guest, str | None] = {}
        self._counts: Counter[str] = Counter()
        self._waiting: OrderedDict[Guest, None] = OrderedDict()
        self._waiting_at: dict[str, OrderedDict[Guest, None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, guest: Guest, address: str | None) -> bool:
        """Count a new connection, which waits for its client; False if there is no room for it.

        `address` is what limits count; None means that only the limit of all connections applies.
        """
        if address is not None and self._counts[address] >= self._most_of_one:
            crowd = self._waiting_at.get(address)
        elif len(self._addresses) >= self._most:
            crowd = self._waiting
        else:
            self._enter(guest, address)
            return True
        if not crowd:
            return False
        oldest = next(iter(crowd))
        self.release(oldest)
        oldest.drop()
        self._enter(guest, address)
        return True

    def _enter(self, guest: Guest, address: str | None) -> None:
        self._addresses[guest] = address
        if address is not None:
            self._counts[address] += 1
        self.waits(guest)
        if self._timer is None:
            self._start()

    def _start(self, seconds: float = _PERIOD) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._sweep)

    def release(self, guest: Guest) -> None:
        """Stop counting a connection, because it has ended."""
        if guest not in self._addresses:
            return
        self.works(guest)
        address = self._addresses.pop(guest)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def waits(self, guest: Guest) -> None:
        """Note that from now on a connection waits for its client."""
        if guest not in self._addresses:
            return
        self._waiting[guest] = None
        self._waiting.move_to_end(guest)
        address = self._addresses[guest]
        if address is not None:
            crowd = self._waiting_at.setdefault(address, OrderedDict())
            crowd[guest] = None
            crowd.move_to_end(guest)

    def works(self, guest: Guest) -> None:
        """Note that a connection does not wait for its client any more."""
        self._waiting.pop(guest, None)
        address = self._addresses.get(guest)
        crowd = self._waiting_at.get(address) if address is not None else None
        if address is not None and crowd is not None:
            crowd.pop(guest, None)
            if not crowd:
                del self._waiting_at[address]

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        late = list(islice((each for each in self._addresses if each.overdue(now)), _AT_ONCE))
        try:
            for guest in late:
                guest.expire()
        finally:  # whatever happens, the next one is due
            self._timer = None
            if self._addresses:
                self._start(_SOON if len(late) == _AT_ONCE else _PERIOD)
