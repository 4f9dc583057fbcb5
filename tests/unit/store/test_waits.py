"""No call waits for long: for locks of other programs, slow statements or frozen servers."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from support.patience import within

from hexmate.store import Store, StoreError, UnavailableError
from hexmate.store.database import Database

PATIENCE = 0.5
LONG = 60.0


@pytest.fixture
def on_postgres(new_database):
    with Store.open(new_database("postgresql"), patience=PATIENCE) as store:
        yield store


def test_a_file_that_another_program_locks(new_database):
    url = new_database("sqlite")
    with (
        Store.open(url, patience=PATIENCE) as store,
        closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        began = time.perf_counter()
        with pytest.raises(UnavailableError, match="locked"):
            store.players.create("Ada")
        assert within(2 * PATIENCE, began)
        assert store.games.live() == []
        other.execute("ROLLBACK")
        assert store.players.create("Ada").name == "Ada"


def test_a_statement_that_takes_too_long(on_postgres):
    began = time.perf_counter()
    with pytest.raises(UnavailableError, match="timeout"), on_postgres.database.reading() as reader:
        reader.execute(text("SELECT pg_sleep(20)"))
    assert within(2 * PATIENCE, began)


def test_a_lock_that_another_program_holds(on_postgres, new_database):
    ada = on_postgres.players.create("Ada")
    url = on_postgres.database.url.render_as_string()
    with Store.open(url) as other, other.database.writing() as holder:
        holder.execute(text("SELECT 1 FROM players FOR UPDATE"))
        began = time.perf_counter()
        with pytest.raises(UnavailableError, match="lock timeout"):
            on_postgres.players.rename(ada.id, "Bob")
        assert within(2 * PATIENCE, began)
    assert on_postgres.players.rename(ada.id, "Bob").name == "Bob"


def freeze_in_transaction(store, postgres) -> None:
    with store.database.writing() as writer:
        writer.execute(text("SELECT 1"))
        postgres.freeze()
        began = time.perf_counter()
        with pytest.raises(DBAPIError, match="does not answer"):
            writer.execute(text("SELECT 1"))
        assert within(2 * PATIENCE, began)


def test_a_frozen_server_answers_no_statement_and_no_connection(on_postgres, postgres):
    on_postgres.players.create("Ada")
    try:
        with pytest.raises(UnavailableError):
            freeze_in_transaction(on_postgres, postgres)
        began = time.perf_counter()
        with pytest.raises(UnavailableError):  # a new connection
            on_postgres.players.create("Bob")
        assert within(4, began)
    finally:
        postgres.thaw()
    assert on_postgres.players.by_name("Ada").name == "Ada"
    assert on_postgres.players.create("Bob").name == "Bob"


def test_a_restarted_server_is_not_noticed(on_postgres, postgres):
    ada = on_postgres.players.create("Ada")
    postgres.kill()
    postgres.start()
    assert on_postgres.players.get(ada.id) == ada


def test_a_mistake_is_not_an_outage(on_postgres):
    with pytest.raises(StoreError) as error, on_postgres.database.reading() as reader:
        reader.execute(text("SELECT nothing FROM nowhere"))
    assert not isinstance(error.value, UnavailableError)


def test_a_database_in_memory_is_closed_after_its_transaction():
    database = Database("sqlite://")
    begun, may_end = threading.Event(), threading.Event()
    with ThreadPoolExecutor(2) as threads:

        def write() -> int:
            with database.writing() as connection:
                begun.set()
                assert may_end.wait(LONG)
                return connection.execute(text("SELECT 7")).scalar_one()

        written = threads.submit(write)
        assert begun.wait(LONG)
        closed = threads.submit(database.close)
        with pytest.raises(TimeoutError):
            closed.result(0.2)
        may_end.set()
        assert written.result(LONG) == 7
        closed.result(LONG)
