"""Rules for all tests: nothing may be skipped where everything is required."""

import os
import random
import shutil

import pytest
from hypothesis import settings
from support.processes import alive, marker, zombies

# Same examples in every run and no time limit for one: a busy machine must not fail a test.
settings.register_profile("hexmate", deadline=None, derandomize=True)
settings.load_profile("hexmate")

# Long runs need peers that only `make bench` and `make soak` install.
collect_ignore_glob = ["soak/*"]

DATABASES = ["sqlite", "postgresql"]

REQUIRE_ALL = os.environ.get("HEXMATE_REQUIRE_ALL") == "1"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although HEXMATE_REQUIRE_ALL=1: {report.longrepr}"


# Fixtures that start a program of another project, and parameters that make others start one.
PROGRAMS = {"postgres", "scratch", "empty_template", "redis_server", "browser", "playwright"}
KINDS = {"postgres", "postgresql", "redis"}


def pytest_collection_modifyitems(items):
    """Mark the tests that `make check` leaves to `make test`: those that need other programs."""
    for item in items:
        kinds = getattr(item, "callspec", None)
        words = {str(value) for value in kinds.params.values()} if kinds else set()
        if PROGRAMS & set(getattr(item, "fixturenames", ())) or KINDS & words:
            item.add_marker(pytest.mark.programs)


@pytest.fixture
def rng(request) -> random.Random:
    """Random numbers that are the same in every run of the same test."""
    return random.Random(request.node.nodeid)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server that is thrown away after the tests."""
    from support.postgres import PostgresServer

    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory):
    """A file of SQLite with all tables and nothing in them: copying it is quick."""
    from hexmate.store import Store

    path = tmp_path_factory.mktemp("store") / "empty.db"
    Store.open(f"sqlite:///{path}").close()
    return path


@pytest.fixture(scope="session")
def empty_template(postgres) -> str:
    """A database of PostgreSQL with all tables and nothing in them, to make others from."""
    from hexmate.store import Store

    name = postgres.new_database()
    Store.open(postgres.url(name)).close()
    return name


@pytest.fixture(scope="session")
def bare_database(request, tmp_path_factory):
    """Makes the URL of a database with nothing in it at all, in SQLite or in PostgreSQL."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('store') / 'bare.db'}"
        server = request.getfixturevalue("postgres")
        return server.url(server.new_database())

    return new


@pytest.fixture(scope="session")
def new_database(request, tmp_path_factory):
    """Makes the URL of an empty database with all its tables, in SQLite or in PostgreSQL."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            path = tmp_path_factory.mktemp("store") / "games.db"
            return f"sqlite:///{shutil.copy(request.getfixturevalue('empty_file'), path)}"
        server = request.getfixturevalue("postgres")
        return server.url(server.new_database(request.getfixturevalue("empty_template")))

    return new


@pytest.fixture(scope="session")
def scratch(postgres, new_database) -> str:
    """The database of PostgreSQL that tests use in turn: a new one for each would be slow."""
    return new_database("postgresql")


@pytest.fixture(params=DATABASES)
def database_url(request, new_database) -> str:
    """The URL of an empty database with all its tables, of each kind."""
    if request.param == "sqlite":
        return new_database("sqlite")
    url = request.getfixturevalue("scratch")
    request.getfixturevalue("postgres").empty(url)
    return url


@pytest.fixture
def store(database_url):
    """An empty store in each database."""
    from hexmate.store import Store

    with Store.open(database_url) as store:
        yield store


@pytest.fixture
def redis_server():
    """A Redis of the test's own, which may be killed and started again."""
    from support.redis_server import RedisServer

    server = RedisServer()
    yield server
    server.stop()


@pytest.fixture
def word():
    """A word to start processes with; none that has it may be left at the end of the test."""
    word = marker()
    yield word
    assert alive(word) == []
    assert zombies() == []
