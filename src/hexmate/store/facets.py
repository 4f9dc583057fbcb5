"""How many games each choice of a search would find: by board and by result."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, func, select

from hexmate.store.positions import PositionKeys
from hexmate.store.search import Query, matching
from hexmate.store.tables import games, results

__all__ = ["BoardGames", "FacetCache", "Facets", "count_facets"]

_SHARE = 0.05
_QUICK = 0.005
_MOST = 256


@dataclass(frozen=True, slots=True)
class BoardGames:
    """A kind of board, and how many of the games were played on it."""

    rows: int
    cols: int
    shape: str
    games: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The numbers of games for each board and each winner, with all other filters unchanged."""

    boards: tuple[BoardGames, ...]
    """All boards, the most frequent first, even if the query names one."""
    black_wins: int
    white_wins: int
    others: int
    """Draws and games without a known result. All three counts ignore the filter for results."""


class FacetCache:
    """Counts that took long are good for twenty times as long as they took."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, tuple[Facets, float]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, count: Callable[[], Facets]) -> Facets:
        """The counts for a key."""
        with self._lock:
            known = self._known.get(key)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        began = time.monotonic()
        facets = count()
        now = time.monotonic()
        if now - began > _QUICK:
            with self._lock:
                self._known[key] = (facets, now + (now - began) / _SHARE)
                self._known.move_to_end(key)
                if len(self._known) > _MOST:
                    self._known.popitem(last=False)
        return facets

    def forget(self) -> None:
        """Count everything anew: many games were added."""
        with self._lock:
            self._known.clear()


def count_facets(connection: Connection, query: Query, cache: FacetCache) -> Facets:
    """Count the games for each choice of a search."""
    keys = None if query.position is None else PositionKeys.of(query.position)
    same = replace(query, page=1, per_page=1, position=None, boards=False), keys
    return cache.get(same, lambda: _counted(connection, query))


def _counted(connection: Connection, query: Query) -> Facets:
    counts: dict[str, int] = _by_result(connection, replace(query, result=None))
    return Facets(
        _by_board(connection, replace(query, rows=None, cols=None, shape=None)),
        counts.pop("B", 0),
        counts.pop("W", 0),
        sum(counts.values()),
    )


def _by_board(connection: Connection, query: Query) -> tuple[BoardGames, ...]:
    chosen = matching(connection, query).add_columns(games.c.rows, games.c.cols, games.c.shape)
    found = chosen.subquery()
    board = (found.c.rows, found.c.cols, found.c.shape)
    counts = select(*board, func.count()).group_by(*board).order_by(func.count().desc(), *board)
    return tuple(BoardGames(*row) for row in connection.execute(counts))


def _by_result(connection: Connection, query: Query) -> dict[str, int]:
    found = matching(connection, query).subquery()
    letter = func.substr(results.c.result, 1, 1)
    counts = (
        select(letter, func.count()).join(found, found.c.id == results.c.game_id).group_by(letter)
    )
    return {row[0]: row[1] for row in connection.execute(counts)}
