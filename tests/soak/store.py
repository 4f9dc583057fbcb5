"""The store under load: 200 games, one move per second in each, on SQLite and on PostgreSQL."""

import tempfile
from pathlib import Path

from support.postgres import PostgresServer
from support.store_load import latencies, percentile

from hexmate.store import Store

from .job import Job, Totals

GAMES, RATE, SECONDS = 200, 200, 60


class StoreLoad(Job):
    """Time from the request for a move to its commit on disk."""

    figure = f"{RATE} moves per second in {GAMES} games for {SECONDS} s: p50 < 20 ms, p99 < 150 ms"

    def __init__(self, database: str) -> None:
        self._database = database
        self.name = f"store on {database}"

    def step(self, number: int, totals: Totals) -> None:
        if self._database == "SQLite":
            with tempfile.TemporaryDirectory() as folder:
                values = self._measured(f"sqlite:///{Path(folder) / 'games.db'}")
        else:
            server = PostgresServer(durable=True)
            try:
                values = self._measured(server.url(server.new_database()))
            finally:
                server.stop()
        totals.update(p50=percentile(values, 0.5), p99=percentile(values, 0.99), worst=values[-1])

    def _measured(self, url: str) -> list[float]:
        with Store.open(url) as store:
            return latencies(store, GAMES, RATE, SECONDS)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["p50"] < 0.020 and totals["p99"] < 0.150
        shown = ", ".join(f"{key} {1000 * value:.1f} ms" for key, value in totals.items())
        return met, shown
