"""Group commit: jobs share transactions, and a failed job does not affect the others."""

from concurrent.futures import Future
from threading import Event

import pytest
from sqlalchemy import event
from support.store_games import local

from hexmate.color import BLACK, WHITE
from hexmate.store import (
    NameTakenError,
    PositionKeys,
    StaleError,
    StoreError,
    StoreWriter,
    UnavailableError,
)
from hexmate.store.errors import NoTransactionError

KEYS = PositionKeys(1, 2)


def append(game, number, color, move):
    return lambda store: store.games.append_move(game.id, number, color, move, KEYS)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However slow the machine, what waits goes into one transaction."""
    monkeypatch.setattr("hexmate.store.writer._LONGEST", 60)


@pytest.fixture
def writer(store):
    with StoreWriter(store) as writer:
        yield writer


def held_back(writer) -> Event:
    """Keep the writer busy until the event is set."""
    release, busy = Event(), Event()

    def wait(_store):
        busy.set()
        release.wait(10)

    writer.submit(wait)
    busy.wait(10)
    return release


def test_a_job_is_committed_when_its_future_is_done(store, writer):
    game = local(store)
    assert writer.submit(append(game, 1, BLACK, "a1")).result(10) is True
    assert writer.submit(append(game, 1, BLACK, "a1")).result(10) is False
    assert len(store.games.get(game.public_id).moves) == 1


def test_what_waits_shares_a_commit(store, writer):
    games = [local(store) for _ in range(20)]
    commits: list[object] = []
    event.listen(store.database.engine, "commit", commits.append)
    release = held_back(writer)
    futures = [writer.submit(append(game, 1, BLACK, "a1")) for game in games]
    assert not any(future.done() for future in futures)
    release.set()
    assert all(future.result(10) for future in futures)
    assert len(commits) == 1
    assert all(len(game.moves) == 1 for game in store.games.live())


def test_a_long_job_is_followed_by_none(store, writer, monkeypatch):
    monkeypatch.setattr("hexmate.store.writer._LONGEST", 0)
    games = [local(store) for _ in range(3)]
    commits: list[object] = []
    event.listen(store.database.engine, "commit", commits.append)
    release = held_back(writer)
    futures = [writer.submit(append(game, 1, BLACK, "a1")) for game in games]
    release.set()
    assert all(future.result(10) for future in futures)
    assert len(commits) == 4


def test_a_patient_job_lets_all_others_go_first(writer):
    release, order = held_back(writer), []
    jobs = [("import", True), ("move", False), ("import", True), ("move", False)]
    futures = [
        writer.submit(lambda _, name=name: order.append(name), patient=patient)
        for name, patient in jobs
    ]
    release.set()
    for future in futures:
        future.result(10)
    assert order == ["move", "move", "import", "import"]


def test_a_move_waits_for_one_patient_job_not_for_all(writer):
    release, order = held_back(writer), []
    moves = []

    def first_import(_store):
        order.append("import")
        moves.append(writer.submit(lambda _: order.append("move")))

    futures = [writer.submit(first_import, patient=True)]
    futures += [writer.submit(lambda _: order.append("import"), patient=True) for _ in range(3)]
    release.set()
    for future in (*futures, *moves):
        future.result(10)
    assert order == ["import", "move", "import", "import", "import"]


def test_a_patient_job_does_not_wait_for_ever(writer, monkeypatch):
    monkeypatch.setattr("hexmate.store.writer._LONGEST_WAIT", 0)
    monkeypatch.setattr("hexmate.store.writer._LONGEST", 0)
    release, order = held_back(writer), []
    futures = [writer.submit(lambda _: order.append("move")) for _ in range(2)]
    futures.append(writer.submit(lambda _: order.append("import"), patient=True))
    release.set()
    for future in futures:
        future.result(10)
    assert order == ["import", "move", "move"]


def test_patient_jobs_that_waited_long_take_turns_with_the_others(writer, monkeypatch):
    monkeypatch.setattr("hexmate.store.writer._LONGEST_WAIT", 0)
    monkeypatch.setattr("hexmate.store.writer._LONGEST", 0)
    release, order = held_back(writer), []
    jobs = [("import", True)] * 3 + [("move", False)] * 3
    futures = [
        writer.submit(lambda _, name=name: order.append(name), patient=patient)
        for name, patient in jobs
    ]
    release.set()
    for future in futures:
        future.result(10)
    assert order == ["import", "move"] * 3


def test_closing_finishes_the_patient_jobs_too(store):
    writer = StoreWriter(store)
    release = held_back(writer)
    patient = writer.submit(lambda _: "imported", patient=True)
    release.set()
    writer.close()
    assert patient.result(0) == "imported"


def test_a_database_out_of_reach_is_reported_to_the_caller(store, writer, monkeypatch):
    game = local(store)

    def unreachable():
        raise StoreError("out of reach")

    monkeypatch.setattr(store, "batch", unreachable)
    with pytest.raises(StoreError, match="out of reach"):
        writer.submit(append(game, 1, BLACK, "a1")).result(10)
    monkeypatch.undo()
    assert writer.submit(append(game, 1, BLACK, "a1")).result(10)


def test_jobs_that_wait_are_refused_with_the_one_that_cannot_begin(store, writer, monkeypatch):
    """Each would wait for the database as long as the first did, one after the other."""
    monkeypatch.setattr("hexmate.store.writer._LONGEST", 0)  # none joins the transaction held back
    release, attempts, batch = held_back(writer), [], store.batch

    def locked():
        attempts.append(1)
        raise UnavailableError("database is locked")

    futures = [writer.submit(lambda store: store.games.live()) for _ in range(20)]
    monkeypatch.setattr(store, "batch", lambda: locked() if not attempts else batch())
    release.set()
    errors = [future.exception(10) for future in futures]
    assert all(isinstance(error, NoTransactionError) for error in errors)
    assert len(attempts) == 1
    assert writer.submit(lambda store: store.games.live()).result(10) == []


def test_a_job_that_fails_spoils_no_other(store, writer):
    game, other = local(store), local(store)

    def half(store):
        store.games.append_move(other.id, 1, BLACK, "b1", KEYS)
        raise ZeroDivisionError

    release = held_back(writer)
    jobs = [
        append(game, 1, BLACK, "a1"),
        append(game, 1, BLACK, "c3"),
        half,
        append(game, 2, WHITE, "x" * 17),
        append(game, 2, WHITE, "b1"),
    ]
    futures = [writer.submit(job) for job in jobs]
    release.set()
    errors = [future.exception(10) for future in futures]
    assert [type(error).__name__ for error in errors] == [
        "NoneType",
        "ConflictError",
        "ZeroDivisionError",
        "RefusedError",
        "NoneType",
    ]
    assert isinstance(errors[1], StaleError)
    assert [move.move for move in store.games.get(game.public_id).moves] == ["a1", "b1"]
    assert store.games.get(other.public_id).moves == ()


def test_a_job_may_continue_after_a_name_was_taken(store, writer):
    def named(store):
        try:
            return store.players.create("Ada")
        except NameTakenError:
            return store.players.create("Ada 2")

    release = held_back(writer)
    futures = [writer.submit(named) for _ in range(2)]
    release.set()
    assert [future.result(10).name for future in futures] == ["Ada", "Ada 2"]


def test_a_failed_commit_is_told_to_all(store, writer):
    game = local(store)

    def broken(store):
        """Breaks a rule that is checked at the end of the transaction."""
        with store.database.writing() as connection:
            connection.exec_driver_sql(f"UPDATE games SET plies = 7 WHERE id = {game.id}")

    other = local(store)
    release = held_back(writer)
    futures = [writer.submit(append(other, 1, BLACK, "a1")), writer.submit(broken)]
    release.set()
    assert all(isinstance(future.exception(10), StoreError) for future in futures)
    assert store.games.get(other.public_id).moves == ()
    assert writer.submit(append(other, 1, BLACK, "a1")).result(10)


def test_a_cancelled_job_is_not_done(store, writer):
    game = local(store)
    release = held_back(writer)
    future = writer.submit(append(game, 1, BLACK, "a1"))
    assert future.cancel()
    release.set()
    assert writer.submit(lambda store: store.games.get(game.public_id)).result(10).moves == ()


def test_closing_does_what_was_submitted(store):
    game = local(store)
    writer = StoreWriter(store)
    release = held_back(writer)
    future: Future[bool] = writer.submit(append(game, 1, BLACK, "a1"))
    release.set()
    writer.close()
    writer.close()
    assert future.result(0) is True
    with pytest.raises(StoreError, match="closed"):
        writer.submit(append(game, 2, WHITE, "b1"))
