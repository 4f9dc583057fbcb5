"""The schema of a database: its version, and migrations."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from hexmate.store.database import Database
from hexmate.store.errors import StoreError

__all__ = ["config", "downgrade", "newest", "present", "upgrade"]

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x4E78  # any number, the same in every process


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a settings file."""
    settings = Config()
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(config())


@cache
def newest() -> str:
    """The schema version that this version of Hexmate uses."""
    head = _scripts().get_current_head()
    assert head is not None
    return head


def present(database: Database) -> str | None:
    """The schema version of the database; None if it is empty."""
    with database.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(database: Database) -> None:
    """Migrate the database to the newest schema, keeping all data."""
    if present(database) == newest():
        return
    with database.writing() as connection:
        _lock(connection)
        known = {script.revision for script in _scripts().walk_revisions()}
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in known:
            raise StoreError(
                f"the database has schema {found}, which this version of Hexmate does not know; "
                "a newer version wrote it"
            )
        if found != newest():  # another program may have migrated it while this one waited
            command.upgrade(config(connection), "head")


def downgrade(database: Database, revision: str = "base") -> None:
    """Migrate the database to an older schema; data that it cannot hold are lost."""
    with database.writing() as connection:
        _lock(connection)
        command.downgrade(config(connection), revision)


def _lock(connection: Connection) -> None:
    """Let programs that start at the same time migrate one after the other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
