"""Databases and a Redis that freeze, die or are locked, and full disks, while people play.

Each attack plays one game on a running server, makes an outage for some seconds, ends it, and
reports how long answers took and whether an acknowledged move was lost.
"""

import json
import resource
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from support.postgres import PostgresServer
from support.redis_server import RedisServer
from support.web_served import Socket, Visitor
from support.web_server import ServerProcess

SIZE = 19
PACE = 0.1
RETRY = 0.2
RECOVERY = 60.0


@dataclass
class OutageFigures:
    """What an outage of some seconds did to one game and its visitors, in seconds."""

    moves: list[float] = field(default_factory=list)
    """From each move to its answer, an acknowledgement or a refusal."""
    reads: list[float] = field(default_factory=list)
    """From each request to its answer, of any status."""
    acknowledged: list[str] = field(default_factory=list)
    refused: int = 0
    recovery: float = 0.0
    """From the end of the outage to the next acknowledgement."""
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        return {
            "slowest_move": round(max(self.moves, default=0.0), 2),
            "slowest_read": round(max(self.reads, default=0.0), 2),
            "acknowledged": len(self.acknowledged),
            "refused": self.refused,
            "recovery": round(self.recovery, 2),
            "problems": self.problems[:3],
        }


def outage(
    server: ServerProcess, begin: Callable[[], object], end: Callable[[], object], seconds: float
) -> OutageFigures:
    """Play and read before, during and after an outage of some seconds."""
    figures = OutageFigures()
    with Visitor(server.url) as ada, _reading(server.url, ada, figures):
        game = ada.game(rows=SIZE, cols=SIZE)
        with ada.at(game) as socket:
            _play(socket, figures, lambda: len(figures.acknowledged) >= 5)
            begin()
            ends = time.monotonic() + seconds
            try:
                _play(socket, figures, lambda: time.monotonic() > ends)
            finally:
                end()
            began, before = time.monotonic(), len(figures.acknowledged)
            _play(socket, figures, lambda: len(figures.acknowledged) > before)
            figures.recovery = time.monotonic() - began
            _play(socket, figures, lambda: len(figures.acknowledged) >= before + 5)
        stored = [each["move"] for each in ada.http.get(f"/api/games/{game['id']}").json()["moves"]]
    if stored != figures.acknowledged:
        figures.problems.append(f"{len(stored)} moves are stored: {stored[-3:]}")
    return figures


def cell(number: int) -> str:
    """The cell of a move: every other one, so that no one connects anything."""
    row, col = divmod(2 * (number - 1), SIZE)
    return f"{chr(ord('a') + col)}{row + 1}"


def _play(socket: Socket, figures: OutageFigures, done: Callable[[], bool]) -> None:
    """Play the cells in order, each until it is acknowledged."""
    deadline = time.monotonic() + RECOVERY
    while not done() and time.monotonic() < deadline:
        number = len(figures.acknowledged) + 1
        move = cell(number)
        began = time.perf_counter()
        answer = socket.move(number, move)
        figures.moves.append(time.perf_counter() - began)
        if answer["type"] == "ack":
            figures.acknowledged.append(move)
            time.sleep(PACE)
        elif answer["code"] == "unavailable":
            figures.refused += 1
            time.sleep(RETRY)
        else:
            figures.problems.append(json.dumps(answer))
            return


@contextmanager
def _reading(url: str, person: Visitor, figures: OutageFigures):
    """Requests that need the database, one after the other, during the block."""
    over = threading.Event()

    def read() -> None:
        cookies = {"hexmate": person.http.cookies["hexmate"]}
        with httpx.Client(base_url=url, timeout=60, cookies=cookies) as http:
            while not over.is_set():
                for path in ("/healthz", "/api/me/games", "/api/library", "/api/games/none"):
                    began = time.perf_counter()
                    status = http.get(path).status_code
                    figures.reads.append(time.perf_counter() - began)
                    if status not in (200, 404, 503):
                        figures.problems.append(f"{path}: {status}")
                over.wait(PACE)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(60)


def frozen_postgres(
    server: ServerProcess, postgres: PostgresServer, seconds: float
) -> OutageFigures:
    """Every process of PostgreSQL is stopped, and continued."""
    return outage(server, postgres.freeze, postgres.thaw, seconds)


def dead_postgres(server: ServerProcess, postgres: PostgresServer, seconds: float) -> OutageFigures:
    """PostgreSQL ends without a word, and starts again."""
    return outage(server, postgres.kill, postgres.start, seconds)


def locked_sqlite(server: ServerProcess, seconds: float) -> OutageFigures:
    """Another program locks the file for writing."""
    path = server.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as other:
        return outage(
            server,
            lambda: other.execute("BEGIN EXCLUSIVE"),
            lambda: other.execute("ROLLBACK"),
            seconds,
        )


def full_disk(server: ServerProcess, seconds: float) -> OutageFigures:
    """The files of the server cannot grow."""
    limit = resource.RLIMIT_FSIZE
    hard = resource.prlimit(server.pid, limit)[1]
    path = Path(server.database.removeprefix("sqlite:///") + "-wal")
    return outage(
        server,
        lambda: resource.prlimit(server.pid, limit, (path.stat().st_size, hard)),
        lambda: resource.prlimit(server.pid, limit, (hard, hard)),
        seconds,
    )


def stopped_while(server: ServerProcess, begin: Callable[[], object]) -> float:
    """How long the server takes to end after SIGTERM in an outage, with games in progress."""
    with Visitor(server.url) as ada:
        game = ada.game(clock="600", mode="local")
        with ada.at(game) as socket:
            socket.move(1, "c3")
            begin()
            socket.send(type="move", number=2, move="a1")
            began = time.perf_counter()
            server.stop()
            return time.perf_counter() - began


@dataclass
class RedisFigures:
    """How late spectators on another server saw the moves, in seconds."""

    before: list[float] = field(default_factory=list)
    during: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)

    def as_dict(self) -> dict[str, float]:
        return {
            name: round(max(getattr(self, name), default=0.0), 2)
            for name in ("before", "during", "after", "acknowledged")
        }


def redis_outage(
    servers: tuple[ServerProcess, ServerProcess],
    redis_server: RedisServer,
    moves: int,
    *,
    kill: bool = False,
) -> RedisFigures:
    """Freeze or kill Redis for some moves of a game of one server that is watched on the other."""
    begin, end = redis_server.freeze, redis_server.thaw
    if kill:
        begin, end = redis_server.kill, redis_server.start
    figures = RedisFigures()
    with Visitor(servers[0].url) as ada, Visitor(servers[1].url) as eve:
        game = ada.game(rows=SIZE, cols=SIZE)
        with ada.at(game) as player, eve.at(game) as spectator:
            number = _watched(player, spectator, figures.before, figures, 0, 3)
            begin()
            try:
                number = _watched(player, spectator, figures.during, figures, number, moves)
            finally:
                end()
            _watched(player, spectator, figures.after, figures, number, 3)
    return figures


def _watched(
    player: Socket,
    spectator: Socket,
    lateness: list[float],
    figures: RedisFigures,
    number: int,
    moves: int,
) -> int:
    """Play moves and wait until the spectator has seen each."""
    for _ in range(moves):
        number += 1
        row, col = divmod(2 * (number - 1), SIZE)
        began = time.perf_counter()
        answer = player.move(number, f"{chr(ord('a') + col)}{row + 1}")
        figures.acknowledged.append(time.perf_counter() - began)
        assert answer["type"] == "ack", answer
        while _plies(spectator.next()) < number:
            pass
        lateness.append(time.perf_counter() - began)
    return number


def _plies(message: dict[str, object]) -> int:
    """The number of moves that a message shows."""
    if message["type"] == "move":
        return int(str(message["number"]))
    moves = message.get("moves", [])
    return len(moves) if isinstance(moves, list) else 0
