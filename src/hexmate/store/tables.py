"""The tables. Triggers in the migrations enforce what tables cannot express.

Two techniques keep the rules in keys rather than in code: a computed column (`previous`,
`last_move`, `result_of`) can be a foreign key, and foreign keys that are checked at the end of the
transaction let two tables refer to each other.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    literal_column,
    text,
)

__all__ = [
    "SWAPS",
    "daily_counts",
    "games",
    "import_marks",
    "imports",
    "is_swap",
    "metadata",
    "moves",
    "players",
    "position_blocks",
    "ratings",
    "rematches",
    "results",
    "reviews",
    "seats",
    "servers",
    "solved",
]

SWAPS = ("swap", "swap-pieces", "swap-sides")
"""The words for a swap among the moves."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows automatically only if the type is exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")


class Moment(TypeDecorator[datetime]):
    """A point in time, in UTC in every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """SQLite stores no time zone, so it gets UTC without one."""
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The value in UTC, whatever the time zone of the server is."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _one_of(column: str, *words: str) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


players = Table(
    "players",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    # The name for comparisons: in one case and one Unicode form.
    Column("name_key", Text, nullable=False),
    Column("token_hash", Text, unique=True),
    Column("created", Moment, nullable=False),
    # How a person's name looks; NULL for bots and for people who had a look-alike already.
    Column("look_key", Text),
    UniqueConstraint("kind", "name_key"),
    Index(None, "look_key", unique=True),
    _one_of("kind", "person", "bot"),
    CheckConstraint("length(name) BETWEEN 1 AND 80", name="name_length"),
    CheckConstraint("length(name_key) > 0", name="name_key_length"),
)

games = Table(
    "games",
    metadata,
    # Said aloud because a part of a foreign key is otherwise taken to be given.
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("public_id", Text, nullable=False, unique=True),
    Column("rows", Integer, nullable=False),
    Column("cols", Integer, nullable=False),
    Column("shape", Text, nullable=False),
    Column("swap", Text),
    Column("start", Text),
    Column("start_key", BigInteger, nullable=False),
    Column("start_turned_key", BigInteger, nullable=False),
    Column("clock", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("training", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", JSON, nullable=False),
    Column("created", Moment, nullable=False),
    Column("started", Moment),
    Column("finished", Moment),
    Column("last_move", Integer, Computed("nullif(plies, 0)", persisted=True)),
    Column(
        "result_of",
        RowNumber,
        Computed("CASE WHEN status = 'finished' THEN id END", persisted=True),
    ),
    # Who made the game; unfinished games are counted by it.
    Column("opener_id", RowNumber),
    # The moves of an imported game, which are in its record and not in the table of moves, and
    # whether one of them is a swap.
    Column("recorded", Integer, nullable=False, server_default=text("0")),
    Column("swapped", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("id", "status"),
    ForeignKeyConstraint(
        ["id", "last_move"],
        ["moves.game_id", "moves.number"],
        deferrable=True,
        initially="DEFERRED",
        use_alter=True,
    ),
    ForeignKeyConstraint(
        ["result_of"],
        ["results.game_id"],
        deferrable=True,
        initially="DEFERRED",
        use_alter=True,
    ),
    CheckConstraint("rows BETWEEN 1 AND 32 AND cols BETWEEN 1 AND 32", name="size"),
    _one_of("shape", "hex", "offset", "square", "triangle"),
    _one_of("swap", "pieces", "sides"),
    _one_of("mode", "local", "online", "imported"),
    _one_of("status", "waiting", "live", "finished", "cancelled"),
    CheckConstraint("plies >= 0", name="plies"),
    CheckConstraint("NOT rated OR mode = 'online'", name="rated"),
    CheckConstraint("status NOT IN ('live', 'finished') OR started IS NOT NULL", name="started"),
    # The date of an imported game may be unknown.
    CheckConstraint(
        "CASE WHEN status = 'finished' THEN finished IS NOT NULL OR mode = 'imported'"
        " ELSE finished IS NULL END",
        name="finished",
    ),
    Index(None, "status", "mode", "id"),
    Index(None, "opener_id", "status"),
    # Lists of games come from here: in their order, with all that they are filtered by.
    Index(
        "ix_games_listing",
        "status",
        "finished",
        "id",
        "rows",
        "cols",
        "shape",
        "start_key",
        "start_turned_key",
    ),
    Index(None, "start_key"),
    Index(None, "start_turned_key"),
    # Where the foreign key above comes from: without it each result would look at all games.
    Index(None, "result_of"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", RowNumber, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("color", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("player_id", RowNumber, ForeignKey("players.id")),
    Column("ai", Text),
    Column("link_hash", Text, unique=True),
    Column("name", Text),
    Column("name_key", Text),
    UniqueConstraint("game_id", "color", "player_id"),
    _one_of("color", "black", "white"),
    _one_of("kind", "person", "ai", "hybrid", "open", "named"),
    CheckConstraint("kind NOT IN ('open', 'named') OR player_id IS NULL", name="player"),
    CheckConstraint("(kind IN ('ai', 'hybrid')) = (ai IS NOT NULL)", name="ai"),
    CheckConstraint("(name IS NULL) = (name_key IS NULL)", name="name_key"),
    CheckConstraint("kind = 'named' OR name IS NULL", name="name"),
    Index(None, "player_id"),
    Index(None, "name_key"),
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", RowNumber, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("previous", Integer, Computed("nullif(number - 1, 0)", persisted=True)),
    Column("color", Text, nullable=False),
    Column("move", Text, nullable=False),
    Column("played", Moment, nullable=False),
    Column("black_ms", BigInteger),
    Column("black_periods", Integer),
    Column("white_ms", BigInteger),
    Column("white_periods", Integer),
    Column("key", BigInteger, nullable=False),
    Column("turned_key", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "color"], ["seats.game_id", "seats.color"]),
    # No move without the one before it, when moves are added or removed.
    ForeignKeyConstraint(["game_id", "previous"], ["moves.game_id", "moves.number"]),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("length(move) BETWEEN 1 AND 16", name="move"),
    CheckConstraint("(black_ms IS NULL) = (white_ms IS NULL)", name="clocks"),
    Index(None, "key"),
)
# Literals, not parameters: the database must see that a query asks for what the index holds.
is_swap = moves.c.move.in_([literal_column(f"'{word}'") for word in SWAPS])
Index("ix_moves_swaps", moves.c.game_id, sqlite_where=is_swap, postgresql_where=is_swap)

results = Table(
    "results",
    metadata,
    Column("game_id", RowNumber, primary_key=True, autoincrement=False),
    # Always 'finished': as part of the key it ensures that only a finished game has a result.
    Column("status", Text, nullable=False, server_default="finished"),
    Column("result", Text, nullable=False),
    Column("termination", Text, nullable=False),
    Column("winner_seat", Text),
    ForeignKeyConstraint(
        ["game_id", "status"],
        ["games.id", "games.status"],
        deferrable=True,
        initially="DEFERRED",
    ),
    ForeignKeyConstraint(["game_id", "winner_seat"], ["seats.game_id", "seats.color"]),
    CheckConstraint("status = 'finished'", name="status"),
    _one_of(
        "termination",
        "connection",
        "full board",
        "resignation",
        "forfeit",
        "timeout",
        "unknown",
    ),
    CheckConstraint(
        "(winner_seat IS NOT NULL) = (substr(result, 1, 2) IN ('B+', 'W+'))", name="winner"
    ),
    CheckConstraint("winner_seat IS NOT NULL OR result IN ('Draw', 'Void', '?')", name="no_winner"),
    Index(None, "result"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("game_id", RowNumber, ForeignKey("results.game_id"), nullable=False),
    Column("color", Text, nullable=False),
    Column("player_id", RowNumber, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("rated", Moment, nullable=False),
    UniqueConstraint("game_id", "color"),
    # Only the players of the game can be rated, in their own seats.
    ForeignKeyConstraint(
        ["game_id", "color", "player_id"], ["seats.game_id", "seats.color", "seats.player_id"]
    ),
    CheckConstraint("deviation > 0 AND volatility > 0", name="positive"),
    Index(None, "player_id", "id"),
)

imports = Table(
    "imports",
    metadata,
    Column("game_id", RowNumber, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),
    # Of the record: the same game is not stored twice.
    Column("digest", Text, nullable=False, unique=True),
    # The whole game, variations and comments included, as a line of games.jsonl.
    Column("record", Text, nullable=False),
    # The main line as words such as b:c3; NULL if it is in the table of moves.
    Column("line", Text),
)

import_marks = Table(
    "import_marks",
    metadata,
    # Of the file.
    Column("digest", Text, primary_key=True),
    # How many of its games have been read, and what became of them.
    Column("read", Integer, nullable=False),
    Column("added", Integer, nullable=False),
    Column("known", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
)

# What blocks hold, and why there are blocks, is in position_index.py.
position_blocks = Table(
    "position_blocks",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("bucket", Integer, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Index(None, "bucket"),
)

rematches = Table(
    "rematches",
    metadata,
    Column("game_id", RowNumber, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("rematch_id", RowNumber, ForeignKey("games.id"), nullable=False, unique=True),
    CheckConstraint("rematch_id > game_id", name="order"),
)

reviews = Table(
    "reviews",
    metadata,
    # Only a finished game has a result, so only a finished game has a review.
    Column(
        "game_id", RowNumber, ForeignKey("results.game_id"), primary_key=True, autoincrement=False
    ),
    Column("player", Text, nullable=False),
    # How thorough the review is, per position.
    Column("seconds", Double, nullable=False),
    Column("visits", Integer),
    Column("created", Moment, nullable=False),
    # The review itself, as JSON.
    Column("text", Text, nullable=False),
    CheckConstraint("length(player) BETWEEN 1 AND 80", name="player"),
    CheckConstraint("length(text) BETWEEN 1 AND 1000000", name="text"),
)

servers = Table(
    "servers",
    metadata,
    Column("name", Text, primary_key=True),
    # NULL once the server has ended.
    Column("token", Text, unique=True),
    Column("host", Text, nullable=False),
    Column("process", Text, nullable=False),
    Column("alone", Boolean, nullable=False),
    Column("beat", BigInteger, nullable=False),
    # Above every version of a game that was shown: versions never go back.
    Column("reached", BigInteger, nullable=False),
)

daily_counts = Table(
    "daily_counts",
    metadata,
    Column("kind", Text, primary_key=True),
    # As limits count it: an IPv4 address or an IPv6 network.
    Column("address", Text, primary_key=True),
    # Since 1970.
    Column("hour", BigInteger, primary_key=True, autoincrement=False),
    Column("amount", BigInteger, nullable=False),
    _one_of("kind", "rated", "imported"),
    CheckConstraint("length(address) <= 64", name="address"),
    CheckConstraint("amount >= 0", name="amount"),
    Index(None, "hour"),
)

solved = Table(
    "solved",
    metadata,
    # Of the positions that are equal by symmetry, the first in the order of text.
    Column("position", Text, primary_key=True),
    # For the side to move.
    Column("verdict", Text, nullable=False),
    Column("move", Text),
    # The cells that the proof needs, separated by blanks.
    Column("carrier", Text, nullable=False),
    # Positions that were searched.
    Column("work", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("created", Moment, nullable=False),
    CheckConstraint("length(position) BETWEEN 1 AND 4096", name="position"),
    CheckConstraint("verdict IN ('loss', 'draw', 'win')", name="verdict"),
)
