"""The table of what addresses have done in the last day."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of daily counts."""
    op.create_table(
        "daily_counts",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("hour", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "address", "hour", name=op.f("pk_daily_counts")),
        sa.CheckConstraint("kind IN ('rated', 'imported')", name=op.f("ck_daily_counts_kind")),
        sa.CheckConstraint("length(address) <= 64", name=op.f("ck_daily_counts_address")),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_daily_counts_amount")),
    )
    op.create_index(op.f("ix_daily_counts_hour"), "daily_counts", ["hour"])


def downgrade() -> None:
    """Drop the table of daily counts."""
    op.drop_table("daily_counts")
