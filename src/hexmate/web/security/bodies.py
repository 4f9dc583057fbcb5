"""Memory for the bodies of requests: bounded in total, and shared between addresses.

A body is in memory from its first byte until its request is answered, and a client may take minutes
to send it. So bodies are counted together, whatever their routes.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hexmate.web.errors import Refusal

__all__ = ["Bodies", "Body"]

_FREE = 4096
"""Bytes of each request that are not counted, so that a move or a new game is always accepted."""


class Bodies:
    """Counts the bytes of all requests in progress."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def receiving(self, address: str) -> Iterator["Body"]:
        """Count the body of a request of an address until it is answered."""
        body = Body(self, address)
        try:
            yield body
        finally:
            self._held[address] -= body.counted
            if not self._held[address]:
                del self._held[address]

    def take(self, address: str, size: int) -> None:
        """Count more bytes.

        A `Refusal` if the address would have more than would still be free. So a few addresses
        cannot take everything: each further one finds as much free as each of them has.
        """
        free = self._most - self._held.total() - size
        if self._held[address] + size > free:
            raise Refusal(503, "busy", "The server is receiving too much. Try again later.")
        self._held[address] += size


class Body:
    """The body of one request."""

    def __init__(self, bodies: Bodies, address: str) -> None:
        self._bodies, self._address = bodies, address
        self.size = 0
        """How much has arrived, in bytes."""
        self.counted = 0
        """How much of that counts."""

    def add(self, size: int) -> None:
        """Count more bytes; a `Refusal` if there is no room for them."""
        self.size += size
        more = max(0, self.size - _FREE) - self.counted
        if more:
            self._bodies.take(self._address, more)
            self.counted += more
