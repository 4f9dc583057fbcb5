"""Rate limits: token buckets for requests, and accounts of processor time."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

__all__ = ["Account", "Accounts", "Bucket", "Buckets", "Budget"]

_MOST_BUCKETS = 10_000


class Bucket:
    """Fills at a steady rate up to a limit; every request takes one token.

    >>> now = 0.0
    >>> bucket = Bucket(rate=1, burst=2, now=lambda: now)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("_burst", "_level", "_now", "_rate", "_then")

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, max(1.0, burst), now
        self._level, self._then = self._burst, now()

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        now = self._now()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each key. The least recently used are dropped; they are full by then."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from the bucket of a key; return whether there was one."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._now)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()


class Account:
    """Processor time that a visitor may use. It fills at a steady rate, up to a limit.

    What something costs is known when it is done, so the account may be overdrawn. Then the visitor
    waits until the debt is paid.

    >>> now = 0.0
    >>> account = Account(rate=0.1, burst=0.3, now=lambda: now)
    >>> account.charge(0.2)
    >>> account.delay()
    0.0
    >>> account.charge(0.2)
    >>> round(account.delay(), 3)
    1.0
    """

    __slots__ = ("_burst", "_level", "_now", "_rate", "_then")

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._then = burst, now()

    def charge(self, seconds: float) -> None:
        """Pay for processor time."""
        now = self._now()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate) - seconds
        self._then = now

    def delay(self) -> float:
        """Seconds until the account is not overdrawn."""
        if self._level >= 0:
            return 0.0
        self.charge(0.0)
        return max(0.0, -self._level / self._rate)


class Accounts:
    """An account for each key. The least recently opened are dropped."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, key: str) -> Account:
        """The account of a key."""
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._rate, self._burst, self._now)
            if len(self._accounts) > _MOST_BUCKETS:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(key)
        return account


class Budget:
    """Several accounts that all pay; the emptiest decides."""

    __slots__ = ("_accounts",)

    def __init__(self, accounts: Iterable[Account]) -> None:
        self._accounts = tuple(accounts)

    def charge(self, seconds: float) -> None:
        """Pay for processor time."""
        for account in self._accounts:
            account.charge(seconds)

    def delay(self) -> float:
        """Seconds until no account is overdrawn."""
        return max((account.delay() for account in self._accounts), default=0.0)
