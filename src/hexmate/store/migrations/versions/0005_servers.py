"""Leases of servers, and who opened a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of servers. A game without an opener was opened by a person in it."""
    op.create_table(
        "servers",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=True),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("alone", sa.Boolean(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("reached", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_servers")),
        sa.UniqueConstraint("token", name=op.f("uq_servers_token")),
    )
    op.add_column("games", sa.Column("opener_id", _number, nullable=True))
    op.execute(
        "UPDATE games SET opener_id = (SELECT min(player_id) FROM seats"
        " WHERE game_id = games.id AND kind IN ('person', 'hybrid'))"
        " WHERE status IN ('waiting', 'live')"
    )
    op.create_index(op.f("ix_games_opener_id_status"), "games", ["opener_id", "status"])
    op.create_index(op.f("ix_games_status_mode_id"), "games", ["status", "mode", "id"])
    op.drop_index(op.f("ix_games_status"), "games")


def downgrade() -> None:
    """Drop the table and the column."""
    op.create_index(op.f("ix_games_status"), "games", ["status"])
    op.drop_index(op.f("ix_games_status_mode_id"), "games")
    op.drop_index(op.f("ix_games_opener_id_status"), "games")
    op.drop_column("games", "opener_id")
    op.drop_table("servers")
