"""Finding games by player, size, result, date, or a position that occurred in them."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    func,
    or_,
    select,
    union,
)

from hexmate.board import Board, Shape, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.outcome import Outcome, Termination
from hexmate.store.errors import StoreError
from hexmate.store.names import name_key
from hexmate.store.positions import PositionKeys
from hexmate.store.tables import games, imports, moves, players, results, seats
from hexmate.store.values import Mode

__all__ = ["MOST_PER_PAGE", "Query", "SearchPage", "StoredSummary", "Totals", "find"]

MOST_PER_PAGE = 100

_RESULTS = sorted(
    {Outcome(how, color).result() for how in Termination for color in (BLACK, WHITE)}
    | {"Draw", "Void", "?"}
)
"""All results that are stored."""

_MANY = 1000
_SHARE = 0.05
_MOST_TOTALS = 256


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for; None means any."""

    player: str | None = None
    """The name of either player, in any case."""
    rows: int | None = None
    cols: int | None = None
    shape: Shape | None = None
    result: str | None = None
    """The beginning of the result as SGF writes it: ``B+``, ``W+Resign``, ``Draw``."""
    since: datetime | None = None
    until: datetime | None = None
    """The end of the time range, which is not included."""
    position: Board | None = None
    """A position that occurred, perhaps turned by 180°, under any swap rule."""
    page: int = 1
    per_page: int = 20


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A game in a list of games."""

    public_id: str
    rows: int
    cols: int
    shape: Shape
    swap: SwapRule | None
    mode: Mode
    rated: bool
    black: str | None
    white: str | None
    result: str
    termination: str
    winner_seat: Color | None
    plies: int
    finished: datetime | None
    source: str | None
    """The source of an imported game."""
    ply: int | None = None
    """The number of moves before the position that was searched for."""
    turned: bool = False
    """True if the position occurred turned by 180°."""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of the games that were found, newest first, and their total number."""

    games: tuple[StoredSummary, ...]
    total: int
    page: int
    per_page: int


class Totals:
    """The numbers of games that were found lately; counting them costs more than showing a page.

    A count of many games is good for twenty times as long as it took; one more or less does not
    matter then. A count of few is always new.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, tuple[int, int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, count: Callable[[], tuple[int, int]]) -> tuple[int, int]:
        """The games that match, and those of them with a date."""
        with self._lock:
            known = self._known.get(key)
        if known is not None and time.monotonic() < known[2]:
            return known[:2]
        began = time.monotonic()
        total, dated = count()
        now = time.monotonic()
        if total >= _MANY:
            with self._lock:
                self._known[key] = (total, dated, now + (now - began) / _SHARE)
                self._known.move_to_end(key)
                if len(self._known) > _MOST_TOTALS:
                    self._known.popitem(last=False)
        return total, dated


def find(connection: Connection, query: Query, totals: Totals) -> SearchPage:
    """A page of the finished games that match a query."""
    if query.page < 1 or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise StoreError(f"page must be at least 1, per_page between 1 and {MOST_PER_PAGE}")
    keys = None if query.position is None else PositionKeys.of(query.position)
    chosen = _chosen(query, keys)
    everything = chosen.add_columns(games.c.finished).subquery()
    counts = select(func.count(), func.count(everything.c.finished))
    same = replace(query, page=1, per_page=1, position=None), keys
    total, dated = totals.get(same, lambda: _pair(connection.execute(counts).one()))
    first = (query.page - 1) * query.per_page
    numbers = _numbers(connection, chosen, dated, first, query.per_page)
    found = summaries(connection, numbers, keys)
    return SearchPage(tuple(found), total, query.page, query.per_page)


def _pair(row: Any) -> tuple[int, int]:
    total, dated = row
    return total, dated


def _numbers(
    connection: Connection, chosen: Select[Any], dated: int, first: int, most: int
) -> list[int]:
    """A part of the list: games with a date, newest first, then those without.

    Two queries, since databases disagree on where a missing date belongs in an index.
    """
    numbers: list[int] = []
    if first < dated:
        with_date = chosen.where(games.c.finished.is_not(None))
        newest = with_date.order_by(games.c.finished.desc(), games.c.id.desc())
        numbers += connection.scalars(newest.offset(first).limit(most))
    if first + most > dated:
        without = chosen.where(games.c.finished.is_(None)).order_by(games.c.id.desc())
        rest = without.offset(max(0, first - dated)).limit(most - len(numbers))
        numbers += connection.scalars(rest)
    return numbers


def _chosen(query: Query, keys: PositionKeys | None) -> Select[Any]:
    """The numbers of the games that match.

    What few games have is joined as a table of its own, so that the database starts there; an index
    holds all other conditions, in the order of the list.
    """
    chosen = select(games.c.id).where(*_frame(query))
    if query.result is not None:
        chosen = chosen.join(results, results.c.game_id == games.c.id).where(_result(query.result))
    if query.player is not None:
        names = _with_player(query.player).subquery("with_player")
        chosen = chosen.join(names, names.c.game_id == games.c.id)
    if keys is not None and query.position is not None:
        if _is_empty(query.position):
            # Only as a start: stones stay. Half of all games may begin so.
            starts = or_(games.c.start_key == keys.key, games.c.start_turned_key == keys.key)
            chosen = chosen.where(starts)
        else:
            places = _with_position(keys).subquery("with_position")
            chosen = chosen.join(places, places.c.game_id == games.c.id)
    return chosen


def _is_empty(board: Board) -> bool:
    return not len(board.stones(BLACK)) and not len(board.stones(WHITE))


def _frame(query: Query) -> list[ColumnElement[bool]]:
    where: list[ColumnElement[bool]] = [games.c.status == "finished"]
    equal = ((games.c.rows, query.rows), (games.c.cols, query.cols), (games.c.shape, query.shape))
    where.extend(column == value for column, value in equal if value is not None)
    if query.since is not None:
        where.append(games.c.finished >= query.since)
    if query.until is not None:
        where.append(games.c.finished < query.until)
    return where


def _result(start: str) -> ColumnElement[bool]:
    """The results that begin so, by name: the database knows how frequent each of them is."""
    return results.c.result.in_(
        [each for each in _RESULTS if each.lower().startswith(start.lower())]
    )


def _with_player(name: str) -> CompoundSelect[Any]:
    """The games of a player by name, whether they played here or a record names them."""
    key = name_key(name)
    known = (
        select(seats.c.game_id)
        .join(players, players.c.id == seats.c.player_id)
        .where(players.c.kind.in_(("person", "bot")), players.c.name_key == key)
    )
    return union(known, select(seats.c.game_id).where(seats.c.name_key == key))


def _with_position(keys: PositionKeys) -> CompoundSelect[Any]:
    """The games in which the position, or its image, has the key."""
    return union(
        select(moves.c.game_id).where(moves.c.key == keys.key),
        select(moves.c.game_id).where(moves.c.turned_key == keys.key),
        select(games.c.id).where(games.c.start_key == keys.key),
        select(games.c.id).where(games.c.start_turned_key == keys.key),
    )


def summaries(
    connection: Connection, numbers: list[int], keys: PositionKeys | None = None
) -> list[StoredSummary]:
    """The summaries of these games, in this order."""
    black, black_player = seats.alias("black"), players.alias("black_player")
    white, white_player = seats.alias("white"), players.alias("white_player")
    query = (
        select(
            games.c.id,
            games.c.public_id,
            games.c.rows,
            games.c.cols,
            games.c.shape,
            games.c.swap,
            games.c.mode,
            games.c.rated,
            func.coalesce(black_player.c.name, black.c.name, black.c.ai).label("black"),
            func.coalesce(white_player.c.name, white.c.name, white.c.ai).label("white"),
            results.c.result,
            results.c.termination,
            results.c.winner_seat,
            games.c.plies,
            games.c.finished,
            imports.c.source,
        )
        .join(results, results.c.game_id == games.c.id)
        .join(black, (black.c.game_id == games.c.id) & (black.c.color == "black"))
        .join(white, (white.c.game_id == games.c.id) & (white.c.color == "white"))
        .outerjoin(black_player, black_player.c.id == black.c.player_id)
        .outerjoin(white_player, white_player.c.id == white.c.player_id)
        .outerjoin(imports, imports.c.game_id == games.c.id)
        .where(games.c.id.in_(numbers))
    )
    places = {} if keys is None else _places(connection, numbers, keys)
    lines = {}
    for row in connection.execute(query).mappings():
        fields = dict(row)
        number, seat = fields.pop("id"), fields.pop("winner_seat")
        ply, turned = places.get(number, (None, False))
        winner = None if seat is None else Color.parse(seat)
        lines[number] = StoredSummary(**fields, winner_seat=winner, ply=ply, turned=turned)
    return [lines[number] for number in numbers]


def _places(
    connection: Connection, numbers: list[int], keys: PositionKeys
) -> dict[int, tuple[int, bool]]:
    """The first ply of each game with the position, and whether it was turned."""
    occurred = select(moves.c.game_id, moves.c.number, moves.c.key).where(
        moves.c.game_id.in_(numbers), or_(moves.c.key == keys.key, moves.c.turned_key == keys.key)
    )
    began = select(games.c.id, games.c.start_key).where(
        games.c.id.in_(numbers),
        or_(games.c.start_key == keys.key, games.c.start_turned_key == keys.key),
    )
    rows = [(number, ply, key) for number, ply, key in connection.execute(occurred)]
    rows.extend((number, 0, key) for number, key in connection.execute(began))
    places: dict[int, tuple[int, bool]] = {}
    for number, ply, key in sorted(rows, key=lambda row: row[1], reverse=True):
        places[number] = (ply, key != keys.key)
    return places
