"""Many rows in few statements: plain ones on SQLite, COPY on PostgreSQL."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update

from hexmate.store.tables import games

__all__ = ["finish_games", "insert_games", "insert_rows"]

Rows = Sequence[Mapping[str, Any]]


def insert_rows(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows that all have the same columns."""
    if not _is_postgres(connection):
        connection.execute(insert(table), list(rows))
    elif rows:
        from hexmate.store.postgres import copy_rows

        copy_rows(connection, table, rows)


def insert_games(connection: Connection, rows: Rows) -> list[int]:
    """Insert finished games whose seats follow in the same transaction; returns their ids.

    PostgreSQL counts the seats when the transaction commits. Triggers of SQLite count them at once:
    there the games wait until `finish_games`.
    """
    if not _is_postgres(connection):
        waiting = {**dict.fromkeys(_FINISHED), "status": "waiting"}
        ids = insert(games).returning(games.c.id, sort_by_parameter_order=True)
        return list(connection.scalars(ids, [{**row, **waiting} for row in rows]))
    each = func.generate_series(1, len(rows)).table_valued("number")
    following = func.nextval(func.pg_get_serial_sequence(games.name, "id"))
    numbers = list(connection.scalars(select(following).select_from(each)))
    numbered = zip(numbers, rows, strict=True)
    insert_rows(connection, games, [{"id": number, **row} for number, row in numbered])
    return numbers


_FINISHED = ("status", "started", "finished")
_FINISH = (
    update(games)
    .where(games.c.id == bindparam("number"))
    .values({name: bindparam(f"new_{name}") for name in _FINISHED})
)


def finish_games(connection: Connection, numbers: Sequence[int], rows: Rows) -> None:
    """Finish the games that `insert_games` has inserted, once their seats are there."""
    if _is_postgres(connection):
        return
    changes = [
        {"number": number, **{f"new_{name}": row[name] for name in _FINISHED}}
        for number, row in zip(numbers, rows, strict=True)
    ]
    connection.execute(_FINISH, changes)


def _is_postgres(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
