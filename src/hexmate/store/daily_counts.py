"""What addresses have done in the last day, for limits per day.

Counts are kept by the hour, so a limit refills hour by hour. They outlast restarts, and all servers
of a database share them. Addresses are forgotten after a day, when something else is counted.
"""

from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from hexmate.store.database import Database
from hexmate.store.tables import daily_counts

__all__ = ["CountKind", "DailyCountRepository"]

CountKind = Literal["rated", "imported"]
"""Seats in rated games; imported moves."""

_HOURS = 24
_AHEAD = 1
"""Hours that the clock of another server may be ahead. Later counts were made by a wrong clock."""


class DailyCountRepository:
    """Counts of the last 24 hours, by address."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def total(self, kind: CountKind, address: str, now: datetime | None = None) -> int:
        """What an address has done in the last day."""
        with self._database.reading() as connection:
            return _total(connection, kind, address, _hour(now))

    def add(
        self,
        kind: CountKind,
        address: str,
        amount: int = 1,
        *,
        most: int | None = None,
        now: datetime | None = None,
    ) -> bool:
        """Count something; returns False, and counts nothing, if that would be more than `most`."""
        hour = _hour(now)
        with self._database.writing() as connection:
            connection.execute(
                delete(daily_counts).where(~daily_counts.c.hour.between(*_day(hour)))
            )
            with connection.begin_nested() as step:
                # First, so that another server that counts the same address waits for this one.
                _increase(connection, kind, address, hour, amount)
                if most is not None and _total(connection, kind, address, hour) > most:
                    step.rollback()
                    return False
            return True


def _hour(now: datetime | None) -> int:
    return int((now or datetime.now(UTC)).timestamp() // 3600)


def _day(hour: int) -> tuple[int, int]:
    """The first and the last hour that count."""
    return hour - _HOURS, hour + _AHEAD


def _total(connection: Connection, kind: CountKind, address: str, hour: int) -> int:
    query = select(func.sum(daily_counts.c.amount)).where(
        daily_counts.c.kind == kind,
        daily_counts.c.address == address,
        daily_counts.c.hour.between(*_day(hour)),
    )
    return int(connection.scalar(query) or 0)


def _increase(
    connection: Connection, kind: CountKind, address: str, hour: int, amount: int
) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = {"kind": kind, "address": address, "hour": hour, "amount": amount}
    new = dialect.insert(daily_counts).values(row)
    added = {"amount": daily_counts.c.amount + new.excluded.amount}
    connection.execute(
        new.on_conflict_do_update(index_elements=["kind", "address", "hour"], set_=added)
    )
