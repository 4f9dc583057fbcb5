"""Databases and a Redis that freeze, die or are locked under a running server."""

import pytest
from soak.attack.outages import (
    dead_postgres,
    frozen_postgres,
    full_disk,
    locked_sqlite,
    redis_outage,
    stopped_while,
)
from support.patience import kept
from support.web_server import ServerProcess


@pytest.fixture
def on_postgres(tmp_path, postgres, new_database):
    with ServerProcess(tmp_path, new_database("postgresql")) as server:
        yield server


def test_a_postgresql_that_freezes_or_dies_is_answered_for_and_survived(on_postgres, postgres):
    frozen = frozen_postgres(on_postgres, postgres, 4)
    assert frozen.refused > 0
    for figures in (frozen, dead_postgres(on_postgres, postgres, 1)):
        assert figures.problems == []
        assert kept(5, max(figures.moves))
        assert kept(5, max(figures.reads))
        assert kept(5, figures.recovery)
    assert "Traceback" not in on_postgres.log.read_text()
    try:
        assert kept(10, stopped_while(on_postgres, postgres.freeze))
    finally:
        postgres.thaw()


def test_a_sqlite_file_that_is_locked_or_cannot_grow_is_answered_for_and_survived(
    tmp_path, new_database
):
    with ServerProcess(tmp_path, new_database("sqlite")) as server:
        for figures in (locked_sqlite(server, 3), full_disk(server, 2)):
            assert figures.problems == []
            assert figures.refused > 0
            assert kept(3, max(figures.moves))
            assert kept(3, max(figures.reads))
        assert "Traceback" not in server.log.read_text()


def test_spectators_see_moves_soon_when_redis_is_frozen(tmp_path, new_database, redis_server):
    database = new_database("sqlite")
    made = []
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        options = ["--broadcast", redis_server.url, "--name", name]
        made.append(ServerProcess(folder, database, options=options))
    with made[0], made[1]:
        figures = redis_outage((made[0], made[1]), redis_server, 3)
        assert kept(2, max(figures.during))
        assert kept(2, max(figures.after))
        assert kept(1, max(figures.acknowledged))
