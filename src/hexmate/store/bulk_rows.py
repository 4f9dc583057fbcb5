"""Many rows in few statements: plain ones on SQLite, COPY and arrays on PostgreSQL."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Connection,
    DateTime,
    Table,
    bindparam,
    cast,
    func,
    insert,
    select,
    update,
)

from hexmate.store.tables import games

__all__ = ["finish_games", "insert_numbered", "insert_rows"]

Rows = Sequence[Mapping[str, Any]]


def insert_rows(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows that all have the same columns."""
    if not _is_postgres(connection):
        connection.execute(insert(table), list(rows))
    elif rows:
        from hexmate.store.postgres import copy_rows

        copy_rows(connection, table, rows)


def insert_numbered(connection: Connection, table: Table, rows: Rows) -> list[int]:
    """Insert rows; returns the ids that they were given, in the same order."""
    if not _is_postgres(connection):
        ids = insert(table).returning(table.c.id, sort_by_parameter_order=True)
        return list(connection.scalars(ids, list(rows)))
    sequence = func.pg_get_serial_sequence(table.name, "id")
    each = func.generate_series(1, len(rows)).table_valued("number")
    numbers = list(connection.scalars(select(func.nextval(sequence)).select_from(each)))
    numbered = zip(numbers, rows, strict=True)
    insert_rows(connection, table, [{"id": number, **row} for number, row in numbered])
    return numbers


_FINISH = (
    update(games)
    .where(games.c.id == bindparam("number"))
    .values(status="finished", started=bindparam("now"), finished=bindparam("day"))
)


def finish_games(
    connection: Connection, days: Mapping[int, datetime | None], started: datetime
) -> None:
    """Mark games as finished, each on its day, if that is known."""
    if not _is_postgres(connection):
        rows = [{"number": number, "now": started, "day": day} for number, day in days.items()]
        connection.execute(_FINISH, rows)
        return
    columns = (
        cast(list(days), ARRAY(BigInteger)),
        cast(list(days.values()), ARRAY(DateTime(timezone=True))),
    )
    ended = func.unnest(*columns).table_valued("number", "day").render_derived()
    connection.execute(
        update(games)
        .where(games.c.id == ended.c.number)
        .values(status="finished", started=started, finished=ended.c.day)
    )


def _is_postgres(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
