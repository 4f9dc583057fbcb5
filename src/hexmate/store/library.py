"""The library: search, import and export of finished games."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from sqlalchemy import ColumnElement, Connection, func, select

from hexmate import records
from hexmate.board import Board
from hexmate.errors import RecordError
from hexmate.game import Game
from hexmate.store.database import Database
from hexmate.store.errors import NotFoundError
from hexmate.store.explorer import Explored, explore
from hexmate.store.facets import FacetCache, Facets, count_facets
from hexmate.store.importing import Imported, Prepared, insert_imports, prepare, prepare_all
from hexmate.store.loading import load_games
from hexmate.store.record import record_of
from hexmate.store.search import Query, SearchPage, StoredSummary, Totals, find, summaries
from hexmate.store.statistics import Statistics, gather
from hexmate.store.tables import games, imports
from hexmate.store.values import GameRow

__all__ = ["ImportReport", "Library", "StoredRecord"]

_CHUNK = 20
"""Games that are read or written at once: few enough that no move waits long for them."""
_TIDY_SECONDS = 5.0
_CHUNK_LENGTH = 50_000
"""Characters of imported records that are read at once."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: ids of new games, ids of known ones, and problems."""

    added: tuple[str, ...]
    known: tuple[str, ...]
    problems: tuple[str, ...]


class Library:
    """Finished games: searched, imported, exported, counted."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._totals = Totals()
        self._facets = FacetCache()
        self._changed = False
        self._next_tidy = 0.0

    def search(self, query: Query) -> SearchPage:
        """A page of the finished games that match a query, newest first."""
        self._tidy()
        with self._database.reading() as connection:
            return find(connection, query, self._totals)

    def facets(self, query: Query) -> Facets:
        """How many games each board and each result would find, with the rest of a query."""
        self._tidy()
        with self._database.reading() as connection:
            return count_facets(connection, query, self._facets)

    def explore(self, position: Board) -> Explored:
        """The next moves that were played in a position, with their results."""
        with self._database.reading() as connection:
            return explore(connection, position)

    def summary(self, public_id: str) -> StoredSummary:
        """The summary of one finished game."""
        with self._database.reading() as connection:
            finished = (games.c.public_id == public_id) & (games.c.status == "finished")
            number = connection.scalar(select(games.c.id).where(finished))
            if number is None:
                raise NotFoundError(f"there is no finished game {public_id!r}")
            return summaries(connection, [number])[0]

    def record(self, public_id: str) -> Game:
        """The record of a game: imported games unchanged, games played here up to the last move."""
        return self.stored(public_id).game()

    def stored(self, public_id: str) -> "StoredRecord":
        """What a record is made of; making it takes longer than reading it from the database."""
        with self._database.reading() as connection:
            found = _stored(connection, games.c.public_id == public_id)
        if not found:
            raise NotFoundError(f"there is no game {public_id!r}")
        return found[0]

    def add(self, game: Game | Prepared, source: str) -> Imported:
        """Import a game; the same record is not imported twice.

        Under a `StoreWriter` prepare it first (`importing.prepare`), so that others do not wait.
        """
        prepared = game if isinstance(game, Prepared) else prepare(game)
        taken = self.add_all([prepared], source)[0]
        if taken.new:
            self.count_anew()
        return taken

    def add_all(self, games: Sequence[Prepared], source: str) -> list[Imported]:
        """Import several games in one transaction; the answers are in their order.

        Call `count_anew` after it has ended, if any of them is new.
        """
        with self._database.writing() as connection:
            return insert_imports(connection, games, source)

    def count_anew(self) -> None:
        """Forget what was counted, soon: games were added, and their transaction has ended."""
        self._changed = True

    def _tidy(self) -> None:
        """Forget the counts if games were added, every few seconds at most."""
        now = time.monotonic()
        if self._changed and now >= self._next_tidy:
            self._changed, self._next_tidy = False, now + _TIDY_SECONDS
            self._totals.forget()
            self._facets.forget()

    def add_text(self, text: str, source: str, format: str | None = None) -> ImportReport:
        """Import all games of a text, in any format of `hexmate.records`.

        Games that cannot be read are left out and reported; RecordError if none can be read.
        """
        problems: list[str] = []
        found = records.iter_text(text, format=format, report=problems.append)
        return self._add_all(found, source, problems)

    def _add_all(self, found: Iterator[Game], source: str, problems: list[str]) -> ImportReport:
        taken: list[Imported] = []
        ready = prepare_all(found, problems.append)
        while chunk := list(islice(ready, _CHUNK)):
            taken.extend(self.add_all(chunk, source))
        if any(one.new for one in taken):
            self.count_anew()
        return ImportReport(
            tuple(one.public_id for one in taken if one.new),
            tuple(one.public_id for one in taken if not one.new),
            tuple(problems),
        )

    def export(self, format: Literal["sgf", "jsonl"]) -> Iterator[str]:
        """Yield all finished games, oldest first, one text each, with few in memory at a time."""
        if format not in ("sgf", "jsonl"):
            raise RecordError(f"games are exported as sgf or jsonl (got {format!r})")
        return self._texts(format)

    def _texts(self, format: Literal["sgf", "jsonl"]) -> Iterator[str]:
        last = 0
        while found := self.stored_after(last):
            for each in found:
                last = each.number
                yield each.text(format) + "\n"

    def stored_after(self, number: int) -> list["StoredRecord"]:
        """The next finished games in the order they were stored: few, and not too long."""
        later = (games.c.id > number) & (games.c.status == "finished")
        length = func.coalesce(func.length(imports.c.record), 0)
        chosen = (
            select(games.c.id, length)
            .outerjoin(imports, imports.c.game_id == games.c.id)
            .where(later)
            .order_by(games.c.id)
            .limit(_CHUNK)
        )
        with self._database.reading() as connection:
            numbers: list[int] = []
            characters = 0
            for at, size in connection.execute(chosen):
                characters += size
                if numbers and characters > _CHUNK_LENGTH:
                    break
                numbers.append(at)
            return _stored(connection, games.c.id.in_(numbers))

    def statistics(self) -> Statistics:
        """Counts of all games and players."""
        with self._database.reading() as connection:
            return gather(connection)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A game as the database holds it."""

    row: GameRow
    imported: str | None
    """The record that was imported, as a line of `games.jsonl`."""

    @property
    def number(self) -> int:
        """The number of the game in the database."""
        return self.row.id

    def game(self) -> Game:
        """The game, checked move by move."""
        if self.imported is None:
            return record_of(self.row)
        return next(records.iter_text(self.imported, format="jsonl", report=_forget))

    def text(self, format: Literal["sgf", "jsonl"]) -> str:
        """The game as text; what SGF cannot hold is left out."""
        if self.imported is not None and format == "jsonl":
            return self.imported
        return records.dumps(self.game(), format, lossy=True)


def _stored(connection: Connection, where: ColumnElement[bool]) -> list[StoredRecord]:
    rows = load_games(connection, where)
    numbers = [row.id for row in rows]
    kept = select(imports.c.game_id, imports.c.record).where(imports.c.game_id.in_(numbers))
    texts = dict(connection.execute(kept).all())
    return [StoredRecord(row, texts.get(row.id)) for row in rows]


def _forget(_message: str) -> None:
    """Problems of a record were reported when it was imported."""
