"""The store: one database and its repositories."""

from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from hexmate.store import schema
from hexmate.store.daily_counts import DailyCountRepository
from hexmate.store.database import Database
from hexmate.store.games import GameRepository
from hexmate.store.library import Library
from hexmate.store.players import PlayerRepository
from hexmate.store.rating_rules import RatingRules
from hexmate.store.ratings import RatingRepository
from hexmate.store.reviews import ReviewRepository
from hexmate.store.servers import ServerRepository
from hexmate.store.solved import SolvedRepository

__all__ = ["Store"]


class Store:
    """Players, games, ratings, the library and solved positions, in SQLite or PostgreSQL.

    Safe between threads.
    """

    def __init__(self, database: Database, rules: RatingRules | None = None) -> None:
        self.database = database
        self.rules = rules or RatingRules()
        self.players = PlayerRepository(database)
        self.games = GameRepository(database, self.rules)
        self.ratings = RatingRepository(database, self.rules)
        self.library = Library(database)
        self.reviews = ReviewRepository(database)
        self.servers = ServerRepository(database)
        self.solved = SolvedRepository(database)
        self.daily_counts = DailyCountRepository(database)

    @classmethod
    def open(cls, url: str, rules: RatingRules | None = None, *, patience: float = 30.0) -> Self:
        """Open a database; it is created and migrated to the newest schema if needed.

        ``sqlite:///games.db`` is a file, ``sqlite://`` lives in memory, and
        ``postgresql://user@host/name`` is a server. `patience` limits how long a call waits for a
        lock of another program or for an answer of the server, in seconds; then it raises an
        `UnavailableError`.
        """
        database = Database(url)
        try:
            database.check()
            schema.upgrade(database)
            database.limit_waits(patience)
        except BaseException:
            database.close()
            raise
        return cls(database, rules)

    def batch(self) -> AbstractContextManager[None]:
        """One transaction for all writes that this thread makes in the block.

        They are committed together at its end. A refused write does not undo the others; an error
        that leaves the block undoes them all. The writes of a batch inside a batch succeed or fail
        together.
        """
        return self.database.batch()

    def close(self) -> None:
        """Close all connections."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
