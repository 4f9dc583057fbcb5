"""Migrations: from empty to the newest schema and back, equal to the tables in the code."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from hexmate import BLACK, Board
from hexmate.store import NewGame, NewSeat, Query, ResultRow, Store, StoreError, schema
from hexmate.store.database import Database
from hexmate.store.positions import PositionKeys
from hexmate.store.tables import metadata

EARLIER = [f"{number:04}" for number in range(1, int(schema.newest()))]
"""Every schema before the newest; whatever is released is one of them, or the newest."""


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_url(request, bare_database) -> str:
    """A database with nothing in it at all."""
    return bare_database(request.param)


@pytest.fixture
def bare(bare_url):
    database = Database(bare_url)
    yield database
    database.close()


def facts(database: Database) -> dict[str, object]:
    """All that the database says about its tables, in an order of its own."""
    found: dict[str, object] = {}
    with database.reading() as connection:
        inspector = inspect(connection)
        for table in sorted(inspector.get_table_names()):
            if table == "alembic_version":
                continue
            found[table] = {
                "columns": [
                    (
                        column["name"],
                        str(column["type"]),
                        column["nullable"],
                        column.get("computed"),
                    )
                    for column in inspector.get_columns(table)
                ],
                "primary key": inspector.get_pk_constraint(table),
                "foreign keys": _sorted(inspector.get_foreign_keys(table)),
                "uniques": _sorted(inspector.get_unique_constraints(table)),
                "checks": _sorted(inspector.get_check_constraints(table)),
                "indexes": _sorted(inspector.get_indexes(table)),
            }
    return found


def _sorted(found) -> list[str]:
    return sorted(str(sorted((key, _shown(value)) for key, value in one.items())) for one in found)


def _shown(value) -> str:
    """A value as text; conditions of indexes are objects that would show their address."""
    return str(
        {key: str(each) for key, each in value.items()} if isinstance(value, dict) else value
    )


def test_migrations_make_the_tables_of_the_code(bare):
    schema.upgrade(bare)
    with bare.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    migrated = facts(bare)
    schema.downgrade(bare)
    with bare.writing() as connection:
        metadata.create_all(connection)
    made = facts(bare)
    assert set(migrated) == set(made) == {table.name for table in metadata.sorted_tables}
    for table in made:
        assert migrated[table] == made[table]
    assert "deferrable" in str(made["games"])


def test_there_and_back_leaves_nothing(bare):
    schema.upgrade(bare)
    before = facts(bare)
    schema.downgrade(bare)
    assert facts(bare) == {}
    assert schema.present(bare) is None
    with bare.reading() as connection:
        assert _guards(connection) == set()
    schema.upgrade(bare)
    assert facts(bare) == before
    assert schema.present(bare) == schema.newest()


@pytest.mark.parametrize(("revision", "guards_left"), [("0002", 10), ("0001", 0)])
def test_some_steps_back_and_forth_keep_the_data(bare, revision, guards_left):
    schema.upgrade(bare)
    store = Store(bare)
    ada = store.players.create("Ada")
    before = facts(bare)
    with store.database.reading() as connection:
        guards = _guards(connection)
    assert len(guards) == 10
    schema.downgrade(store.database, revision)
    assert "rematches" not in facts(bare)
    with store.database.reading() as connection:
        assert len(_guards(connection)) == guards_left
    schema.upgrade(store.database)
    with store.database.reading() as connection:
        assert _guards(connection) == guards
    assert facts(bare) == before
    assert store.players.get(ada.id) == ada


@pytest.mark.parametrize("revision", EARLIER)
def test_every_earlier_schema_is_migrated_with_its_games(bare, revision):
    schema.upgrade(bare)
    store = Store(bare)
    ada, bob = store.players.create("Ada").id, store.players.create("Bob").id
    game = store.games.create(NewGame(3, 3, NewSeat("person", ada), NewSeat("person", bob)))
    board = Board(3)
    for number, move in enumerate(("a1", "b1"), 1):
        color = board.turn
        board.push_str(move)
        store.games.append_move(game.id, number, color, move, PositionKeys.of(board))
    store.games.finish(game.id, ResultRow("B+Resign", "resignation", BLACK))
    kept = [rows(bare, table) for table in ("players", "games", "moves", "results")]
    assert [len(each) for each in kept] == [2, 1, 2, 1]
    schema.downgrade(bare, revision)
    assert schema.present(bare) == revision
    schema.upgrade(bare)
    with bare.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert [rows(bare, table) for table in ("players", "games", "moves", "results")] == kept
    assert store.library.search(Query(player="Ada", result="B+")).total == 1


def rows(database: Database, table: str) -> list[dict[str, object]]:
    """All that a table holds."""
    with database.reading() as connection:
        found = connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2"))
        return [dict(row) for row in found.mappings()]


def test_people_whose_names_looked_alike_keep_them(bare):
    schema.upgrade(bare)
    schema.downgrade(bare, "0003")
    with bare.writing() as connection:
        for number, (kind, name) in enumerate(
            [("person", "Bill"), ("person", "BiII"), ("bot", "uct"), ("bot", "Bill")]
        ):
            connection.execute(
                text(
                    "INSERT INTO players (kind, name, name_key, created)"
                    " VALUES (:kind, :name, :key, '2024-01-01')"
                ),
                {"kind": kind, "name": name, "key": f"{name.lower()}{number}"},
            )
    schema.upgrade(bare)
    store = Store(bare)
    with bare.reading() as connection:
        keys = dict(connection.execute(text("SELECT id, look_key FROM players")).all())
    assert [key is not None for _, key in sorted(keys.items())] == [True, False, False, False]
    with pytest.raises(StoreError, match="looks too much like"):
        store.players.create("B1ll")


def test_unfinished_games_get_an_opener(bare):
    schema.upgrade(bare)
    store = Store(bare)
    ada, bob = store.players.create("Ada").id, store.players.create("Bob").id
    white = store.games.create(NewGame(3, 3, NewSeat("ai", ai="uct"), NewSeat("person", bob)))
    both = store.games.create(NewGame(3, 3, NewSeat("person", ada), NewSeat("person", bob)))
    none = store.games.create(NewGame(3, 3, NewSeat("ai", ai="uct"), NewSeat("ai", ai="uct")))
    schema.downgrade(bare, "0004")
    schema.upgrade(bare)
    with bare.reading() as connection:
        openers = dict(connection.execute(text("SELECT id, opener_id FROM games")).all())
    assert openers == {white.id: bob, both.id: ada, none.id: None}


def _guards(connection) -> set[str]:
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.dialect.name == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    return set(connection.scalars(text(query)))


def test_opening_twice_changes_nothing(bare_url):
    with Store.open(bare_url) as one, Store.open(bare_url) as two:
        one.players.create("Ada")
        assert two.players.by_name("ADA").name == "Ada"


def test_a_schema_from_the_future_is_refused(bare, bare_url):
    schema.upgrade(bare)
    with bare.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"9999.*newer"):
        Store.open(bare_url)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "is not a database URL"),
        ("mysql://host/name", "mysql databases are not supported"),
        ("sqlite:////no/such/folder/games.db", "cannot open.*unable to open"),
        ("postgresql://secret:word@127.0.0.1:1/none", r"cannot open postgresql.*\*\*\*"),
    ],
)
def test_a_database_that_is_none(url, message):
    with pytest.raises(StoreError, match=message) as error:
        Store.open(url)
    assert "word" not in str(error.value)
