"""Reviews of finished games: one per game, the most thorough so far."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, insert, select

from hexmate.store.database import Database
from hexmate.store.errors import NotFoundError
from hexmate.store.tables import games, results, reviews

__all__ = ["LONGEST_REVIEW", "ReviewRepository", "StoredReview"]

LONGEST_REVIEW = 1_000_000
"""The most characters of a stored review."""

_STRONGEST = "hexmate"


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review of a game, and how thorough it was."""

    player: str
    """The spec of the engine."""
    seconds: float
    """The limit per position that was kept to."""
    visits: int | None
    """Those reached in a usual position, not those asked for; None if the engine counts none."""
    text: str
    """The review itself, as JSON."""

    def effort(self) -> tuple[bool, int, float]:
        """Compares reviews: the strongest engine first, then visits, then time."""
        return self.player == _STRONGEST, self.visits or 0, self.seconds


class ReviewRepository:
    """The reviews of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, public_id: str) -> StoredReview | None:
        """The review of a game, if it has one; `NotFoundError` if there is no such game."""
        columns = (reviews.c.player, reviews.c.seconds, reviews.c.visits, reviews.c.text)
        query = (
            select(games.c.id, *columns)
            .outerjoin(reviews, reviews.c.game_id == games.c.id)
            .where(games.c.public_id == public_id)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise NotFoundError(f"there is no game {public_id!r}")
        return None if row.text is None else StoredReview(*row[1:])

    def save(self, public_id: str, review: StoredReview) -> bool:
        """Store the review of a finished game, unless it has a more thorough one.

        Returns whether it was stored. Reviews of games that are not finished, or that are too long,
        are not.
        """
        if len(review.text) > LONGEST_REVIEW:
            return False
        finished = (
            select(games.c.id)
            .join(results, results.c.game_id == games.c.id)
            .where(games.c.public_id == public_id)
        )
        with self._database.writing() as connection:
            game = connection.scalar(finished)
            if game is None:
                return False
            columns = (reviews.c.player, reviews.c.seconds, reviews.c.visits, reviews.c.text)
            known = connection.execute(select(*columns).where(reviews.c.game_id == game)).first()
            if known is not None and StoredReview(*known).effort() > review.effort():
                return False
            connection.execute(delete(reviews).where(reviews.c.game_id == game))
            connection.execute(
                insert(reviews).values(
                    game_id=game,
                    player=review.player,
                    seconds=review.seconds,
                    visits=review.visits,
                    created=datetime.now(UTC),
                    text=review.text,
                )
            )
        return True
