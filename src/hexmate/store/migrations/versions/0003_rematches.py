"""The table of rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of rematches."""
    op.create_table(
        "rematches",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("rematch_id", _number, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_rematches")),
        sa.UniqueConstraint("rematch_id", name=op.f("uq_rematches_rematch_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rematches_game_id")),
        sa.ForeignKeyConstraint(["rematch_id"], ["games.id"], name=op.f("fk_rematches_rematch_id")),
        sa.CheckConstraint("rematch_id > game_id", name=op.f("ck_rematches_order")),
    )


def downgrade() -> None:
    """Drop the table of rematches."""
    op.drop_table("rematches")
