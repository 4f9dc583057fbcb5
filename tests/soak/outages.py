"""Outages of what the server depends on, and a start with very many unfinished games."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.open_games import fill
from support.postgres import PostgresServer
from support.redis_server import RedisServer
from support.web_served import Visitor
from support.web_server import ServerProcess

from hexmate.store import Store

from .attack.outages import (
    OutageFigures,
    dead_postgres,
    frozen_postgres,
    full_disk,
    locked_sqlite,
    redis_outage,
    stopped_while,
)
from .job import Job, Totals


@contextmanager
def _on_postgres() -> Iterator[tuple[ServerProcess, PostgresServer]]:
    postgres = PostgresServer(durable=True)
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            ServerProcess(Path(folder), postgres.url(postgres.new_database())) as server,
        ):
            yield server, postgres
    finally:
        postgres.stop()


@contextmanager
def _on_sqlite() -> Iterator[ServerProcess]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        yield server


class DatabaseOutages(Job):
    """One outage after the other, each with a player and a reader."""

    name = "database outages"
    figure = (
        "PostgreSQL frozen for 30 s and dead for 5 s: an answer to every move and request within "
        "5 s; SQLite locked for 20 s, disk full for 10 s: within 3 s; no acknowledged move lost; "
        "SIGTERM while PostgreSQL is frozen: end within 10 s"
    )
    kinds = ("frozen PostgreSQL", "dead PostgreSQL", "stop", "locked SQLite", "full disk")
    steps = len(kinds)

    def step(self, number: int, totals: Totals) -> None:
        kind = self.kinds[number]
        if kind == "stop":
            with _on_postgres() as (server, postgres):
                try:
                    totals[kind] = round(stopped_while(server, postgres.freeze), 2)
                finally:
                    postgres.thaw()
            return
        totals[kind] = self._outage(kind).as_dict()

    def _outage(self, kind: str) -> OutageFigures:
        if kind.endswith("PostgreSQL"):
            with _on_postgres() as (server, postgres):
                if kind.startswith("frozen"):
                    return frozen_postgres(server, postgres, 30)
                return dead_postgres(server, postgres, 5)
        with _on_sqlite() as server:
            return locked_sqlite(server, 20) if kind == "locked SQLite" else full_disk(server, 10)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met, told = totals["stop"] < 10, [f"stop {totals['stop']} s"]
        for kind in self.kinds:
            if kind == "stop":
                continue
            figures, most = totals[kind], 5 if kind.endswith("PostgreSQL") else 3
            slowest = max(figures["slowest_move"], figures["slowest_read"])
            met = met and slowest < most and not figures["problems"]
            told.append(
                f"{kind}: move {figures['slowest_move']} s, request {figures['slowest_read']} s, "
                f"back after {figures['recovery']} s, {len(figures['problems'])} problems"
            )
        return met, "; ".join(told)


class RedisOutages(Job):
    """Redis is frozen, and killed, while a game of one server is watched on another."""

    name = "redis outages"
    figure = "Redis frozen or dead: spectators on another server see each move within 2 s"
    steps = 2

    def step(self, number: int, totals: Totals) -> None:
        redis_server = RedisServer()
        try:
            with tempfile.TemporaryDirectory() as name:
                servers = [self._server(Path(name), each, redis_server) for each in "ab"]
                with servers[0], servers[1]:
                    kill = number == 1
                    figures = redis_outage((servers[0], servers[1]), redis_server, 20, kill=kill)
        finally:
            redis_server.stop()
        totals["dead" if number else "frozen"] = figures.as_dict()

    def _server(self, folder: Path, name: str, redis_server: RedisServer) -> ServerProcess:
        place = folder / name
        place.mkdir()
        options = ["--broadcast", redis_server.url, "--name", name]
        return ServerProcess(place, f"sqlite:///{folder / 'games.db'}", options=options)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        latest = {kind: max(each["during"], each["after"]) for kind, each in totals.items()}
        told = ", ".join(f"{kind}: {seconds} s late" for kind, seconds in latest.items())
        return max(latest.values()) < 2, told


class OpenGames(Job):
    """The start of a server with very many unfinished games."""

    name = "open games"
    figure = "100,000 unfinished games: start under 3 s, memory under 200 MiB"
    games = 100_000

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            server = ServerProcess(Path(folder))
            with Store.open(server.database) as store:
                ids = fill(store, self.games, store.players.create("Ada").id)
            began = time.perf_counter()
            with server, Visitor(server.url) as visitor:
                totals["start"] = round(time.perf_counter() - began, 2)
                began = time.perf_counter()
                visitor.http.get(f"/api/games/{ids[0]}").raise_for_status()
                totals["load"] = round(time.perf_counter() - began, 3)
                began = time.perf_counter()
                visitor.http.get("/api/games").raise_for_status()
                totals["list"] = round(time.perf_counter() - began, 3)
                time.sleep(20)  # the newest resume in the background
                status = Path(f"/proc/{server.pid}/status").read_text()
                totals["memory"] = int(status.partition("VmRSS:")[2].split()[0]) // 1024

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        told = "start {start} s, one old game {load} s, list {list} s, {memory} MiB".format(
            **totals
        )
        return totals["start"] < 3 and totals["memory"] < 200, told
