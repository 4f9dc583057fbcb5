"""Ratings, computed when a rated game ends, in the same transaction.

Only games between two people or two bots can be rated, which the tables enforce. Local games and
games with a hybrid player are not rated; `rating_rules` says which others are not.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, distinct, func, insert, select

from hexmate.color import BLACK, WHITE, Color
from hexmate.store.database import Database
from hexmate.store.glicko import Rating, rate, waited
from hexmate.store.players import player_of
from hexmate.store.rating_rules import DAY, RatingRules, game_weight
from hexmate.store.tables import games, players, ratings, results
from hexmate.store.values import GameRow, StoredPlayer

__all__ = ["LeaderboardRow", "Pool", "Rated", "RatingChange", "RatingRepository", "rate_game"]

Pool = Literal["people", "bots"]

PERIOD = timedelta(days=7)
"""Glicko's rating period: the deviation grows by one step per week without games."""

_KIND_OF_POOL = {"people": "person", "bots": "bot"}


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating and the number of rated games behind it."""

    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The rating of a player after a game."""

    public_id: str
    color: Color
    player_id: int
    rating: Rating
    rated: datetime


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of the leaderboard."""

    rank: int
    player: StoredPlayer
    rating: Rating
    games: int
    wins: int


class RatingRepository:
    """Ratings of players."""

    def __init__(self, database: Database, rules: RatingRules) -> None:
        self._database = database
        self._rules = rules

    def of(self, player_id: int) -> Rated:
        """A player's rating; the initial rating if no game was rated."""
        with self._database.reading() as connection:
            rating, _ = _current(connection, player_id)
            counted = select(func.count()).where(ratings.c.player_id == player_id)
            return Rated(rating, connection.scalar(counted) or 0)

    def history(self, player_id: int) -> list[RatingChange]:
        """A player's ratings, one for each rated game, oldest first."""
        return self._changes(ratings.c.player_id == player_id)

    def of_game(self, game_id: int) -> list[RatingChange]:
        """The ratings of both players after a game; [] if it was not rated."""
        return self._changes(ratings.c.game_id == game_id)

    def _changes(self, where: ColumnElement[bool]) -> list[RatingChange]:
        columns = ratings.c
        query = (
            select(
                games.c.public_id,
                columns.color,
                columns.player_id,
                columns.rating,
                columns.deviation,
                columns.volatility,
                columns.rated,
            )
            .join(games, games.c.id == columns.game_id)
            .where(where)
            .order_by(columns.id)
        )
        with self._database.reading() as connection:
            return [
                RatingChange(
                    public_id=row.public_id,
                    color=Color.parse(row.color),
                    player_id=row.player_id,
                    rating=_rating(row),
                    rated=row.rated,
                )
                for row in connection.execute(query)
            ]

    def between(self, one: int, other: int, since: datetime) -> int:
        """The number of rated games of two players with each other since a moment."""
        with self._database.reading() as connection:
            return _between(connection, one, other, since)

    def pair_is_free(self, one: int, other: int, now: datetime) -> bool:
        """Whether another game of these two players would be rated today."""
        return self.between(one, other, now - DAY) < self._rules.per_pair

    def leaderboard(self, pool: Pool = "people", limit: int = 100) -> list[LeaderboardRow]:
        """The best players of a pool, by rating minus two deviations.

        So one lucky game does not lead the list. Only players whose strength is known are on it,
        from games against several opponents whose strength is known.
        """
        rules, now = self._rules, _latest("now")
        played, rivals = _played().subquery(), _known_rivals(rules).subquery()
        query = (
            select(
                players.c.id,
                players.c.kind,
                players.c.name,
                players.c.created,
                now.c.rating,
                now.c.deviation,
                now.c.volatility,
                played.c.games,
                played.c.wins,
            )
            .join(now, now.c.player_id == players.c.id)
            .join(played, played.c.player_id == players.c.id)
            .join(rivals, rivals.c.player_id == players.c.id)
            .where(
                players.c.kind == _KIND_OF_POOL[pool],
                now.c.deviation <= rules.deviation,
                played.c.games >= rules.games,
                rivals.c.rivals >= rules.opponents,
            )
            .order_by((now.c.rating - 2 * now.c.deviation).desc(), players.c.id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [
                LeaderboardRow(rank, player_of(row), _rating(row), row.games, row.wins)
                for rank, row in enumerate(connection.execute(query), 1)
            ]


def _latest(name: str) -> Any:
    """The last rating of each player."""
    last = select(func.max(ratings.c.id)).group_by(ratings.c.player_id)
    return select(ratings).where(ratings.c.id.in_(last)).subquery(name)


def _played() -> Select[Any]:
    """The number of rated games, and of those won, of each player."""
    return (
        select(
            ratings.c.player_id,
            func.count().label("games"),
            func.count().filter(results.c.winner_seat == ratings.c.color).label("wins"),
        )
        .join(results, results.c.game_id == ratings.c.game_id)
        .group_by(ratings.c.player_id)
    )


def _known_rivals(rules: RatingRules) -> Select[Any]:
    """The number of opponents of each player whose strength is known."""
    own, rival, latest = ratings.alias("own"), ratings.alias("rival"), _latest("rival_now")
    return (
        select(own.c.player_id, func.count(distinct(rival.c.player_id)).label("rivals"))
        .join(rival, (rival.c.game_id == own.c.game_id) & (rival.c.color != own.c.color))
        .join(latest, latest.c.player_id == rival.c.player_id)
        .where(latest.c.deviation <= rules.deviation)
        .group_by(own.c.player_id)
    )


def rate_game(connection: Connection, game: GameRow, ended: datetime, rules: RatingRules) -> None:
    """Rate both players of a finished game, if it is a rated one that counts."""
    black, white = game.black.player, game.white.player
    if game.result is None or black is None or white is None or not rules.counts(game):
        return
    score = {"B": 1.0, "W": 0.0, "D": 0.5}.get(_winner_letter(game))
    if score is None:
        return
    _lock_players(connection, black.id, white.id)
    if _between(connection, black.id, white.id, ended - DAY) >= rules.per_pair:
        return
    before = {}
    for color, player in ((BLACK, black), (WHITE, white)):
        rating, since = _current(connection, player.id)
        before[color] = (player.id, rating, _periods(since, ended))
    for color, own_score in ((BLACK, score), (WHITE, 1 - score)):
        player_id, rating, periods = before[color]
        _, rival, rival_periods = before[color.other]
        own, other = waited(rating, periods), waited(rival, rival_periods)
        share = game_weight(own, other)
        after = rate(rating, [(other, own_score)], periods=periods, share=share)
        connection.execute(
            insert(ratings).values(
                game_id=game.id,
                color=str(color),
                player_id=player_id,
                rating=after.rating,
                deviation=after.deviation,
                volatility=after.volatility,
                rated=ended,
            )
        )


def _between(connection: Connection, one: int, other: int, since: datetime) -> int:
    own, rival = ratings.alias("own"), ratings.alias("rival")
    query = (
        select(func.count())
        .select_from(own)
        .join(rival, (rival.c.game_id == own.c.game_id) & (rival.c.player_id == other))
        .where(own.c.player_id == one, own.c.rated > since)
    )
    return connection.scalar(query) or 0


def _winner_letter(game: GameRow) -> str:
    """B or W for the seat that won, D for a draw, "" if unknown."""
    assert game.result is not None
    if game.result.winner_seat is not None:
        return game.result.winner_seat.letter.upper()
    return "D" if game.result.result == "Draw" else ""


def _lock_players(connection: Connection, *numbers: int) -> None:
    """Lock players, so that games of a player that end at the same time are rated in turn.

    The order of the numbers prevents deadlocks.
    """
    query = select(players.c.id).where(players.c.id.in_(numbers)).order_by(players.c.id)
    connection.execute(query.with_for_update(key_share=True)).all()


def _current(connection: Connection, player_id: int) -> tuple[Rating, datetime | None]:
    columns = ratings.c
    query = (
        select(columns.rating, columns.deviation, columns.volatility, columns.rated)
        .where(columns.player_id == player_id)
        .order_by(columns.id.desc())
        .limit(1)
    )
    found = connection.execute(query).one_or_none()
    return (Rating(), None) if found is None else (_rating(found), found.rated)


def _rating(row: Any) -> Rating:
    return Rating(rating=row.rating, deviation=row.deviation, volatility=row.volatility)


def _periods(since: datetime | None, until: datetime) -> float:
    return 0.0 if since is None else max(0.0, (until - since) / PERIOD)
