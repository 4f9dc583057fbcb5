"""Importing whole files: quick, with progress, and resumed where it stopped.

Games go into SQLite in short transactions, so that a server on the same database is not delayed.
PostgreSQL stores some games while the next ones are read. Each transaction also stores how
many games of the file have been read: the same file continues there, after Ctrl-C, a crash or a
power cut.
"""

import hashlib
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from hexmate import records
from hexmate.errors import RecordError
from hexmate.records.base import Codec, Piece
from hexmate.store.database import Database
from hexmate.store.importing import Imported, Prepared, insert_imports, prepare
from hexmate.store.plain_games import prepare_plain
from hexmate.store.tables import import_marks

__all__ = ["BulkImport", "BulkReport"]

_LEAST_CHUNK, _MOST_CHUNK = 50, 400
_TRANSACTION = 0.03
"""Seconds that a transaction should take on SQLite."""
_MOST_PROBLEMS = 100


@dataclass(slots=True)
class BulkReport:
    """How far the import of a file is."""

    read: int = 0
    """Games that have been read, now or by an earlier run."""
    added: int = 0
    """Games that are new in the library."""
    known: int = 0
    """Games that the library already had."""
    resumed: int = 0
    """Games that an earlier run had read."""
    characters: int = 0
    """How much of the file has been read."""
    ended: bool = False
    """Whether the whole file has been read."""
    problems: list[str] = field(default_factory=list)
    """Warnings, and games that could not be read; the first hundred."""

    @property
    def unreadable(self) -> int:
        """Games that could not be imported."""
        return self.read - self.added - self.known


class BulkImport:
    """The import of one file. Make it, look at `report`, and exhaust `steps()`."""

    def __init__(
        self,
        database: Database,
        path: str | os.PathLike[str],
        source: str | None = None,
        format: str | None = None,
    ) -> None:
        self._database = database
        self._path = Path(path)
        self._source = source or self._path.name
        self._format = format
        self._digest = _digest(self._path, format)
        self.report = self._marked()

    def _marked(self) -> BulkReport:
        mark = select(import_marks).where(import_marks.c.digest == self._digest)
        with self._database.reading() as connection:
            row = connection.execute(mark).one_or_none()
        if row is None:
            return BulkReport()
        report = BulkReport(row.read, row.added, row.known, row.read, ended=row.ended)
        if report.ended and (report.read == 0 or report.unreadable):
            return BulkReport()  # read the file again: some of its games are missing
        return report

    def steps(self) -> Iterator[BulkReport]:
        """Import the file, a few games per step; stop between two steps whenever you like."""
        report = self.report
        if report.ended:
            return
        pieces = self._pieces()
        # Writers wait for each other on SQLite alone: elsewhere fewer transactions are quicker.
        one_writer = self._database.is_sqlite
        size, ended = _LEAST_CHUNK, False
        writing: Future[float] | None = None
        with ThreadPoolExecutor(1, "hexmate-import") as writer:
            while not ended:
                chunk = list(islice(pieces, size))
                ended = len(chunk) < size
                ready = [each for each in map(self._prepared, chunk) if each is not None]
                if writing is not None:
                    seconds = writing.result()
                    size = _next_size(size, seconds) if one_writer else _MOST_CHUNK
                    yield report
                writing = writer.submit(self._store, ready, len(chunk), ended)
                if one_writer:
                    wait((writing,))  # so that others get the lock while the next games are read
            if writing is not None:
                writing.result()
                yield report
        if report.read == 0:
            raise RecordError(f"{self._path}: no game found")

    def _pieces(self) -> Iterator[tuple[Codec, Piece]]:
        """The games that are still to be read."""
        for number, (codec, piece) in enumerate(
            records.iter_pieces(self._path, format=self._format)
        ):
            self.report.characters += len(piece.text)
            if number >= self.report.resumed:
                yield codec, piece

    def _prepared(self, found: tuple[Codec, Piece]) -> Prepared | None:
        codec, piece = found
        plain = prepare_plain(codec, piece)
        if plain is not None:
            return plain
        try:
            game = records.read_piece(codec, piece, self._note)
            ready = prepare(game)
            game.dissolve()
            return ready
        except RecordError as error:
            self._note(f"{error}; the game is skipped")
            return None

    def _note(self, problem: str) -> None:
        if len(self.report.problems) < _MOST_PROBLEMS:
            self.report.problems.append(f"{self._path.name}: {problem}")

    def _store(self, ready: list[Prepared], read: int, ended: bool) -> float:
        """Store games and the mark in one transaction; returns the seconds that it took."""
        report, begun = self.report, time.monotonic()
        with self._database.writing() as connection:
            taken = insert_imports(connection, ready, self._source) if ready else []
            counts = _counts(report, taken, read)
            _mark(connection, self._digest, counts, ended)
        report.read, report.added, report.known = counts
        report.ended = ended
        return time.monotonic() - begun


def _next_size(size: int, seconds: float) -> int:
    """How many games the next transaction should have, if this many took so long."""
    fitting = round(size * min(2.0, max(0.5, _TRANSACTION / max(seconds, 1e-4))))
    return min(_MOST_CHUNK, max(_LEAST_CHUNK, fitting))


def _counts(report: BulkReport, taken: list[Imported], read: int) -> tuple[int, int, int]:
    new = sum(each.new for each in taken)
    return report.read + read, report.added + new, report.known + len(taken) - new


def _mark(connection: Connection, digest: str, counts: tuple[int, int, int], ended: bool) -> None:
    read, added, known = counts
    row = {"digest": digest, "read": read, "added": added, "known": known, "ended": ended}
    connection.execute(delete(import_marks).where(import_marks.c.digest == digest))
    connection.execute(insert(import_marks), [row])


def _digest(path: Path, format: str | None) -> str:
    """The digest of a file, which may be large, together with the requested format."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256")
    except OSError as error:
        raise RecordError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    digest.update((format or "").encode())
    return digest.hexdigest()
