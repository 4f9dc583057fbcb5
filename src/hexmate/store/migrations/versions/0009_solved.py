"""The table of solved positions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of solved positions."""
    op.create_table(
        "solved",
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("move", sa.Text()),
        sa.Column("carrier", sa.Text(), nullable=False),
        sa.Column("work", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_solved")),
        sa.CheckConstraint("length(position) BETWEEN 1 AND 4096", name=op.f("ck_solved_position")),
        sa.CheckConstraint("verdict IN ('loss', 'draw', 'win')", name=op.f("ck_solved_verdict")),
    )


def downgrade() -> None:
    """Drop the table of solved positions."""
    op.drop_table("solved")
