"""Finding games by player, size, result, date, or a position that occurred in them."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    bindparam,
    func,
    or_,
    select,
    union,
)

from hexmate.board import Board, Shape, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.outcome import Outcome, Termination
from hexmate.store.ends import final_positions
from hexmate.store.errors import StoreError
from hexmate.store.names import name_key
from hexmate.store.position_index import find_position
from hexmate.store.positions import PositionKeys
from hexmate.store.tables import games, imports, players, results, seats
from hexmate.store.values import Mode

__all__ = ["MOST_PER_PAGE", "Query", "SearchPage", "StoredSummary", "Totals", "find", "matching"]

MOST_PER_PAGE = 100

_RESULTS = sorted(
    {Outcome(how, color).result() for how in Termination for color in (BLACK, WHITE)}
    | {"Draw", "Void", "?"}
)
"""All results that are stored."""

_MANY = 1000
_SHARE = 0.05
_LEAST_SECONDS = 15.0
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
    boards: bool = False
    """Whether to include the last position of each game."""


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
    position: str | None = None
    """The position line of the end of the game, if boards were asked for."""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of the games that were found, newest first, and their total number."""

    games: tuple[StoredSummary, ...]
    total: int
    page: int
    per_page: int


class Totals:
    """The numbers of games that were found lately; counting them costs more than showing a page.

    A count of many games is good for twenty times as long as it took, and at least for some
    seconds; one more or less does not matter then. A count of few is always new.
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
                until = now + max((now - began) / _SHARE, _LEAST_SECONDS)
                self._known[key] = (total, dated, until)
                self._known.move_to_end(key)
                if len(self._known) > _MOST_TOTALS:
                    self._known.popitem(last=False)
        return total, dated

    def forget(self) -> None:
        """Count everything anew: many games were added."""
        with self._lock:
            self._known.clear()


def find(connection: Connection, query: Query, totals: Totals) -> SearchPage:
    """A page of the finished games that match a query."""
    if query.page < 1 or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise StoreError(f"page must be at least 1, per_page between 1 and {MOST_PER_PAGE}")
    places = None if query.position is None else _places(connection, query.position)
    chosen = _chosen(query, places)
    everything = chosen.add_columns(games.c.finished).subquery()
    counts = select(func.count(), func.count(everything.c.finished))
    keys = None if query.position is None else PositionKeys.of(query.position)
    same = replace(query, page=1, per_page=1, position=None, boards=False), keys
    total, dated = totals.get(same, lambda: _pair(connection.execute(counts).one()))
    first = (query.page - 1) * query.per_page
    numbers = _numbers(connection, chosen, dated, first, query.per_page)
    found = summaries(connection, numbers)
    if places is not None:
        found = [_placed(each, places, at) for each, at in zip(found, numbers, strict=True)]
    if query.boards:
        lines = final_positions(connection, numbers)
        found = [replace(each, position=lines[at]) for each, at in zip(found, numbers, strict=True)]
    return SearchPage(tuple(found), total, query.page, query.per_page)


def matching(connection: Connection, query: Query) -> Select[Any]:
    """The numbers of all games that match a query, on whatever page."""
    places = None if query.position is None else _places(connection, query.position)
    return _chosen(query, places)


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


def _chosen(query: Query, places: "_Places | None") -> Select[Any]:
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
    if places is not None:
        chosen = chosen.where(places.condition)
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


class _Places(NamedTuple):
    """Where a position occurred: which games these are, and by game the ply and whether turned."""

    condition: ColumnElement[bool]
    found: dict[int, tuple[int, bool]]


def _places(connection: Connection, board: Board) -> _Places:
    """The places of a position.

    The empty board occurs only as a start, since stones stay; half of all games may begin so.
    """
    if _is_empty(board):
        keys = PositionKeys.of(board)
        starts = or_(games.c.start_key == keys.key, games.c.start_turned_key == keys.key)
        return _Places(starts, {})
    hits = find_position(connection, board)
    order = np.argsort(-hits.ply, kind="stable")
    rows = (hits.game, hits.ply, hits.turned)
    found = {
        game: (ply, turned)
        for game, ply, turned in zip(*(each[order].tolist() for each in rows), strict=True)
    }
    return _Places(games.c.id.in_(_listed(connection, list(found))), found)


def _listed(connection: Connection, numbers: list[int]) -> Any:
    """Many numbers as a table, given to the database as one value."""
    if connection.dialect.name == "sqlite":
        table = func.json_each(json.dumps(numbers)).table_valued("value")
        return select(table.c.value)
    array = bindparam("numbers", numbers, type_=ARRAY(BigInteger), unique=True)
    return select(func.unnest(array))


def _placed(summary: StoredSummary, places: _Places, number: int) -> StoredSummary:
    ply, turned = places.found.get(number, (0, False))
    return replace(summary, ply=ply, turned=turned)


def summaries(connection: Connection, numbers: list[int]) -> list[StoredSummary]:
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
            (games.c.plies + games.c.recorded).label("plies"),
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
    lines = {}
    for row in connection.execute(query).mappings():
        fields = dict(row)
        number, seat = fields.pop("id"), fields.pop("winner_seat")
        winner = None if seat is None else Color.parse(seat)
        lines[number] = StoredSummary(**fields, winner_seat=winner)
    return [lines[number] for number in numbers]
