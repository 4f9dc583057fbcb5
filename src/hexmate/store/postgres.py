"""Connections to PostgreSQL on which no wait is endless.

The server's own time-outs end a slow statement, or one that waits for a lock. They do not help when
the server is frozen or cut off, so the client also limits each wait for an answer: it closes the
connection, which rolls the transaction back.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from time import monotonic
from typing import Any, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, Table, create_engine, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError

__all__ = ["LimitedConnection", "copy_rows", "postgres_engine"]

_CONNECT = 2
_PING = 1.0
_POOL = 2.0

Value = TypeVar("Value")


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time."""

    limit: float = _CONNECT
    """Longest wait for one answer of the server, in seconds."""

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for an answer; called by all methods of the driver."""
        return super().wait(self._limited(gen), *args, **options)

    def _limited(self, gen: Generator[Any, Any, Value]) -> Generator[Any, Any, Value]:
        """The driver resumes a wait several times a second, even if nothing has arrived."""
        end = monotonic() + self.limit
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the database server does not answer")
                wanted = gen.send(ready)
        except StopIteration as stopped:
            value: Value = stopped.value
            return value


def postgres_engine(url: URL, limit: Callable[[], float]) -> Engine:
    """An engine whose new connections wait at most `limit()` seconds for an answer."""
    timeout = {} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT}
    engine = create_engine(
        url, connect_args=timeout, pool_size=8, max_overflow=8, pool_timeout=_POOL
    )

    def connect(_dialect: Any, _record: Any, args: Any, options: Any) -> LimitedConnection:
        connection = LimitedConnection.connect(*args, **options)
        connection.limit = limit()
        connection.autocommit = True
        connection.execute(_time_outs(connection.limit))
        connection.autocommit = False
        return connection

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "checkout", _ping)
    return engine


def _time_outs(limit: float) -> str:
    """Time-outs of the server, a little shorter: it answers, and the connection is kept."""
    return f"SET statement_timeout = {round(800 * limit)}; SET lock_timeout = {round(600 * limit)}"


def _ping(connection: LimitedConnection, _record: Any, _proxy: Any) -> None:
    """Replace a connection whose server was restarted or does not answer."""
    limit, connection.limit = connection.limit, _PING
    try:
        connection.autocommit = True
        connection.execute("")
        connection.autocommit = False
    except psycopg.Error as error:
        raise InvalidatePoolError("the connection was lost") from error
    finally:
        connection.limit = limit


def copy_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows with COPY, which takes a fifth of the time of INSERT for hundreds of them.

    All rows have the columns of the first.
    """
    columns = [table.c[name] for name in rows[0]]
    quote = connection.dialect.identifier_preparer.quote
    into = f"{quote(table.name)} ({', '.join(quote(column.name) for column in columns)})"
    bound = [column.type.dialect_impl(connection.dialect) for column in columns]
    ways = [each.bind_processor(connection.dialect) or _as_it_is for each in bound]
    driver = connection.connection.cursor()
    try:
        with driver.copy(f"COPY {into} FROM STDIN") as copy:
            for row in rows:
                values = zip(ways, row.values(), strict=True)
                copy.write_row([way(value) for way, value in values])
    except psycopg.Error as error:
        raise DBAPIError.instance(  # as SQLAlchemy raises the errors of its own statements
            f"COPY {into}", None, error, psycopg.Error, dialect=connection.dialect
        ) from error
    finally:
        driver.close()


def _as_it_is(value: Any) -> Any:
    return value
