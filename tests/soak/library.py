"""A large library: lists, deep pages, searches and statistics of 50,000 games."""

import asyncio
import tempfile
from pathlib import Path

from support.big_library import fill
from support.library_load import measured
from support.postgres import PostgresServer
from support.store_load import percentile
from support.web_server import ServerProcess

from hexmate.store import Store

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
        with tempfile.TemporaryDirectory() as folder:
            if self._database == "SQLite":
                self._measure(Path(folder), f"sqlite:///{Path(folder) / 'games.db'}", totals)
                return
            server = PostgresServer(durable=True)
            try:
                self._measure(Path(folder), server.url(server.new_database()), totals)
            finally:
                server.stop()

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
