"""Attacks on the engines: many analyses, many games of one person, and programs that misbehave."""

import asyncio
import json
import shlex
import time
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from support.processes import alive, marker, mock
from support.web_server import GENEROUS, ServerProcess
from websockets.asyncio.client import ClientConnection, connect

SIZE = 11
EMPTY = f"{SIZE}x{SIZE} hex - {'/'.join([str(SIZE)] * SIZE)} b"
RETURNED_WITHIN = 10.0
"""Seconds after which the server must be back to what it was."""
PATIENCE = 60.0

BAD_ENGINES = (
    *(("exits", 0), ("hangs", 0), ("garbage", 0), ("floods", 0), ("mute", 0), ("deaf", 0)),
    *(("exits", 1), ("crashes", 1), ("hangs", 1), ("garbage", 1), ("nonsense", 1)),
    *(("occupied", 1), ("late", 1), ("floods", 1), ("floods_line", 1), ("floods_answer", 1)),
    *(("mute", 1), ("deaf", 1), ("stops_keeper", 1), ("abandons", 1), ("allocates", 1)),
    *(("passes", 1), ("swaps", 1)),
)
"""Modes of the faulty engine that end a game, and the move at which each shows its fault."""


@dataclass
class Usage:
    """Memory (MiB) and threads of a process: before, at most, and some seconds after an attack."""

    pid: int
    before: tuple[int, int] = (0, 0)
    most: tuple[int, int] = (0, 0)
    after: tuple[int, int] = (0, 0)

    def read(self) -> tuple[int, int]:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        values = dict(line.split(":", 1) for line in lines)
        return int(values["VmRSS"].split()[0]) >> 10, int(values["Threads"])

    @asynccontextmanager
    async def watched(self, recovery: float = RETURNED_WITHIN):
        """Watch the process during the block, and until it has had time to recover."""
        self.before = self.most = self.read()
        watching = asyncio.create_task(self._watch())
        try:
            yield self
        finally:
            watching.cancel()
        ended = time.monotonic()
        while True:
            self.after = self.read()
            if time.monotonic() > ended + recovery:
                break
            if self.after[0] < self.before[0] + 32 and self.after[1] <= self.before[1] + 8:
                break
            await asyncio.sleep(0.25)

    async def _watch(self) -> None:
        while True:
            now = self.read()
            self.most = max(self.most[0], now[0]), max(self.most[1], now[1])
            await asyncio.sleep(0.1)

    def as_dict(self) -> dict[str, list[int]]:
        return {name: list(getattr(self, name)) for name in ("before", "most", "after")}


@dataclass
class Person:
    """A visitor with a cookie."""

    url: str
    cookie: str

    @classmethod
    def arrive(cls, url: str) -> "Person":
        answer = httpx.get(f"{url}/api/me", timeout=PATIENCE).raise_for_status()
        return cls(url, answer.cookies["hexmate"])

    async def game(self, ai: str, **terms: Any) -> str:
        """A new game as Black against an engine; asked for again while the server is busy."""
        seats = {"black": {"kind": "person"}, "white": {"kind": "ai", "ai": ai}}
        body = {"rows": SIZE, "cols": SIZE, "seats": seats, **terms}
        cookies = {"hexmate": self.cookie}
        # Certificates would be read each time, which costs more than the request.
        async with httpx.AsyncClient(
            base_url=self.url, cookies=cookies, timeout=PATIENCE, verify=False
        ) as http:
            while (answer := await http.post("/api/games", json=body)).status_code == 503:
                await asyncio.sleep(0.2)
            return answer.raise_for_status().json()["id"]

    def socket(self, path: str) -> connect:
        address = f"ws{self.url.removeprefix('http')}{path}"
        headers = {"Cookie": f"hexmate={self.cookie}"}
        return connect(address, additional_headers=headers, open_timeout=PATIENCE, max_size=None)


@dataclass
class AnalysesFigures:
    """How many analyses ended how, and what they cost."""

    endings: Counter[str]
    seconds: float
    usage: Usage

    def as_dict(self) -> dict[str, Any]:
        return {**self.usage.as_dict(), "endings": dict(self.endings), "seconds": self.seconds}


async def many_analyses(
    server: ServerProcess, count: int, seconds: float = 0.5, player: str = "hexmate"
) -> AnalysesFigures:
    """One person asks for many analyses at once, each on a socket of its own."""
    person = Person.arrive(server.url)

    async def analyse(number: int) -> str:
        asked = {"position": EMPTY, "player": player, "lines": 3, "limit": {"time": seconds}}
        async with person.socket("/api/analysis") as socket:
            await socket.send(json.dumps({"type": "analyse", "ref": number, **asked}))
            while True:
                answer = await _receive(socket)
                if answer["type"] == "error":
                    busy = answer["code"] == "busy"
                    return "busy" if busy else f"{answer['code']}: {answer.get('message')}"
                if answer.get("final"):
                    return "final"

    began = time.monotonic()
    async with Usage(server.pid).watched() as usage:
        endings = Counter(await asyncio.gather(*map(analyse, range(count))))
        spent = round(time.monotonic() - began, 1)
    return AnalysesFigures(endings, spent, usage)


async def _receive(socket: ClientConnection, patience: float = 2 * PATIENCE) -> dict[str, Any]:
    """The next message; an error of its own if there is none for long."""
    try:
        async with asyncio.timeout(patience):
            return json.loads(await socket.recv())
    except TimeoutError:
        return {"type": "error", "code": "unanswered"}


@dataclass
class GamesFigures:
    """What one person's many games did to the timed game of another."""

    attacking_moves: int = 0
    waits: list[float] = field(default_factory=list)
    """From each move of the honest player to the answer of the engine, in seconds."""
    ended: str | None = None
    """How the honest game ended, if it did."""
    usage: Usage | None = None

    async def begun(self) -> None:
        """Wait until both people have had an answer."""
        while not (self.attacking_moves and (self.waits or self.ended)):
            await asyncio.sleep(0.05)

    def as_dict(self) -> dict[str, Any]:
        assert self.usage is not None
        return {
            **self.usage.as_dict(),
            "attacking_moves": self.attacking_moves,
            "moves": len(self.waits),
            "slowest": round(max(self.waits, default=0.0), 2),
            "ended": self.ended,
        }


async def many_games(
    server: ServerProcess,
    count: int,
    seconds: float,
    clock: str = "5",
    ai: str = "hexmate:time=5",
    recovery: float = RETURNED_WITHIN,
) -> GamesFigures:
    """One person plays many games against a slow engine; another plays one with a short clock."""
    attacker, honest = Person.arrive(server.url), Person.arrive(server.url)
    figures = GamesFigures()
    over = asyncio.Event()

    async def attack() -> None:
        game = await attacker.game(ai)
        async for _ in _moves_against(attacker, game, over):
            figures.attacking_moves += 1

    async def play() -> None:
        game = await honest.game("hexmate:visits=20", clock=clock)
        async for answer, wait in _moves_against(honest, game, over):
            if "result" in answer and answer["result"] is not None:
                figures.ended = answer["result"]["result"]
            else:
                figures.waits.append(wait)

    async with Usage(server.pid).watched(recovery) as usage:
        attacks = [asyncio.create_task(attack()) for _ in range(count)]
        await asyncio.sleep(min(5.0, seconds / 4))
        playing = asyncio.create_task(play())
        await asyncio.wait([playing], timeout=seconds)
        with suppress(TimeoutError):  # on a busy machine the first moves may take longer
            await asyncio.wait_for(figures.begun(), PATIENCE)
        over.set()
        await asyncio.wait([*attacks, playing], timeout=PATIENCE)
        for task in (*attacks, playing):
            task.cancel()
        await asyncio.gather(*attacks, playing, return_exceptions=True)
    figures.usage = usage
    return figures


async def _moves_against(person: Person, game: str, over: asyncio.Event):
    """Play Black on every other cell; yields each answer of the engine and how long it took."""
    async with person.socket(f"/api/games/{game}/live") as socket:
        taken, number = set(), 1
        while not over.is_set():
            cell = next(each for each in _cells() if each not in taken)
            taken.add(cell)
            await socket.send(json.dumps({"type": "move", "number": number, "move": cell}))
            began = time.monotonic()
            answer = await _answer(socket, number + 1, over)
            if answer is None:
                return
            yield answer, time.monotonic() - began
            if answer.get("result") is not None:
                return
            taken.add(answer["move"])
            number += 2


async def _answer(
    socket: ClientConnection, number: int, over: asyncio.Event
) -> dict[str, Any] | None:
    """The engine's move, or the end of the game; None when the attack is over."""
    while not over.is_set():
        message = await _receive(socket, 1.0)
        if message.get("code") not in (None, "unanswered"):
            raise AssertionError(message)
        ended = message.get("result") is not None
        if ended or (message["type"] == "move" and message["number"] == number):
            return message
    return None


def _cells() -> list[str]:
    """Cells that connect nothing, first those of the top rows."""
    every = [f"{chr(97 + col)}{row + 1}" for row in range(SIZE) for col in range(SIZE)]
    return [*every[::2], *every[1::2]]


@dataclass
class BadEnginesFigures:
    """How each game against a program that misbehaves ended, and after how many seconds."""

    endings: dict[str, tuple[str, float]]
    left: int
    """Processes that are left."""
    usage: Usage

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.usage.as_dict(),
            "endings": dict(Counter(ending for ending, _ in self.endings.values())),
            "slowest": max(seconds for _, seconds in self.endings.values()),
            "left": self.left,
        }


def bad_engine_settings(word: str, engines: tuple[tuple[str, int], ...] = BAD_ENGINES) -> str:
    """Settings of a server that offers engines that misbehave; a word finds their processes."""
    texts = [GENEROUS]
    for mode, at in engines:
        command = shlex.join(mock("faulty", mode, "--at", at, "--seconds", 8, word))
        spec = f"htp[time=1,patience=5,memory=512]:{command}"
        texts.append(f"[[engines]]\nname = {_name(mode, at)!r}\nspec = {spec!r}\n")
    return "\n".join(texts)


def _name(mode: str, at: int) -> str:
    return f"{mode} {at}"


async def bad_engines(
    server: ServerProcess, word: str, engines: tuple[tuple[str, int], ...] = BAD_ENGINES
) -> BadEnginesFigures:
    """One person plays against all of them at once."""
    person = Person.arrive(server.url)
    endings: dict[str, tuple[str, float]] = {}

    async def play(name: str) -> None:
        began, ending = time.monotonic(), "none"
        game = await person.game(f"engine:{name}")
        async for answer, _ in _moves_against(person, game, asyncio.Event()):
            if answer.get("result") is not None:
                ending = answer["result"]["result"]
        endings[name] = ending, round(time.monotonic() - began, 1)

    async with Usage(server.pid).watched() as usage:
        async with asyncio.timeout(10 * PATIENCE):
            await asyncio.gather(*(play(_name(mode, at)) for mode, at in engines))
    return BadEnginesFigures(endings, len(await asyncio.to_thread(alive, word, 20.0)), usage)


def attack_bad_engines(
    folder: Path, engines: tuple[tuple[str, int], ...] = BAD_ENGINES
) -> BadEnginesFigures:
    """Start a server that offers the engines, and play against them."""
    word = marker()
    with ServerProcess(folder, settings=bad_engine_settings(word, engines)) as server:
        return asyncio.run(bad_engines(server, word, engines))
