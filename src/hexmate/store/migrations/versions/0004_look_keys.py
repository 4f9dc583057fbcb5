"""A key by which names that look alike are equal."""

import sqlalchemy as sa
from alembic import op

from hexmate.store.names import look_key

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_players = sa.table("players", sa.column("id"), sa.column("kind"), sa.column("name"))
_keys = sa.table("players", sa.column("id"), sa.column("look_key"))
_CHUNK = 1000


def upgrade() -> None:
    """Add the key. Of people whose names look alike, only the first gets one."""
    op.add_column("players", sa.Column("look_key", sa.Text(), nullable=True))
    connection = op.get_bind()
    people = sa.select(_players.c.id, _players.c.name).where(_players.c.kind == "person")
    first: dict[str, int] = {}
    for number, name in connection.execute(people.order_by(_players.c.id)):
        first.setdefault(look_key(name), number)
    change = sa.update(_keys).where(_keys.c.id == sa.bindparam("number"))
    rows = [{"number": number, "key": key} for key, number in first.items()]
    for start in range(0, len(rows), _CHUNK):
        connection.execute(
            change.values(look_key=sa.bindparam("key")), rows[start : start + _CHUNK]
        )
    op.create_index(op.f("ix_players_look_key"), "players", ["look_key"], unique=True)


def downgrade() -> None:
    """Drop the key."""
    op.drop_index(op.f("ix_players_look_key"), "players")
    op.drop_column("players", "look_key")
