"""An index of positions in blocks; imported games keep their moves in one text."""

import sqlalchemy as sa
from alembic import op

from hexmate.store.position_index import index_games

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_FINISHED = sa.text("SELECT id FROM games WHERE status = 'finished' ORDER BY id")


def upgrade() -> None:
    """Create the tables and columns, and index all finished games."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "position_blocks",
        sa.Column("id", number, nullable=False),
        sa.Column("bucket", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_position_blocks")),
    )
    op.create_index(op.f("ix_position_blocks_bucket"), "position_blocks", ["bucket"])
    op.create_table(
        "import_marks",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("read", sa.Integer(), nullable=False),
        sa.Column("added", sa.Integer(), nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_import_marks")),
    )
    op.add_column(
        "games", sa.Column("recorded", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )
    op.add_column(
        "games", sa.Column("swapped", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("imports", sa.Column("line", sa.Text(), nullable=True))
    connection = op.get_bind()
    index_games(connection, connection.scalars(_FINISHED).all())
    op.drop_index(op.f("ix_moves_turned_key"), "moves")


def downgrade() -> None:
    """Drop them. Games that were imported since keep their records, but they have no moves in the
    table of moves: they are listed with none, and their positions can no longer be found.
    """
    op.create_index(op.f("ix_moves_turned_key"), "moves", ["turned_key"])
    op.drop_column("imports", "line")
    op.drop_column("games", "swapped")
    op.drop_column("games", "recorded")
    op.drop_table("import_marks")
    op.drop_table("position_blocks")
