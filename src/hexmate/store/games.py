"""The repository of games that are played here.

Two writers never change a game at the same time. A move first increases the game's move count, if
its number is the next one: that single statement decides which of two writers wins. Other changes,
which read before they write, lock the game.
"""

import secrets
import string
from collections import Counter
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.store.database import Database
from hexmate.store.errors import (
    ConflictError,
    NotFoundError,
    NotLiveError,
    StaleError,
    StoreError,
    TooManyGamesError,
)
from hexmate.store.loading import load_games
from hexmate.store.names import name_key
from hexmate.store.players import bot_id
from hexmate.store.position_index import index_games
from hexmate.store.positions import PositionKeys
from hexmate.store.rating_rules import RatingRules
from hexmate.store.ratings import rate_game
from hexmate.store.tables import Moment, games, moves, rematches, results, reviews, seats
from hexmate.store.values import (
    GameRow,
    NewGame,
    NewSeat,
    ResultRow,
    SeriesRow,
    Status,
    StoredClocks,
)

__all__ = ["GameRepository", "new_public_id"]

_ID_LETTERS = string.ascii_letters + string.digits
_ID_LENGTH = 10
_OPEN = ("waiting", "live")
_HELD = ("person", "hybrid")
_PROTECTED = (games.c.status == "live", games.c.mode == "online", ~games.c.training)
"""Live online games that are not for training; between two people there is no engine help."""


_FORGOTTEN = timedelta(days=3)
"""A game without a clock is taken for abandoned if its last move is older."""


_LONGEST_SERIES = 1000
"""Rematches whose results are counted."""


class GameRepository:
    """Games, from their creation to their result."""

    def __init__(self, database: Database, rules: RatingRules) -> None:
        self._database = database
        self._rules = rules

    def create(self, new: NewGame, most_open: int | None = None) -> GameRow:
        """Create a game; it is live at once unless a seat is open.

        `TooManyGamesError` if its opener already has `most_open` unfinished games.
        """
        with self._database.writing() as connection:
            _check_room(connection, new, most_open)
            number = _insert_game(connection, new)
            return load_games(connection, games.c.id == number)[0]

    def rematch(self, game_id: int, new: NewGame, most_open: int | None = None) -> GameRow:
        """The rematch of a finished game, which is created by the first call.

        `TooManyGamesError` as in `create`.
        """
        with self._database.writing() as connection:
            _lock(connection, game_id)
            known = select(rematches.c.rematch_id).where(rematches.c.game_id == game_id)
            number = connection.scalar(known)
            if number is None:
                if connection.scalar(_status_of(game_id)) in _OPEN:
                    raise StaleError("a rematch needs a finished game")
                _check_room(connection, new, most_open)
                number = _insert_game(connection, new)
                row = {"game_id": game_id, "rematch_id": number}
                connection.execute(insert(rematches).values(row))
            return load_games(connection, games.c.id == number)[0]

    def series(self, game_id: int) -> SeriesRow | None:
        """The score of the games before this one; None if it is the first that counts.

        Each rematch exchanges the seats, so a win an odd number of games ago is the other seat's.
        """
        first = select(rematches.c.game_id.label("id"), literal(1).label("ago"))
        earlier = first.where(rematches.c.rematch_id == game_id).cte("earlier", recursive=True)
        before = select(rematches.c.game_id, earlier.c.ago + 1).where(
            rematches.c.rematch_id == earlier.c.id, earlier.c.ago < _LONGEST_SERIES
        )
        earlier = earlier.union_all(before)
        query = select(earlier.c.ago, results.c.winner_seat).join(
            results, results.c.game_id == earlier.c.id
        )
        with self._database.reading() as connection:
            ended = connection.execute(query).all()
        if not ended:
            return None
        wins = Counter(
            Color.parse(row.winner_seat).other if row.ago % 2 else Color.parse(row.winner_seat)
            for row in ended
            if row.winner_seat is not None
        )
        return SeriesRow(len(ended), wins[BLACK], wins[WHITE])

    def get(self, public_id: str) -> GameRow:
        """The game with this public id."""
        with self._database.reading() as connection:
            found = load_games(connection, games.c.public_id == public_id)
        if not found:
            raise NotFoundError(f"there is no game {public_id!r}")
        return found[0]

    def live(self) -> list[GameRow]:
        """All games that wait for a player or are live."""
        with self._database.reading() as connection:
            return load_games(connection, games.c.status.in_(_OPEN))

    def running(self, limit: int = 1000, prefix: str | None = None) -> list[str]:
        """Public ids of the newest live games with a clock or an engine, at most `limit`.

        A server resumes them after a restart. Only the newest live games are looked at; with a
        prefix, only those of the server with that name, as in `expired`.
        """
        newest = (
            select(games.c.id)
            .where(games.c.status == "live", _of_server(prefix))
            .order_by(games.c.id.desc())
            .limit(20 * limit)
        )
        engines = select(seats.c.game_id).where(
            seats.c.game_id == games.c.id, seats.c.kind.in_(("ai", "hybrid"))
        )
        query = (
            select(games.c.public_id)
            .where(games.c.id.in_(newest), or_(games.c.clock != "none", engines.exists()))
            .order_by(games.c.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def expired(self, before: datetime, prefix: str | None, limit: int) -> list[str]:
        """Public ids of unfinished games without a move since `before`.

        With a prefix, only those of the server with that name; "" is the server without a name.
        """
        query = select(games.c.public_id).where(_is_expired(before), _of_server(prefix))
        with self._database.reading() as connection:
            return list(connection.scalars(query.limit(limit)))

    def cancel_expired(self, public_ids: Collection[str], before: datetime) -> int:
        """Cancel those of the games that still have no move since `before`; returns how many."""
        change = update(games).where(games.c.public_id.in_(public_ids), _is_expired(before))
        with self._database.writing() as connection:
            values = {"status": "cancelled", "version": games.c.version + 1}
            return connection.execute(change.values(values)).rowcount

    def watchable(
        self, status: Status, limit: int = 200, *, spare: Collection[str] = ()
    ) -> list[GameRow]:
        """The newest online games with a status, without those of the public ids in `spare`."""
        newest = (
            select(games.c.id, games.c.public_id)
            .where(games.c.status == status, games.c.mode == "online")
            .order_by(games.c.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            numbers = [row.id for row in connection.execute(newest) if row.public_id not in spare]
            return load_games(connection, games.c.id.in_(numbers))[::-1]

    def of_player(self, player_id: int, limit: int = 20) -> list[GameRow]:
        """A player's games: first those that are not over, then the newest."""
        sits = select(seats.c.game_id).where(seats.c.player_id == player_id)
        with self._database.reading() as connection:
            newest = (
                select(games.c.id)
                .where(games.c.id.in_(sits), games.c.status != "cancelled")
                .order_by(games.c.status.in_(_OPEN).desc(), games.c.id.desc())
                .limit(limit)
            )
            numbers = list(connection.scalars(newest))
            found = {game.id: game for game in load_games(connection, games.c.id.in_(numbers))}
        return [found[number] for number in numbers]

    def plays_on_time(self, player_id: int) -> bool:
        """Whether a person is in a live online game with a clock against another person."""
        own, rival = seats.alias("own"), seats.alias("rival")
        query = (
            select(games.c.id)
            .join(own, own.c.game_id == games.c.id)
            .join(rival, (rival.c.game_id == games.c.id) & (rival.c.color != own.c.color))
            .where(
                *_PROTECTED,
                games.c.clock != "none",
                own.c.player_id == player_id,
                own.c.kind.in_(_HELD),
                rival.c.kind.in_(_HELD),
            )
            .limit(1)
        )
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

    def is_being_played(self, keys: PositionKeys, besides: int | None = None) -> bool:
        """Whether a position stands on the board of a live online game between people.

        Games without a clock count for three days after each move.
        """
        others = select(seats.c.game_id).where(
            seats.c.game_id == games.c.id, seats.c.kind.not_in(_HELD)
        )
        query = (
            select(games.c.id)
            .join(moves, (moves.c.game_id == games.c.id) & (moves.c.number == games.c.plies))
            .where(
                *_PROTECTED,
                moves.c.key.in_((keys.key, keys.turned)),
                or_(games.c.clock != "none", moves.c.played > datetime.now(UTC) - _FORGOTTEN),
                ~others.exists(),
            )
            .limit(1)
        )
        if besides is not None:
            query = query.where(games.c.id != besides)
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

    def take_seat(self, game_id: int, color: Color, player_id: int) -> GameRow:
        """Take an open seat; once both are taken, the game is live.

        Taking your own seat again changes nothing; taking another player's is a `ConflictError`.
        """
        with self._database.writing() as connection:
            _lock(connection, game_id)
            game = load_games(connection, games.c.id == game_id)[0]
            holder = game.seat(color).player
            if game.seat(color).kind == "open" and game.status == "waiting":
                change = update(seats).where(
                    seats.c.game_id == game_id, seats.c.color == str(color)
                )
                connection.execute(change.values(kind="person", player_id=player_id))
                if game.seat(color.other).kind != "open":
                    _start(connection, game_id)
            elif holder is None or holder.id != player_id:
                raise ConflictError(f"the seat of {color} is taken")
            return load_games(connection, games.c.id == game_id)[0]

    def append_move(
        self,
        game_id: int,
        number: int,
        color: Color,
        move: str,
        keys: PositionKeys,
        clocks: StoredClocks | None = None,
        played: datetime | None = None,
    ) -> bool:
        """Store a move under this number; returns False if the same move is already there.

        `ConflictError` if another move has this number, `StaleError` if it is not the next number,
        `NotLiveError` if the game is not live; nothing is changed then. `keys` are those of the
        position after the move.
        """
        with self._database.writing() as connection:
            if not _count_move(connection, game_id, number):
                return _repeated(connection, game_id, number, color, move)
            connection.execute(
                insert(moves),
                {
                    "game_id": game_id,
                    "number": number,
                    "color": str(color),
                    "move": move,
                    "played": played or datetime.now(UTC),
                    "key": keys.key,
                    "turned_key": keys.turned,
                    **_clock_columns(clocks),
                },
            )
            return True

    def truncate(self, game_id: int, plies: int, state: Mapping[str, Any] | None = None) -> None:
        """Take back all moves but the first `plies`.

        A finished game becomes live again; a rated one cannot, which is a `NotLiveError`.
        `StaleError` if the game has fewer moves.
        """
        with self._database.writing() as connection:
            _lock(connection, game_id)
            status, rated, present = connection.execute(
                select(games.c.status, games.c.rated, games.c.plies).where(games.c.id == game_id)
            ).one()
            if status not in ("live", "finished") or (status == "finished" and rated):
                raise NotLiveError(
                    f"moves of a {'rated, ' * rated}{status} game cannot be taken back"
                )
            if not 0 <= plies <= present:
                raise StaleError(f"the game has {present} moves; it cannot go back to {plies}")
            if status == "finished":
                index_games(connection, [game_id], cancel=True)
                connection.execute(delete(reviews).where(reviews.c.game_id == game_id))
                connection.execute(delete(results).where(results.c.game_id == game_id))
                _set(connection, game_id, status="live", finished=None)
            connection.execute(
                delete(moves).where(moves.c.game_id == game_id, moves.c.number > plies)
            )
            _set(connection, game_id, plies=plies, **_given_state(state))

    def finish(self, game_id: int, result: ResultRow, finished: datetime | None = None) -> GameRow:
        """Store the result, which ends the game, and rate it in the same transaction.

        The same result again changes nothing; another one is a `ConflictError`.
        """
        with self._database.writing() as connection:
            _lock(connection, game_id)
            game = load_games(connection, games.c.id == game_id)[0]
            if game.result == result:
                return game
            if game.result is not None:
                raise ConflictError(f"the game has already ended with {game.result.result}")
            if game.status != "live":
                raise NotLiveError(f"the game is {game.status}; only a live game can end")
            moment = finished or datetime.now(UTC)
            _insert_result(connection, game_id, result)
            _set(connection, game_id, status="finished", finished=moment)
            index_games(connection, [game_id])
            ended = load_games(connection, games.c.id == game_id)[0]
            rate_game(connection, ended, moment, self._rules)
            return ended

    def cancel(self, game_id: int) -> None:
        """Cancel a game that has no result; cancelling again changes nothing."""
        with self._database.writing() as connection:
            _lock(connection, game_id)
            status = connection.scalar(_status_of(game_id))
            if status == "finished":
                raise NotLiveError("the game has ended; it cannot be cancelled")
            if status != "cancelled":
                _set(connection, game_id, status="cancelled")

    def save_state(self, game_id: int, state: Mapping[str, Any]) -> None:
        """Store what the server needs beside the moves, replacing the previous state."""
        with self._database.writing() as connection:
            _lock(connection, game_id)
            _set(connection, game_id, state=dict(state))


def _check_room(connection: Connection, new: NewGame, most_open: int | None) -> None:
    """Refuse a game if its opener has too many unfinished ones."""
    if most_open is None or new.opener_id is None:
        return
    mine = select(func.count()).where(games.c.opener_id == new.opener_id, games.c.status.in_(_OPEN))
    count = connection.scalar(mine) or 0
    if count >= most_open:
        raise TooManyGamesError(count)


def _of_server(prefix: str | None) -> ColumnElement[bool]:
    """Whether a game is run by the server with this name; None runs all games."""
    if prefix is None:
        return true()
    if not prefix:
        return ~games.c.public_id.contains("-", autoescape=True)
    return games.c.public_id.startswith(f"{prefix}-", autoescape=True)


def _is_expired(before: datetime) -> ColumnElement[bool]:
    """Whether a game is unfinished and nothing has happened in it since a moment."""
    last = select(moves.c.played).where(
        moves.c.game_id == games.c.id, moves.c.number == games.c.plies
    )
    active = func.coalesce(last.scalar_subquery(), games.c.started, games.c.created, type_=Moment())
    return and_(games.c.status.in_(_OPEN), games.c.created < before, active < before)


def _insert_game(connection: Connection, new: NewGame) -> int:
    """Insert a game and its seats, and start it unless a seat is open; returns its number."""
    if new.start is None:
        board = Board((new.rows, new.cols), shape=new.shape, swap=new.swap)
    else:
        board = Board.from_string(new.start)
        told = (board.rows, board.cols, board.shape, board.swap)
        if told != (new.rows, new.cols, new.shape, new.swap):
            raise StoreError("the start position has another size, shape or swap rule")
    keys = PositionKeys.of(board)
    row = {
        "public_id": new.public_id or new_public_id(),
        "rows": new.rows,
        "cols": new.cols,
        "shape": new.shape,
        "swap": new.swap,
        "start": new.start,
        "start_key": keys.key,
        "start_turned_key": keys.turned,
        "clock": new.clock,
        "mode": new.mode,
        "rated": new.rated,
        "training": new.training,
        "opener_id": new.opener_id,
        "status": "waiting",
        "plies": 0,
        "version": 0,
        "state": {},
        "created": datetime.now(UTC),
    }
    number: int | None = connection.scalar(insert(games).values(row).returning(games.c.id))
    assert number is not None
    for color, seat in ((BLACK, new.black), (WHITE, new.white)):
        connection.execute(insert(seats).values(_seat_columns(connection, number, color, seat)))
    if "open" not in (new.black.kind, new.white.kind):
        _start(connection, number)
    return number


def _insert_result(connection: Connection, game_id: int, result: ResultRow) -> None:
    """Insert the result of a game that is about to be finished."""
    seat = None if result.winner_seat is None else str(result.winner_seat)
    row = {
        "game_id": game_id,
        "result": result.result,
        "termination": result.termination,
        "winner_seat": seat,
    }
    connection.execute(insert(results).values(row))


def _seat_columns(
    connection: Connection, game_id: int, color: Color, seat: NewSeat
) -> dict[str, Any]:
    player_id = seat.player_id
    if seat.kind == "ai" and player_id is None and seat.ai is not None:
        player_id = bot_id(connection, seat.ai)
    return {
        "game_id": game_id,
        "color": str(color),
        "kind": seat.kind,
        "player_id": player_id,
        "ai": seat.ai,
        "link_hash": seat.link_hash,
        "name": seat.name,
        "name_key": None if seat.name is None else name_key(seat.name),
    }


def _start(connection: Connection, game_id: int) -> None:
    _set(connection, game_id, status="live", started=datetime.now(UTC))


# The statement that every move begins with; built once, since building it costs more than it.
_COUNT_MOVE = (
    update(games)
    .where(
        games.c.id == bindparam("game"),
        games.c.status == "live",
        games.c.plies == bindparam("next") - 1,
    )
    .values(version=games.c.version + 1, plies=bindparam("next"))
)


def _count_move(connection: Connection, game_id: int, number: int) -> bool:
    """Increase the move count if this is the next move of a live game; only one writer can."""
    return connection.execute(_COUNT_MOVE, {"game": game_id, "next": number}).rowcount == 1


def _lock(connection: Connection, game_id: int) -> None:
    """Lock a game until the transaction ends."""
    query = select(games.c.id).where(games.c.id == game_id).with_for_update(key_share=True)
    if connection.scalar(query) is None:
        raise NotFoundError(f"there is no game with number {game_id}")


def _status_of(game_id: int) -> Select[str]:
    return select(games.c.status).where(games.c.id == game_id)


def _set(connection: Connection, game_id: int, **columns: Any) -> None:
    change = update(games).where(games.c.id == game_id)
    connection.execute(change.values(version=games.c.version + 1, **columns))


def _repeated(connection: Connection, game_id: int, number: int, color: Color, move: str) -> bool:
    """False for a move that is already stored; otherwise raises why it cannot be."""
    query = select(games.c.status, games.c.plies).where(games.c.id == game_id)
    found = connection.execute(query).one_or_none()
    if found is None:
        raise NotFoundError(f"there is no game with number {game_id}")
    present = connection.execute(
        select(moves.c.color, moves.c.move).where(
            moves.c.game_id == game_id, moves.c.number == number
        )
    ).one_or_none()
    if present == (str(color), move):
        return False
    if found.status != "live":
        raise NotLiveError(f"the game is {found.status}; no move can be added")
    if present is not None:
        raise ConflictError(f"move {number} is already {present.move}, not {move}")
    raise StaleError(f"the next move of the game is number {found.plies + 1}, not {number}")


def _clock_columns(clocks: StoredClocks | None) -> dict[str, int | None]:
    black, white = (None, None) if clocks is None else (clocks.black, clocks.white)
    return {
        "black_ms": None if black is None else black.left_ms,
        "black_periods": None if black is None else black.periods,
        "white_ms": None if white is None else white.left_ms,
        "white_periods": None if white is None else white.periods,
    }


def _given_state(state: Mapping[str, Any] | None) -> dict[str, Any]:
    return {} if state is None else {"state": dict(state)}


def new_public_id() -> str:
    """A random public id of letters and digits."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
