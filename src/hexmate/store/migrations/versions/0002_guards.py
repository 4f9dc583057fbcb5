"""Triggers for the rules that keys and checks cannot express.

Each is a condition under which a change is refused, in SQL that both databases understand.
"""

from typing import NamedTuple

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


class Guard(NamedTuple):
    """A change that is refused, and why."""

    name: str
    change: str
    table: str
    refused_when: str
    because: str


_PLAYED = "NEW.status IN ('live', 'finished')"
_SEATED = "SELECT count(*) FROM seats WHERE game_id = NEW.id AND kind <> 'open'"
_RIVALS = (
    "FROM seats JOIN players ON players.id = seats.player_id"
    " WHERE seats.game_id = NEW.id AND seats.kind IN ('person', 'ai')"
)
_STATUS = "(SELECT status FROM games WHERE id = {row}.game_id)"
_IS_LIVE = "SELECT 1 FROM games WHERE id = {row}.game_id AND status = 'live'"

GUARDS = (
    Guard(
        "moves_insert",
        "INSERT",
        "moves",
        f"NOT EXISTS ({_IS_LIVE.format(row='NEW')} AND plies >= NEW.number)",
        "a move is played in a live game, which counts it",
    ),
    Guard("moves_update", "UPDATE", "moves", "1 = 1", "a stored move does not change"),
    Guard(
        "moves_delete",
        "DELETE",
        "moves",
        f"NOT EXISTS ({_IS_LIVE.format(row='OLD')})",
        "moves are taken back in a live game only",
    ),
    Guard(
        "games_plies",
        "UPDATE OF plies",
        "games",
        "EXISTS (SELECT 1 FROM moves WHERE game_id = NEW.id AND number > NEW.plies)",
        "a game counts all its moves",
    ),
    *(
        Guard(
            f"games_seated_{change.split()[0].lower()}",
            change,
            "games",
            f"{_PLAYED} AND ({_SEATED}) < 2",
            "a game is played by two who have sat down",
        )
        for change in ("INSERT", "UPDATE OF status")
    ),
    *(
        Guard(
            f"games_rated_{change.split()[0].lower()}",
            change,
            "games",
            f"NEW.rated AND {_PLAYED} AND ((SELECT count(DISTINCT players.id) {_RIVALS}) < 2"
            f" OR (SELECT count(DISTINCT players.kind) {_RIVALS}) > 1)",
            "a rated game is between two people or between two bots",
        )
        for change in ("INSERT", "UPDATE OF status, rated")
    ),
    Guard(
        "seats_update",
        "UPDATE",
        "seats",
        f"{_STATUS.format(row='OLD')} = 'finished'"
        f" OR (NEW.kind = 'open' AND {_STATUS.format(row='OLD')} = 'live')",
        "who sat down to a game that was played stays there",
    ),
    Guard(
        "seats_delete",
        "DELETE",
        "seats",
        f"{_STATUS.format(row='OLD')} IN ('live', 'finished')",
        "who sat down to a game that was played stays there",
    ),
)


def upgrade() -> None:
    """Put the guards up."""
    for guard in GUARDS:
        for statement in _creation(guard, op.get_context().dialect.name):
            op.execute(statement)


def downgrade() -> None:
    """Take the guards down."""
    for guard in GUARDS:
        if op.get_context().dialect.name == "sqlite":
            op.execute(f"DROP TRIGGER {guard.name}")
        else:
            op.execute(f"DROP TRIGGER {guard.name} ON {guard.table}")
            op.execute(f"DROP FUNCTION guard_{guard.name}()")


def _creation(guard: Guard, dialect: str) -> list[str]:
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {guard.name} BEFORE {guard.change} ON {guard.table}"
            f" WHEN {guard.refused_when}"
            f" BEGIN SELECT RAISE(ABORT, '{guard.because}'); END"
        ]
    row = "OLD" if guard.change == "DELETE" else "NEW"
    return [
        f"CREATE FUNCTION guard_{guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$"
        f" BEGIN IF {guard.refused_when} THEN RAISE EXCEPTION '{guard.because}'"
        f" USING ERRCODE = 'check_violation'; END IF; RETURN {row}; END $$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.change} ON {guard.table}"
        f" FOR EACH ROW EXECUTE FUNCTION guard_{guard.name}()",
    ]
