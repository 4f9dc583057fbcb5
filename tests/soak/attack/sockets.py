"""Attacks over WebSockets.

    python -m soak.attack.sockets URL SECONDS [--dose] [KIND ...]

Run it in `tests/`, in its own process, so that its own work delays no client. Each kind comes
from an address of its own.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from support.raw_socket import GONE, RawSocket, client, frame, newcomer, text

from soak.attack.kinds import Figures, command

SIZE, MOVES = 32, 400


async def long_game(url: str, cookie: str, address: str, moves: int = MOVES) -> str:
    """The id of a local game with many moves and no winner."""
    seats = {"black": {"kind": "person"}, "white": {"kind": "person"}}
    async with client(url, address, cookies={"hexmate": cookie}) as http:
        made = await http.post("/api/games", json={"rows": SIZE, "cols": SIZE, "seats": seats})
        game: str = made.raise_for_status().json()["id"]
    path = f"/api/games/{game}/live"
    count = min(8, moves)
    sockets = [await RawSocket.open(url, path, cookie, address=address) for _ in range(count)]
    cells = [f"{_column(col)}{row + 1}" for row in range(0, SIZE, 2) for col in range(SIZE)]
    readers = [asyncio.create_task(socket.drain()) for socket in sockets[1:]]
    try:
        for number, cell in enumerate(cells[:moves], 1):
            # The first socket sees every move; each of them may only send some of them.
            move = text(type="move", number=number, move=cell)
            await sockets[number % len(sockets)].send(move)
            while (await sockets[0].message()).get("number") != number:
                pass
    finally:
        for reader in readers:
            reader.cancel()
        for socket in sockets:
            socket.close()
    return game


def _column(number: int) -> str:
    return chr(97 + number) if number < 26 else "a" + chr(97 + number - 26)


async def state_flood(
    url: str, seconds: float, *, moves: int = MOVES, sockets: int = 40, rate: float = 25
) -> Figures:
    """Many sockets of one person ask for the state of a long game again and again."""
    address = "127.0.0.21"
    cookie = await newcomer(url, address)
    path = f"/api/games/{await long_game(url, cookie, address, moves)}/live"
    open_ = [await RawSocket.open(url, path, cookie, address=address) for _ in range(sockets)]
    asked = 0

    async def ask(socket: RawSocket) -> None:
        nonlocal asked
        reading = asyncio.create_task(socket.drain())
        end = time.perf_counter() + seconds
        with suppress(*GONE):
            while time.perf_counter() < end and not reading.done():
                await socket.send(text(type="state"))
                asked += 1
                await asyncio.sleep(1 / rate)
        reading.cancel()

    await asyncio.gather(*map(ask, open_))
    for each in open_:
        each.close()
    return {"asked": asked, "megabytes": sum(each.received for each in open_) / 1e6}


async def never_reading(
    url: str, seconds: float, *, moves: int = MOVES, sockets: int = 20
) -> Figures:
    """Sockets that ask for states and pings and read nothing."""
    address = "127.0.0.22"
    cookie = await newcomer(url, address)
    path = f"/api/games/{await long_game(url, cookie, address, moves)}/live"
    ended: list[float] = []

    async def stall() -> None:
        socket = await RawSocket.open(url, path, cookie, address=address, buffer=4096)
        began = time.perf_counter()
        try:
            async with asyncio.timeout(seconds):
                with suppress(*GONE):
                    await socket.send(text(type="state") * 80 + frame(b"x" * 100, 9) * 100)
                    await socket.gone()
                ended.append(time.perf_counter() - began)
        except TimeoutError:
            pass
        finally:
            socket.close()

    await asyncio.gather(*(stall() for _ in range(sockets)))
    return {"sockets": sockets, "ended": len(ended), "slowest": max(ended, default=0.0)}


def hostile_review(size: int) -> bytes:
    """A review of about this many bytes, of a game that takes long to read."""
    cells = [f"{_column(col)}{row + 1}" for row in range(0, SIZE, 2) for col in range(SIZE)][:500]
    node = {"parent": 0, "setup": {"empty": ["a1"]}}
    game = {
        "schema": "hexmate-game/1",
        "rows": SIZE,
        "cols": SIZE,
        "shape": "hex",
        "swap": None,
        "headers": {},
        "cursor": None,
        "nodes": [{"setup": {"black": cells}}],
    }
    game["nodes"] += [node] * (size // (len(json.dumps(node)) + 2))
    message = {"type": "review", "ref": 1, "game": game, "player": "uct", "limit": {"visits": 1}}
    return json.dumps(message).encode()


async def large_reviews(
    url: str, seconds: float, *, sizes: tuple[int, ...] = (1_000_000, 250_000, 60_000)
) -> Figures:
    """Reviews of huge games, one after the other on several sockets."""
    answers: Counter[str] = Counter()
    end = time.perf_counter() + seconds

    async def review(size: int) -> None:
        message = frame(hostile_review(size))
        while time.perf_counter() < end:
            with suppress(*GONE):
                socket = await RawSocket.open(url, "/api/analysis", address="127.0.0.23")
                try:
                    async with asyncio.timeout(60):
                        await socket.send(message)
                        answer = await socket.message()
                        answers[answer.get("code", answer["type"])] += 1
                except (*GONE, TimeoutError):
                    answers[f"closed {socket.code}"] += 1
                finally:
                    socket.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(review(size) for size in sizes for _ in range(2)))
    return dict(answers)


async def handshake_flood(url: str, seconds: float, *, at_once: int = 20) -> Figures:
    """Handshakes as fast as they are answered, for games that do not exist."""
    answers: Counter[str] = Counter()
    end = time.perf_counter() + seconds

    async def knock(number: int) -> None:
        while time.perf_counter() < end:
            try:
                path = f"/api/games/none{number}/live"
                socket = await RawSocket.open(url, path, address="127.0.0.24")
                socket.close()
                answers["accepted"] += 1
            except (*GONE, ValueError) as error:
                answers[str(error)[:12]] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*map(knock, range(at_once)))
    return dict(answers)


async def frame_flood(url: str, seconds: float, *, sockets: int = 10) -> Figures:
    """Tiny frames in large packets: pings and messages that are nothing."""
    address = "127.0.0.25"
    cookie = await newcomer(url, address)
    path = f"/api/games/{await long_game(url, cookie, address, 1)}/live"
    open_ = [await RawSocket.open(url, path, cookie, address=address) for _ in range(sockets)]
    packets = [frame(b"", 9) * 40_000, frame(b"", 1, False) + frame(b"", 0, False) * 40_000]
    sent = 0

    async def flood(socket: RawSocket, packet: bytes) -> None:
        nonlocal sent
        reading = asyncio.create_task(socket.drain())
        with suppress(*GONE, TimeoutError):
            async with asyncio.timeout(seconds):
                while not reading.done():
                    await socket.send(packet)
                    sent += 40_000
        reading.cancel()
        socket.close()

    await asyncio.gather(*(flood(each, packets[at % 2]) for at, each in enumerate(open_)))
    return {"frames": sent}


_SAMPLES: list[dict[str, Any]] = [
    {"type": "move", "ref": 1, "number": 1, "move": "a1"},
    {"type": "undo", "to": 0},
    {"type": "resign", "seat": "black"},
    {"type": "state"},
    {"type": "hint"},
    {"type": "hand_over"},
    {"type": "analyse", "position": "3 3 hex", "player": "random", "limit": {"visits": 1}},
    {"type": "review", "game": {"rows": 3, "cols": 3, "nodes": [{}]}, "player": "random"},
    {"type": "stop", "ref": "x"},
]
_ODD = [None, True, -1, 2**63, 1e308, "", "\0", "\ud800", "a" * 2000, [], [[]] * 50, {}, {"a": {}}]


def fuzzed(rng: random.Random) -> bytes:
    """A frame that is nearly a message."""
    message = dict(rng.choice(_SAMPLES))
    for _ in range(rng.randrange(3)):
        message[rng.choice([*message, "ref", "x"])] = rng.choice(_ODD)
    data = json.dumps(message).encode()
    kind = rng.randrange(10)
    if kind == 0:
        place = rng.randrange(len(data))
        data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
    elif kind == 1:
        data = data[: rng.randrange(len(data))]
    elif kind == 2:
        data = b"[" * rng.randrange(5000)
    elif kind == 3:
        data = rng.randbytes(rng.randrange(200))
    return frame(data, opcode=rng.choice([1] * 20 + [2, 3, 11]))


async def fuzz(url: str, seconds: float, *, count: int = 20_000, seed: int = 1) -> Figures:
    """Fuzzed messages on both kinds of socket; ends early when all are sent."""
    rng = random.Random(seed)
    address = "127.0.0.26"
    cookie = await newcomer(url, address)
    game = await long_game(url, cookie, address, 1)
    paths = [f"/api/games/{game}/live", "/api/analysis"]
    codes: Counter[int | None] = Counter()
    sent = 0

    async def send(path: str) -> None:
        nonlocal sent
        while sent < count:
            try:
                socket = await RawSocket.open(url, path, cookie, address=address)
            except ConnectionError:
                await asyncio.sleep(0.1)
                continue
            reading = asyncio.create_task(socket.drain())
            with suppress(*GONE):
                while sent < count and not reading.done():
                    sent += 1
                    await socket.send(fuzzed(rng))
                    await asyncio.sleep(0.001)
            if reading.done():
                codes[socket.code] += 1
            reading.cancel()
            socket.close()

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(send(path) for path in paths * 4))
    return {"messages": sent, "codes": {str(code): number for code, number in codes.items()}}


KINDS: dict[str, Callable[..., Awaitable[Figures]]] = {
    "state": state_flood,
    "never": never_reading,
    "review": large_reviews,
    "handshake": handshake_flood,
    "frames": frame_flood,
    "fuzz": fuzz,
}


DOSE: dict[str, dict[str, Any]] = {
    "state": {"moves": 60, "sockets": 20},
    "review": {"sizes": (1_000_000, 250_000)},
    "handshake": {"at_once": 5},
    "frames": {"sockets": 4},
    "fuzz": {"count": 1000},
}
"""For `make test`: a little of each kind, except for sockets that never read, which takes long."""


if __name__ == "__main__":
    command(KINDS, DOSE)
