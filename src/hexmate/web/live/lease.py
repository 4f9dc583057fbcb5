"""The lease of a server: two servers cannot run the games of one database at the same time.

A server renews its lease as long as it runs. A lease whose process has ended is taken over at once;
where that cannot be seen, as on another machine, it is taken over if it is not renewed for a while.
"""

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path

from hexmate.store.errors import StoreError
from hexmate.store.servers import StoredLease
from hexmate.store.store import Store
from hexmate.web.errors import Refusal
from hexmate.web.live.async_store import StoreAccess

__all__ = ["LeaseError", "ServerLease"]

log = logging.getLogger("hexmate.web")

_RENEWAL, _OBSERVATION, _LOOK = 5.0, 12.0, 0.5
_RESERVE = 60_000
"""Versions stored ahead: they last for a minute without a renewal."""

_held_here: set[str] = set()
"""The leases of this process."""


class LeaseError(StoreError):
    """Another server runs the games of this database; `holder` is its process."""

    def __init__(self, message: str, holder: str) -> None:
        super().__init__(message)
        self.holder = holder


class ServerLease:
    """The right to run the games of a database, or those with one name as prefix."""

    def __init__(self, lease: StoredLease, reached: int) -> None:
        self._lease = lease
        self._lost = False
        self.reached = reached
        """A version above all versions that games of this database have had."""

    @classmethod
    def claim(
        cls, store: Store, name: str | None, observation: float = _OBSERVATION
    ) -> "ServerLease":
        """Take the lease of a name, or of all games if it is None; `LeaseError` if it is in use.

        Waits if it is not certain whether the holder of the lease still runs.
        """
        lease = StoredLease(
            name=name or "",
            token=secrets.token_hex(8),
            host=_host(),
            process=_process(os.getpid()) or str(os.getpid()),
            alone=name is None,
        )
        ended: set[str] = set()
        reached = max(store.servers.reached(), time.time_ns() // 1_000_000)
        while rivals := store.servers.claim(lease, ended, reached + _RESERVE):
            found = {rival.token for rival in rivals if _has_ended(rival)}
            for rival in rivals:
                if rival.token not in found:
                    _observe(store, rival, lease, observation)
            ended |= {rival.token for rival in rivals}
        _held_here.add(lease.token)
        return cls(lease, reached)

    async def keep(self, store: StoreAccess, reached: Callable[[], int]) -> None:
        """Renew the lease until cancelled; `reached` returns a version above all so far."""
        while True:
            await asyncio.sleep(_RENEWAL)
            try:
                await self._renew(store, reached() + _RESERVE)
            except Refusal:
                continue  # the database is not available
            except Exception:
                log.exception("cannot renew the lease of the database")

    async def _renew(self, store: StoreAccess, reached: int) -> None:
        token = self._lease.token
        if not await store.write(lambda store: store.servers.renew(token, reached)):
            if not self._lost:
                log.error("another server has taken over the games of this database; stop one")
            self._lost = True

    async def release(self, store: StoreAccess, reached: int) -> None:
        """Let another server take the lease at once."""
        token = self._lease.token
        _held_here.discard(token)
        try:
            await store.write(lambda store: store.servers.release(token, reached))
        except Refusal:
            log.error("the lease of the database could not be released; it ends by itself")


def _observe(store: Store, rival: StoredLease, lease: StoredLease, seconds: float) -> None:
    """Raise a `LeaseError` if the rival runs: here, or if it renews its lease."""
    if _runs_here(rival):
        raise _refusal(rival, lease)
    log.warning("waiting %g s to see whether another server uses this database", seconds)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(_LOOK)
        now = next((each for each in store.servers.held() if each.token == rival.token), None)
        if now is None:
            return
        if now.beat != rival.beat:
            raise _refusal(rival, lease)


def _refusal(rival: StoredLease, lease: StoredLease) -> LeaseError:
    where = f"process {rival.process.partition(':')[0]} on {rival.host.partition(':')[0]}"
    if rival.name == lease.name and not lease.alone and not rival.alone:
        shown = f"the name '{rival.name}'" if rival.name else "no name"
        return LeaseError(
            f"another server with {shown} uses this database ({where}); "
            "give each server its own --name",
            where,
        )
    return LeaseError(
        f"another server uses this database ({where}); stop it, or start both with --broadcast "
        "and give each its own --name",
        where,
    )


def _has_ended(rival: StoredLease) -> bool:
    """Whether the process that holds a lease is known to have ended."""
    if rival.host != _host():
        return False
    if rival.process == _process(os.getpid()):
        return rival.token not in _held_here
    return os.name == "posix" and _process(_number(rival)) != rival.process


def _runs_here(rival: StoredLease) -> bool:
    """Whether the holder runs for certain: a number alone may be that of another program by now."""
    if rival.token in _held_here:
        return True
    certain = rival.host == _host() and ":" in rival.process
    return certain and _process(_number(rival)) == rival.process


def _number(rival: StoredLease) -> int:
    return int(rival.process.partition(":")[0])


def _host() -> str:
    """This machine, or the container: the numbers of processes are its own."""
    try:
        space = Path("/proc/self/ns/pid").readlink()
    except OSError:
        return socket.gethostname()
    return f"{socket.gethostname()}:{space}"


def _process(number: int) -> str | None:
    """A process by number and time of its start, where that is known; None if it has ended."""
    try:
        fields = (
            Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        )
    except OSError:
        return None if Path("/proc/self/stat").exists() else _by_signal(number)
    return None if fields[0] in "ZX" else f"{number}:{fields[19]}"


def _by_signal(number: int) -> str | None:
    """A process by its number alone, where there is no /proc."""
    if os.name != "posix":
        return None
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass
    return str(number)
