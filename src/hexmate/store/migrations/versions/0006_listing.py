"""Indexes for lists of games, for statistics and for results."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LISTING = ["status", "finished", "id", "rows", "cols", "shape", "start_key", "start_turned_key"]
_IS_SWAP = sa.text("move IN ('swap', 'swap-pieces', 'swap-sides')")


def upgrade() -> None:
    """Create the indexes; lists of finished games need the one by date no longer."""
    op.create_index("ix_games_listing", "games", _LISTING)
    op.drop_index(op.f("ix_games_finished"), "games")
    op.create_index(op.f("ix_games_result_of"), "games", ["result_of"])
    op.create_index(
        "ix_moves_swaps", "moves", ["game_id"], sqlite_where=_IS_SWAP, postgresql_where=_IS_SWAP
    )


def downgrade() -> None:
    """Drop the indexes."""
    op.create_index(op.f("ix_games_finished"), "games", ["finished"])
    op.drop_index("ix_moves_swaps", "moves")
    op.drop_index(op.f("ix_games_result_of"), "games")
    op.drop_index("ix_games_listing", "games")
