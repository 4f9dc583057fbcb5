"""Loading games from the rows of several tables."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from hexmate.color import BLACK, WHITE, Color
from hexmate.store.tables import games, imports, moves, players, rematches, results, seats
from hexmate.store.values import (
    ClockReading,
    GameRow,
    MoveRow,
    ResultRow,
    StoredClocks,
    StoredPlayer,
    StoredSeat,
)

__all__ = ["load_games"]

_COLORS = {"b": BLACK, "w": WHITE}


def load_games(connection: Connection, where: ColumnElement[bool]) -> list[GameRow]:
    """All games that match a condition, by number, with seats, moves and result."""
    rows = connection.execute(select(games).where(where).order_by(games.c.id)).all()
    if not rows:
        return []
    chosen = select(games.c.id).where(where)
    seated = _seats(connection, chosen)
    played = _moves(connection, chosen)
    if any(row.recorded for row in rows):
        played.update(_recorded(connection, chosen, {row.id: row.created for row in rows}))
    ended = _results(connection, chosen)
    followed = _rematches(connection, chosen)
    return [
        _game(
            row,
            seated[row.id],
            tuple(played.get(row.id, ())),
            ended.get(row.id),
            followed.get(row.id),
        )
        for row in rows
    ]


def _seats(connection: Connection, chosen: Any) -> dict[int, dict[Color, StoredSeat]]:
    query = (
        select(
            seats,
            players.c.kind.label("player_kind"),
            players.c.name.label("player_name"),
            players.c.created.label("player_created"),
        )
        .outerjoin(players, players.c.id == seats.c.player_id)
        .where(seats.c.game_id.in_(chosen))
    )
    found: dict[int, dict[Color, StoredSeat]] = defaultdict(dict)
    for row in connection.execute(query):
        seat = StoredSeat(
            color=Color.parse(row.color),
            kind=row.kind,
            player=_player(row),
            ai=row.ai,
            link_hash=row.link_hash,
            written_name=row.name,
        )
        found[row.game_id][seat.color] = seat
    return found


def _player(row: Any) -> StoredPlayer | None:
    if row.player_id is None:
        return None
    return StoredPlayer(
        id=row.player_id, kind=row.player_kind, name=row.player_name, created=row.player_created
    )


def _moves(connection: Connection, chosen: Any) -> dict[int, list[MoveRow]]:
    columns = moves.c
    query = (
        select(
            columns.game_id,
            columns.number,
            columns.color,
            columns.move,
            columns.played,
            columns.black_ms,
            columns.black_periods,
            columns.white_ms,
            columns.white_periods,
        )
        .where(columns.game_id.in_(chosen))
        .order_by(columns.game_id, columns.number)
    )
    found: dict[int, list[MoveRow]] = defaultdict(list)
    for row in connection.execute(query):
        move = MoveRow(
            number=row.number,
            color=Color.parse(row.color),
            move=row.move,
            played=row.played,
            clocks=_clocks(row),
        )
        found[row.game_id].append(move)
    return found


def _recorded(
    connection: Connection, chosen: Any, created: dict[int, datetime]
) -> dict[int, list[MoveRow]]:
    """The moves of imported games, played when the game was imported as far as the store knows."""
    query = select(imports.c.game_id, imports.c.line).where(
        imports.c.game_id.in_(chosen), imports.c.line.is_not(None)
    )
    return {
        row.game_id: [
            MoveRow(number, _COLORS[word[0]], word[2:], created[row.game_id])
            for number, word in enumerate(row.line.split(), 1)
        ]
        for row in connection.execute(query)
    }


def _clocks(row: Any) -> StoredClocks | None:
    if row.black_ms is None or row.white_ms is None:
        return None
    return StoredClocks(
        black=ClockReading(row.black_ms, row.black_periods),
        white=ClockReading(row.white_ms, row.white_periods),
    )


def _results(connection: Connection, chosen: Any) -> dict[int, ResultRow]:
    columns = results.c
    query = select(columns.game_id, columns.result, columns.termination, columns.winner_seat).where(
        columns.game_id.in_(chosen)
    )
    return {
        row.game_id: ResultRow(
            result=row.result,
            termination=row.termination,
            winner_seat=None if row.winner_seat is None else Color.parse(row.winner_seat),
        )
        for row in connection.execute(query)
    }


def _rematches(connection: Connection, chosen: Any) -> dict[int, str]:
    query = (
        select(rematches.c.game_id, games.c.public_id)
        .join(games, games.c.id == rematches.c.rematch_id)
        .where(rematches.c.game_id.in_(chosen))
    )
    return {row.game_id: row.public_id for row in connection.execute(query)}


def _game(
    row: Any,
    seated: dict[Color, StoredSeat],
    played: tuple[MoveRow, ...],
    ended: ResultRow | None,
    rematch: str | None,
) -> GameRow:
    return GameRow(
        id=row.id,
        public_id=row.public_id,
        rows=row.rows,
        cols=row.cols,
        shape=row.shape,
        swap=row.swap,
        start=row.start,
        clock=row.clock,
        mode=row.mode,
        rated=row.rated,
        training=row.training,
        status=row.status,
        version=row.version,
        created=row.created,
        started=row.started,
        finished=row.finished,
        black=seated[BLACK],
        white=seated[WHITE],
        moves=played,
        result=ended,
        rematch=rematch,
        opener_id=row.opener_id,
        state=row.state,
    )
