"""The table of reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of reviews."""
    op.create_table(
        "reviews",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("visits", sa.Integer()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_reviews")),
        sa.ForeignKeyConstraint(["game_id"], ["results.game_id"], name=op.f("fk_reviews_game_id")),
        sa.CheckConstraint("length(player) BETWEEN 1 AND 80", name=op.f("ck_reviews_player")),
        sa.CheckConstraint("length(text) BETWEEN 1 AND 1000000", name=op.f("ck_reviews_text")),
    )


def downgrade() -> None:
    """Drop the table of reviews."""
    op.drop_table("reviews")
