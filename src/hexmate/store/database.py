"""A database by its URL: connections, transactions, and batches of writes.

Repositories use `reading()` or `writing()`. Inside `batch()` all writes of a thread share one
transaction, each in a savepoint of its own, so a refused write does not undo the others. A batch
inside a batch is a single savepoint: its writes succeed or fail together. Database errors are
raised as `StoreError`, and as `UnavailableError` if the same call may succeed later.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    InvalidRequestError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from hexmate.store.errors import RefusedError, StoreError, UnavailableError

__all__ = ["Database"]

# While a database is opened: another program may be migrating it, or a large table may be rebuilt.
_OPENING = {True: 30.0, False: 600.0}
_WRITES = "hexmate_writes"
# A reader of SQLite sees one state of the database anyway.
_READING: dict[bool, dict[str, Any]] = {
    True: {},
    False: {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}


class Database:
    """An engine and its transactions; safe to share between threads."""

    def __init__(self, url: str) -> None:
        self.url = _parsed(url)
        self._limit = _OPENING[self.is_sqlite]
        make = _sqlite if self.is_sqlite else _postgres
        self.engine = make(self.url, lambda: self._limit)
        self._reader = self.engine.execution_options(**_READING[self.is_sqlite])
        self._writer = self.engine.execution_options(**{_WRITES: True})
        self._joined = _Joined()
        # SQLite has one writer at a time: threads queue here instead of polling the file.
        self._turn = threading.RLock() if self.is_sqlite else None

    @property
    def is_sqlite(self) -> bool:
        """True for SQLite, in a file or in memory."""
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees a consistent snapshot of the database."""
        joined = self._joined.connection
        with _translated():
            if joined is not None:
                yield joined
            else:
                with self._in_memory_turn(), self._reader.begin() as connection:
                    yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, committed at the end of the block and rolled back on an error."""
        joined = self._joined.connection
        with _translated():
            if joined is None:
                with self._turn or nullcontext(), self._writer.begin() as connection:
                    yield connection
            elif self._joined.in_part:
                yield joined
            else:
                with joined.begin_nested():
                    yield joined

    @contextmanager
    def batch(self) -> Iterator[None]:
        """One transaction for all writes that this thread makes in the block.

        An error that leaves an inner batch only rolls back that inner batch. After a `RefusedError`
        an inner batch must be left.
        """
        before = self._joined.connection, self._joined.in_part
        with self.writing() as connection:
            self._joined.connection, self._joined.in_part = connection, before[0] is not None
            try:
                yield
            finally:
                self._joined.connection, self._joined.in_part = before

    def check(self) -> None:
        """Raise a clear StoreError if the database cannot be opened."""
        try:
            with self.reading():
                pass
        except StoreError as error:
            shown = self.url.render_as_string(hide_password=True)
            raise StoreError(f"cannot open {shown}: {error}") from None

    def limit_waits(self, seconds: float) -> None:
        """Wait at most this long for a lock, or for an answer of the database server.

        Until this is called the limit is long enough for a migration.
        """
        self._limit = seconds
        if not self._in_memory:
            self.engine.dispose()

    def close(self) -> None:
        """Close all connections; those in use close when they are returned."""
        # The only connection of a database in memory would be closed under another thread.
        with self._in_memory_turn():
            self.engine.dispose()

    @property
    def _in_memory(self) -> bool:
        return isinstance(self.engine.pool, StaticPool)

    def _in_memory_turn(self) -> Any:
        """A database in memory has a single connection, for reading too."""
        return self._turn if self._in_memory and self._turn is not None else nullcontext()


class _Joined(threading.local):
    """The transaction that this thread's calls join, if there is one."""

    connection: Connection | None = None
    in_part: bool = False


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise RefusedError(f"the database refuses this: {_reason(error)}") from error
    except (DataError, ProgrammingError) as error:
        raise StoreError(_reason(error)) from error
    except DBAPIError as error:
        raise UnavailableError(_reason(error)) from error
    except (PoolTimeoutError, DisconnectionError, InvalidRequestError) as error:
        # InvalidRequestError: the connection was lost earlier in the transaction, or right away.
        raise UnavailableError(str(error).splitlines()[0]) from error
    except SQLAlchemyError as error:
        raise StoreError(str(error)) from error


def _reason(error: DBAPIError) -> str:
    return str(error.orig).strip().splitlines()[0]


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url!r} is not a database URL; write {_EXAMPLES}") from None
    if parsed.get_backend_name() == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise StoreError(f"{parsed.drivername} databases are not supported; write {_EXAMPLES}")
    return parsed


_EXAMPLES = "sqlite:///games.db or postgresql://user@host/name"


def _sqlite(url: URL, limit: Callable[[], float]) -> Engine:
    in_memory = url.database in (None, "", ":memory:")
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {"pool_size": 8}
    # A connection serves one thread at a time, but not always the same one.
    engine = create_engine(url, connect_args={"check_same_thread": False}, **options)
    event.listen(engine, "connect", lambda made, _: _prepare_sqlite(made, limit()))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, limit: float) -> None:
    # The driver begins transactions too late for readers and wrongly for savepoints, so this is
    # switched off, and _begin_sqlite begins them.
    connection.isolation_level = None
    # FULL: what is committed survives a power cut. Measured against NORMAL with group commit it
    # costs 3 ms at the 99th percentile of 200 moves a second; see docs/store.md.
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * limit)}")
    _keep_write_ahead_log(connection, limit)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _keep_write_ahead_log(connection: sqlite3.Connection, limit: float) -> None:
    """Several programs may open a new file at once: SQLite refuses all but one without waiting."""
    end = monotonic() + limit
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(url: URL, limit: Callable[[], float]) -> Engine:
    try:
        from hexmate.store.postgres import postgres_engine
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs a driver: pip install 'hexmate[postgres]'") from None
    return postgres_engine(url, limit)
