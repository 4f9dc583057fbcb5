"""${message}."""

from alembic import op
import sqlalchemy as sa

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """Go to this schema from the one before."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back to the schema before."""
    ${downgrades if downgrades else "pass"}
