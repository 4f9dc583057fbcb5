"""How many sockets a visitor may open, how fast, and how much processor time they get."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hexmate.web.errors import Refusal
from hexmate.web.security.rates import Accounts, Buckets, Budget
from hexmate.web.settings import Limits

__all__ = ["SocketAdmission"]


class SocketAdmission:
    """The limits of sockets by address and person. Nothing here waits or asks the database."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._handshakes = Buckets(limits.handshakes, 10 * limits.handshakes)
        self._people = Accounts(limits.person_time, 3 * limits.person_time)
        self._addresses = Accounts(limits.address_time, 3 * limits.address_time)

    def may_connect(self, address: str) -> bool:
        """Whether an address may open a socket now, or has opened too many too fast."""
        return self._handshakes.take(address)

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a socket while it is open, or refuse it."""
        if self._open[address] >= self._limits.sockets:
            raise Refusal(429, "too_many", "Too many sockets are open from your address.")
        if self._open.total() >= self._limits.all_sockets:
            raise Refusal(503, "busy", "The server is busy. Too many sockets are open.")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def budget(self, address: str, person: int | None) -> Budget:
        """The processor time that all sockets of a person share, and all of an address."""
        accounts = [self._addresses.of(address)]
        if person is not None:
            accounts.append(self._people.of(str(person)))
        return Budget(accounts)
