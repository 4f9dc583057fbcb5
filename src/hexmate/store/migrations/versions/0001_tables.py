"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_moment = sa.DateTime(timezone=True)
_deferred: dict[str, Any] = {"deferrable": True, "initially": "DEFERRED"}


def upgrade() -> None:
    """Go to this schema from an empty database."""
    _create_players()
    _create_games()
    _create_seats()
    _create_moves()
    _create_results()
    _create_ratings()
    _create_imports()
    if op.get_context().dialect.supports_alter:
        # SQLite had these keys in the table; others need the tables on both ends first.
        op.create_foreign_key(
            op.f("fk_games_id_last_move"),
            "games",
            "moves",
            ["id", "last_move"],
            ["game_id", "number"],
            **_deferred,
        )
        op.create_foreign_key(
            op.f("fk_games_result_of"), "games", "results", ["result_of"], ["game_id"], **_deferred
        )


def downgrade() -> None:
    """Go back to an empty database."""
    if op.get_context().dialect.supports_alter:
        op.drop_constraint(op.f("fk_games_id_last_move"), "games")
        op.drop_constraint(op.f("fk_games_result_of"), "games")
    for table in ("imports", "ratings", "results", "moves", "seats", "games", "players"):
        op.drop_table(table)


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", _number, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=True),
        sa.Column("created", _moment, nullable=False),
        sa.CheckConstraint("kind IN ('person', 'bot')", name=op.f("ck_players_kind")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 80", name=op.f("ck_players_name_length")),
        sa.CheckConstraint("length(name_key) > 0", name=op.f("ck_players_name_key_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("kind", "name_key", name=op.f("uq_players_kind_name_key")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_players_token_hash")),
    )


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", _number, autoincrement=True, nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("cols", sa.Integer(), nullable=False),
        sa.Column("shape", sa.Text(), nullable=False),
        sa.Column("swap", sa.Text(), nullable=True),
        sa.Column("start", sa.Text(), nullable=True),
        sa.Column("start_key", sa.BigInteger(), nullable=False),
        sa.Column("start_turned_key", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("created", _moment, nullable=False),
        sa.Column("started", _moment, nullable=True),
        sa.Column("finished", _moment, nullable=True),
        sa.Column(
            "last_move",
            sa.Integer(),
            sa.Computed("nullif(plies, 0)", persisted=True),
            nullable=True,
        ),
        sa.Column(
            "result_of",
            _number,
            sa.Computed("CASE WHEN status = 'finished' THEN id END", persisted=True),
            nullable=True,
        ),
        *_game_rules(),
    )
    for column in ("status", "finished", "start_key", "start_turned_key"):
        op.create_index(op.f(f"ix_games_{column}"), "games", [column])


def _game_rules() -> list[sa.Constraint]:
    return [
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("public_id", name=op.f("uq_games_public_id")),
        sa.UniqueConstraint("id", "status", name=op.f("uq_games_id_status")),
        sa.ForeignKeyConstraint(
            ["id", "last_move"],
            ["moves.game_id", "moves.number"],
            name=op.f("fk_games_id_last_move"),
            use_alter=True,
            **_deferred,
        ),
        sa.ForeignKeyConstraint(
            ["result_of"],
            ["results.game_id"],
            name=op.f("fk_games_result_of"),
            use_alter=True,
            **_deferred,
        ),
        *(
            sa.CheckConstraint(rule, name=op.f(f"ck_games_{name}"))
            for name, rule in (
                ("size", "rows BETWEEN 1 AND 32 AND cols BETWEEN 1 AND 32"),
                ("shape", "shape IN ('hex', 'offset', 'square', 'triangle')"),
                ("swap", "swap IN ('pieces', 'sides')"),
                ("mode", "mode IN ('local', 'online', 'imported')"),
                ("status", "status IN ('waiting', 'live', 'finished', 'cancelled')"),
                ("plies", "plies >= 0"),
                ("rated", "NOT rated OR mode = 'online'"),
                ("started", "status NOT IN ('live', 'finished') OR started IS NOT NULL"),
                (
                    "finished",
                    "CASE WHEN status = 'finished' THEN finished IS NOT NULL OR mode = 'imported'"
                    " ELSE finished IS NULL END",
                ),
            )
        ),
    ]


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("color", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player_id", _number, nullable=True),
        sa.Column("ai", sa.Text(), nullable=True),
        sa.Column("link_hash", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "color", name=op.f("pk_seats")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_seats_link_hash")),
        sa.UniqueConstraint(
            "game_id", "color", "player_id", name=op.f("uq_seats_game_id_color_player_id")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        *(
            sa.CheckConstraint(rule, name=op.f(f"ck_seats_{name}"))
            for name, rule in (
                ("color", "color IN ('black', 'white')"),
                ("kind", "kind IN ('person', 'ai', 'hybrid', 'open', 'named')"),
                ("player", "kind NOT IN ('open', 'named') OR player_id IS NULL"),
                ("ai", "(kind IN ('ai', 'hybrid')) = (ai IS NOT NULL)"),
                ("name_key", "(name IS NULL) = (name_key IS NULL)"),
                ("name", "kind = 'named' OR name IS NULL"),
            )
        ),
    )
    for column in ("player_id", "name_key"):
        op.create_index(op.f(f"ix_seats_{column}"), "seats", [column])


def _create_moves() -> None:
    op.create_table(
        "moves",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "previous",
            sa.Integer(),
            sa.Computed("nullif(number - 1, 0)", persisted=True),
            nullable=True,
        ),
        sa.Column("color", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("played", _moment, nullable=False),
        sa.Column("black_ms", sa.BigInteger(), nullable=True),
        sa.Column("black_periods", sa.Integer(), nullable=True),
        sa.Column("white_ms", sa.BigInteger(), nullable=True),
        sa.Column("white_periods", sa.Integer(), nullable=True),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("turned_key", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_moves")),
        sa.ForeignKeyConstraint(
            ["game_id", "color"],
            ["seats.game_id", "seats.color"],
            name=op.f("fk_moves_game_id_color"),
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "previous"],
            ["moves.game_id", "moves.number"],
            name=op.f("fk_moves_game_id_previous"),
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_moves_number")),
        sa.CheckConstraint("length(move) BETWEEN 1 AND 16", name=op.f("ck_moves_move")),
        sa.CheckConstraint("(black_ms IS NULL) = (white_ms IS NULL)", name=op.f("ck_moves_clocks")),
    )
    for column in ("key", "turned_key"):
        op.create_index(op.f(f"ix_moves_{column}"), "moves", [column])


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("status", sa.Text(), server_default="finished", nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("termination", sa.Text(), nullable=False),
        sa.Column("winner_seat", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
        sa.ForeignKeyConstraint(
            ["game_id", "status"],
            ["games.id", "games.status"],
            name=op.f("fk_results_game_id_status"),
            **_deferred,
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "winner_seat"],
            ["seats.game_id", "seats.color"],
            name=op.f("fk_results_game_id_winner_seat"),
        ),
        *(
            sa.CheckConstraint(rule, name=op.f(f"ck_results_{name}"))
            for name, rule in (
                ("status", "status = 'finished'"),
                (
                    "termination",
                    "termination IN ('connection', 'full board', 'resignation', 'forfeit', "
                    "'timeout', 'unknown')",
                ),
                ("winner", "(winner_seat IS NOT NULL) = (substr(result, 1, 2) IN ('B+', 'W+'))"),
                ("no_winner", "winner_seat IS NOT NULL OR result IN ('Draw', 'Void', '?')"),
            )
        ),
    )
    op.create_index(op.f("ix_results_result"), "results", ["result"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("id", _number, nullable=False),
        sa.Column("game_id", _number, nullable=False),
        sa.Column("color", sa.Text(), nullable=False),
        sa.Column("player_id", _number, nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("rated", _moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ratings")),
        sa.UniqueConstraint("game_id", "color", name=op.f("uq_ratings_game_id_color")),
        sa.ForeignKeyConstraint(["game_id"], ["results.game_id"], name=op.f("fk_ratings_game_id")),
        sa.ForeignKeyConstraint(
            ["game_id", "color", "player_id"],
            ["seats.game_id", "seats.color", "seats.player_id"],
            name=op.f("fk_ratings_game_id_color_player_id"),
        ),
        sa.CheckConstraint("deviation > 0 AND volatility > 0", name=op.f("ck_ratings_positive")),
    )
    op.create_index(op.f("ix_ratings_player_id_id"), "ratings", ["player_id", "id"])


def _create_imports() -> None:
    op.create_table(
        "imports",
        sa.Column("game_id", _number, autoincrement=False, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_imports")),
        sa.UniqueConstraint("digest", name=op.f("uq_imports_digest")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_imports_game_id")),
    )
