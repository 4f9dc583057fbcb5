"""Many games at once against a server: measures latency and checks that no move is lost.

    python tests/support/web_load.py [GAMES [SECONDS [KILLS]]]

One process plays all sides. Every client recovers by itself when the server goes away: it
connects again, takes the state as it is, and sends the move again that was not acknowledged.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, str(Path(__file__).parents[1]))
from hexmate.board import Board
from support.web_server import ServerProcess

SIZE = 11
SPECTATORS = 2
_GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


@dataclass
class Report:
    """Latencies in seconds, and errors."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    moves: int = 0
    late: float = 0.0
    reconnects: int = 0

    def figures(self) -> str:
        ack = f"ack p50 {_ms(self.acknowledged, 50)}, p99 {_ms(self.acknowledged, 99)}"
        seen = f"spectator p99 {_ms(self.seen, 99)}"
        worst = f"worst {_ms(self.acknowledged, 100)} and {_ms(self.seen, 100)}"
        return f"{self.moves} moves, {len(self.errors)} errors, {ack}, {seen} ms ({worst})"


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


def _ms(values: list[float], share: float) -> str:
    return f"{1000 * percentile(values, share):.1f}"


class Client:
    """A socket at a game that reconnects by itself and follows the moves."""

    def __init__(self, url: str, report: Report, cookie: str | None = None) -> None:
        self.url, self.report = url, report
        self.headers = {"Cookie": f"hexmate={cookie}"} if cookie else {}
        self.moves: list[str] = []
        self.heard: dict[int, float] = {}
        self.version = 0
        self.socket: ClientConnection | None = None
        self.connected = asyncio.Event()
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _live(self) -> None:
        delay = 0.05
        while True:
            try:
                async with connect(
                    f"{self.url}?since={self.version}",
                    additional_headers=self.headers,
                    compression=None,
                    open_timeout=20,
                    ping_interval=None,
                    max_queue=None,
                ) as socket:
                    self.socket = socket
                    delay = 0.05
                    async for text in socket:
                        self._receive(json.loads(text))
            except _GONE:
                pass
            self.socket = None
            self.connected.clear()
            self._fail_answers()
            self.report.reconnects += 1
            await asyncio.sleep(delay * random.uniform(0.5, 1.5))
            delay = min(1.0, delay * 2)

    def _fail_answers(self) -> None:
        answers, self.answers = self.answers, {}
        for future in answers.values():
            if not future.done():
                future.set_exception(ConnectionResetError())

    def _receive(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "move":
            number = message["number"]
            self.heard.setdefault(number, time.perf_counter())
            if number != len(self.moves) + 1:
                self.report.errors.append(f"move {number} after {len(self.moves)}")
            self.moves[number - 1 :] = [message["move"]]
        elif kind == "state":
            told = [each["move"] for each in message["moves"]]
            if told[: len(self.moves)] != self.moves:
                self.report.errors.append(f"the state lost moves: {self.moves} became {told}")
            self.moves = told
            self.connected.set()
        elif kind in ("ack", "error"):
            future = self.answers.pop(message["ref"], None)
            if future is not None and not future.done():
                future.set_result(message)
        self.version = message.get("version", self.version)

    async def play(self, number: int, move: str) -> dict[str, Any]:
        """The answer to a move, sent again as often as needed."""
        while True:
            await self.connected.wait()
            future = asyncio.get_running_loop().create_future()
            self.answers[number] = future
            try:
                assert self.socket is not None
                text = json.dumps({"type": "move", "ref": number, "number": number, "move": move})
                await self.socket.send(text)
                return await asyncio.wait_for(future, 30)
            except (*_GONE, AssertionError):
                await asyncio.sleep(0.02)
            finally:
                if future.done() and not future.cancelled():
                    future.exception()  # heard of, whether it was waited for or not


@dataclass
class LoadGame:
    """One game, its two players and its spectators."""

    id: str
    players: list[Client]
    spectators: list[Client]
    line: list[str]
    sent: dict[int, float] = field(default_factory=dict)
    acknowledged: int = 0

    @property
    def clients(self) -> list[Client]:
        return [*self.players, *self.spectators]

    async def run(self, begin: float, seconds: float, report: Report, pace: float) -> None:
        for number, move in enumerate(self.line, 1):
            due = begin + (number - 1) * pace
            if due > begin + seconds:
                return
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent = self.sent[number] = time.perf_counter()
            report.late = max(report.late, sent - due)
            answer = await self.players[(number - 1) % 2].play(number, move)
            if answer["type"] != "ack":
                report.errors.append(f"{self.id} move {number}: {answer}")
                return
            report.acknowledged.append(time.perf_counter() - sent)
            report.moves += 1
            self.acknowledged = number


def quiet_line(rng: random.Random, length: int) -> list[str]:
    """Random moves that do not end the game."""
    while True:
        board = Board(SIZE)
        cells = rng.sample(range(board.num_cells), length)
        for cell in cells:
            if board.outcome() is None:
                board.push(cell)
        if board.outcome() is None:
            return [board.name(cell) for cell in cells]


async def set_up(url: str, games: int, report: Report, length: int) -> list[LoadGame]:
    rng = random.Random(5)
    free = asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        # Every request of its own person: the client must not keep anybody's cookie.
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))

        async def one() -> LoadGame:
            async with free:
                cookies = [(await http.get("/api/me")).cookies["hexmate"] for _ in range(2)]
                made = await http.post(
                    "/api/games",
                    json={
                        "rows": SIZE,
                        "cols": SIZE,
                        "mode": "online",
                        "clock": "600+5",
                        "seats": {"black": {"kind": "person"}, "white": {"kind": "open"}},
                    },
                    headers={"Cookie": f"hexmate={cookies[0]}"},
                )
                game = made.raise_for_status().json()
                joined = await http.post(
                    f"/api/games/{game['id']}/join",
                    json={"seat_token": game["seats"]["white"]},
                    headers={"Cookie": f"hexmate={cookies[1]}"},
                )
                joined.raise_for_status()
            live = f"ws{url.removeprefix('http')}/api/games/{game['id']}/live"
            players = [Client(live, report, cookie) for cookie in cookies]
            spectators = [Client(live, report) for _ in range(SPECTATORS)]
            return LoadGame(game["id"], players, spectators, quiet_line(rng, length))

        return list(await asyncio.gather(*(one() for _ in range(games))))


async def run_load(
    server: ServerProcess,
    games: int,
    seconds: float,
    kills: int = 0,
    pace: float = 1.0,
) -> Report:
    """Play, kill the server now and then, and check that all clients agree at the end."""
    report = Report()
    length = min(SIZE * SIZE // 2, int(seconds / pace) + 1)
    tables = await set_up(server.url, games, report, length)
    clients = [client for table in tables for client in table.clients]
    for at, client in enumerate(clients):
        client.start()
        if at % 50 == 49:
            await asyncio.sleep(0.05)
    async with asyncio.timeout(120):
        for client in clients:
            await client.connected.wait()
    report.reconnects = 0
    begin = time.perf_counter() + 0.5
    plays = [
        table.run(begin + pace * at / games, seconds, report, pace)
        for at, table in enumerate(tables)
    ]
    killer = asyncio.create_task(_kill(server, seconds, kills))
    await asyncio.gather(*plays)
    await killer
    await _agree(server.url, tables, report)
    for table in tables:
        for number in range(1, table.acknowledged + 1) if not kills else ():
            report.seen += [each.heard[number] - table.sent[number] for each in table.spectators]
    await asyncio.gather(*(client.close() for client in clients))
    return report


async def _kill(server: ServerProcess, seconds: float, kills: int) -> None:
    for _ in range(kills):
        await asyncio.sleep(seconds / (kills + 1))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


async def _agree(url: str, tables: list[LoadGame], report: Report) -> None:
    """Check that every acknowledged move is stored and has reached every client."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for table in tables:
            state = (await http.get(f"/api/games/{table.id}")).raise_for_status().json()
            stored = [move["move"] for move in state["moves"]]
            if stored != table.line[: table.acknowledged]:
                report.errors.append(f"{table.id}: {stored} is not {table.acknowledged} moves")
            try:
                async with asyncio.timeout(30):
                    while any(client.moves != stored for client in table.clients):
                        await asyncio.sleep(0.02)
            except TimeoutError:
                heard = [len(client.moves) for client in table.clients]
                report.errors.append(f"{table.id}: {len(stored)} moves, heard {heard}")


def measure(games: int, seconds: float, kills: int = 0, pace: float = 1.0) -> Report:
    """Run a server of its own under load."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        return runner.run(run_load(server, games, seconds, kills, pace))


def _loop_factory() -> Any:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


if __name__ == "__main__":
    arguments = [int(each) for each in sys.argv[1:]]
    found = measure(*(arguments or [200, 60]))
    print(found.figures(), f"late {1000 * found.late:.0f} ms, {found.reconnects} reconnects")
    print("\n".join(found.errors[:10]))
