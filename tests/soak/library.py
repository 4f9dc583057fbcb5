"""A large library: lists, searches, statistics, bulk imports and the opening explorer."""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.big_library import fill
from support.library_load import measured
from support.plain_records import write_collection
from support.postgres import PostgresServer
from support.store_load import percentile
from support.web_server import ServerProcess

from hexmate import records
from hexmate.game import Node
from hexmate.store import Store
from hexmate.store.bulk_import import BulkImport

from .attack.people import statistics_flood
from .job import Job, Totals

GAMES, VISITORS, SECONDS = 50_000, 20, 60
_SETTINGS = "[limits]\npeople = 100\n"
"""The visitors come from one address; all other limits are the usual ones."""


class LibraryLoad(Job):
    """Visitors at a server with many games, and a flood of requests for the statistics."""

    figure = (
        f"{GAMES:,} games, {VISITORS} visitors with two requests per second each for {SECONDS} s: "
        "every kind of list, search and statistics p95 < 100 ms; with 40 requests for the "
        "statistics at once, searches p95 < 100 ms"
    )

    def __init__(self, database: str) -> None:
        self._database = database
        self.name = f"library on {database}"

    def step(self, number: int, totals: Totals) -> None:
        with _database(self._database) as (folder, url):
            self._measure(folder, url, totals)

    def _measure(self, folder: Path, url: str, totals: Totals) -> None:
        Store.open(url).close()
        fill(url, GAMES)
        with ServerProcess(folder, url, _SETTINGS) as server:
            waits = measured(server.url, GAMES, SECONDS, VISITORS)
            totals["p95"] = {kind: 1000 * percentile(each, 0.95) for kind, each in waits.items()}
            totals["flood"] = asyncio.run(statistics_flood(server.url, SECONDS / 2))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        flood = totals["flood"]
        met = max(totals["p95"].values()) < 100 and flood["search_p95_ms"] < 100
        shown = ", ".join(f"{kind} {value:.0f} ms" for kind, value in totals["p95"].items())
        return met, f"p95: {shown}; in the flood: searches {flood['search_p95_ms']:.0f} ms"


BULK, SEEN = 100_000, 2000


class BulkLibrary(Job):
    """A collection imported by one process, then looked at with the opening explorer."""

    figure = (
        f"{BULK:,} games of up to 60 moves from an SGF file: at least 1,000 games per second; "
        f"the opening explorer at {SEEN:,} positions of them: p95 < 100 ms"
    )

    def __init__(self, database: str) -> None:
        self._database = database
        self.name = f"bulk import on {database}"

    def step(self, number: int, totals: Totals) -> None:
        with _database(self._database) as (folder, url), Store.open(url) as store:
            path = write_collection(folder / "games.sgf", BULK)
            begun = time.monotonic()
            job = BulkImport(store.database, path)
            slowest = max(_gaps(job.steps()))
            totals["per_second"] = job.report.added / (time.monotonic() - begun)
            totals["step_ms"] = 1000 * slowest
            waits = sorted(_explored(store, path))
            totals["p95"] = percentile(waits, 0.95)
            totals["worst"] = waits[-1]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["per_second"] >= 1000 and totals["p95"] < 0.1
        return met, (
            f"{totals['per_second']:,.0f} games per second; explorer p95 "
            f"{1000 * totals['p95']:.0f} ms, worst {1000 * totals['worst']:.0f} ms"
        )


@contextmanager
def _database(kind: str) -> Iterator[tuple[Path, str]]:
    """A folder, and the URL of an empty database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind == "SQLite":
            yield folder, f"sqlite:///{folder / 'games.db'}"
            return
        server = PostgresServer(durable=True)
        try:
            yield folder, server.url(server.new_database())
        finally:
            server.stop()


def _gaps(steps: Iterator[object]) -> Iterator[float]:
    before = time.monotonic()
    for _ in steps:
        now = time.monotonic()
        yield now - before
        before = now


def _explored(store: Store, path: Path) -> Iterator[float]:
    """Seconds for the positions of some games, half of them among the first two moves."""
    rng = random.Random(0)
    for at, game in enumerate(records.iter_games(path)):
        if at == SEEN:
            return
        line: list[Node] = [game.root, *game.mainline()]
        board = line[rng.randrange(3 if at % 2 else len(line))].board()
        begun = time.monotonic()
        store.library.explore(board)
        yield time.monotonic() - begun
