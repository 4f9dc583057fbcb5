"""PostgreSQL counts the seats of a new game when its transaction commits.

A finished game can then be inserted as such, before its seats: imports would otherwise write every
game twice, with all its index entries. Triggers of SQLite cannot wait for the commit.
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_AT_COMMIT = (
    "CREATE CONSTRAINT TRIGGER games_seated_insert AFTER INSERT ON games"
    " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IN ('live', 'finished'))"
    " EXECUTE FUNCTION guard_games_seated_insert()"
)
_AT_ONCE = (
    "CREATE TRIGGER games_seated_insert BEFORE INSERT ON games"
    " FOR EACH ROW EXECUTE FUNCTION guard_games_seated_insert()"
)


def upgrade() -> None:
    """Let the guard wait for the commit."""
    _replace_guard(_AT_COMMIT)


def downgrade() -> None:
    """Let the guard act at once."""
    _replace_guard(_AT_ONCE)


def _replace_guard(creation: str) -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER games_seated_insert ON games")
        op.execute(creation)
