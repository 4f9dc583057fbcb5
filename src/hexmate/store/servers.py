"""The servers that use a database, each with a lease that it renews.

A lease tells a second server that the games are already run by another one. Rows stay after their
server has ended: they also hold the highest version of a game that it has shown.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from hexmate.store.database import Database
from hexmate.store.tables import servers

__all__ = ["ServerRepository", "StoredLease"]


@dataclass(frozen=True, slots=True)
class StoredLease:
    """The lease of one server."""

    name: str
    """The name of the server among several."""
    token: str
    """Known to its holder only."""
    host: str
    process: str
    alone: bool
    """Whether the server runs all games, and no other may run beside it."""
    beat: int = 0
    """Increases with every renewal."""


class ServerRepository:
    """The leases of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(
        self, lease: StoredLease, dead: Collection[str] = (), reached: int = 0
    ) -> list[StoredLease]:
        """Take a lease; returns the leases of other servers that forbid it, and [] on success.

        `dead` are tokens of servers that are known to have ended. Versions stay below `reached`
        until the first renewal.
        """
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("LOCK TABLE servers IN EXCLUSIVE MODE"))
            rivals = [
                other
                for other in _held(connection)
                if other.token not in dead
                and (other.name == lease.name or other.alone or lease.alone)
            ]
            if not rivals:
                highest = max(reached, _reached(connection))
                connection.execute(
                    update(servers).where(servers.c.token.in_(dead)).values(token=None)
                )
                connection.execute(delete(servers).where(servers.c.name == lease.name))
                row = {name: getattr(lease, name) for name in _COLUMNS}
                connection.execute(insert(servers).values(**row, reached=highest))
            return rivals

    def renew(self, token: str, reached: int) -> bool:
        """Renew a lease; returns False if another server has taken it."""
        change = update(servers).where(servers.c.token == token)
        values = {"beat": servers.c.beat + 1, "reached": reached}
        with self._database.writing() as connection:
            return connection.execute(change.values(values)).rowcount == 1

    def release(self, token: str, reached: int) -> None:
        """End a lease."""
        change = update(servers).where(servers.c.token == token)
        with self._database.writing() as connection:
            connection.execute(change.values(token=None, reached=reached))

    def held(self) -> list[StoredLease]:
        """All leases that have not been released."""
        with self._database.reading() as connection:
            return _held(connection)

    def reached(self) -> int:
        """A version above those that any server has given to a game; 0 if there was none."""
        with self._database.reading() as connection:
            return _reached(connection)


_COLUMNS = ("name", "token", "host", "process", "alone", "beat")


def _held(connection: Connection) -> list[StoredLease]:
    columns: list[Any] = [servers.c[name] for name in _COLUMNS]
    query = select(*columns).where(servers.c.token.is_not(None)).order_by(servers.c.name)
    return [StoredLease(**row) for row in connection.execute(query).mappings()]


def _reached(connection: Connection) -> int:
    return connection.scalar(select(func.max(servers.c.reached))) or 0
