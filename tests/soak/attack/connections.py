"""Attacks by connections that never end what they begin, and by large heads.

    python -m soak.attack.connections URL SECONDS [KIND ...]

Run it in `tests/`, in its own process, so that its own work delays no client. Each kind comes
from an address of its own.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from soak.attack.kinds import Figures, command

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/records/read HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n"
)
_GONE = (OSError, asyncio.IncompleteReadError)


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


@asynccontextmanager
async def connected(url: str, address: str, buffer: int = 65536):
    """A connection from a local address."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(
        place.hostname, place.port, local_addr=(address, 0), limit=buffer
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def _again(seconds: float, at_once: int, work: Callable[[], Awaitable[None]]) -> int:
    """Do work again and again, so many at once, until the time is over; the number of times."""
    begun = 0

    async def worker() -> None:
        nonlocal begun
        while True:
            begun += 1
            with suppress(*_GONE):
                await work()
            await asyncio.sleep(0.01)  # so that an attack by one process does not starve itself

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(worker() for _ in range(at_once)))
    return begun


async def half_sent(url: str, seconds: float, *, at_once: int = 1200) -> Figures:
    """Requests whose end never comes; each that the server closes is replaced."""

    async def work() -> None:
        async with connected(url, "127.0.0.11") as (reader, writer):
            writer.write(HALF)
            await reader.read()

    return {"connections": await _again(seconds, at_once, work)}


async def drip(url: str, seconds: float, *, at_once: int = 200, pace: float = 0.5) -> Figures:
    """Headers and bodies that arrive a few bytes at a time."""
    longest = 0.0

    async def work(start: bytes, piece: bytes) -> None:
        nonlocal longest
        began = time.perf_counter()
        async with connected(url, "127.0.0.12") as (_, writer):
            writer.write(start)
            while not writer.transport.is_closing():
                await asyncio.sleep(pace)
                writer.write(piece)
        longest = max(longest, time.perf_counter() - began)

    counts = await asyncio.gather(
        _again(seconds, at_once // 2, lambda: work(HALF, b"X-Slow: 1\r\n")),
        _again(seconds, at_once // 2, lambda: work(BODY, b"x")),
    )
    return {"connections": sum(counts), "longest": longest}


async def idle(url: str, seconds: float, *, at_once: int = 300) -> Figures:
    """Connections that ask once, or never, and stay."""

    async def work() -> None:
        async with connected(url, "127.0.0.13") as (reader, writer):
            writer.write(get("/api/about"))
            await reader.read()

    return {"connections": await _again(seconds, at_once, work)}


async def large_heads(url: str, seconds: float, *, at_once: int = 4) -> Figures:
    """Heads of a megabyte, of 100,000 headers, and thousands of requests in one packet."""
    requests = [
        get("/api/about", "X-Large: " + "x" * 1_000_000),
        get("/api/about", *(f"X-{at}: y" for at in range(100_000))),
        get("/api/about?" + "x" * 1_000_000),
        get("/api/about") * 10_000,
        b"\r\n" * 500_000,
    ]
    answers: Counter[str] = Counter()

    async def work() -> None:
        request = requests[sum(answers.values()) % len(requests)]
        status = "closed"
        try:
            async with connected(url, "127.0.0.14") as (reader, writer):
                writer.write(request)
                status = (await reader.readline()).split(b" ")[1].decode()
        except (*_GONE, IndexError):
            pass
        answers[status] += 1

    await _again(seconds, at_once, work)
    return dict(answers)


async def static_aliases(url: str, seconds: float, *, at_once: int = 4) -> Figures:
    """Files of the pages by ever new paths, and names that are too long."""
    answers: Counter[str] = Counter()

    async def work() -> None:
        async with connected(url, "127.0.0.15") as (reader, writer):
            for number in range(100):
                alias = f"x{number}/../" * 10 + "js/main.js"
                path = alias if number % 4 else "a" * (300 + number)
                writer.write(get(f"/static/{path}", "Accept-Encoding: gzip"))
                head = await reader.readuntil(b"\r\n\r\n")
                size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                await reader.readexactly(size)
                answers[head.split(b" ")[1].decode()] += 1

    await _again(seconds, at_once, work)
    return dict(answers)


async def never_read(url: str, seconds: float, *, at_once: int = 50) -> Figures:
    """Clients that ask for large answers and read none of them."""

    async def work() -> None:
        async with connected(url, "127.0.0.16", buffer=1) as (_, writer):
            writer.write(get("/api/openapi.json") * 8)
            while not writer.transport.is_closing():
                await asyncio.sleep(0.5)

    return {"connections": await _again(seconds, at_once, work)}


KINDS: dict[str, Callable[..., Awaitable[Figures]]] = {
    "half": half_sent,
    "drip": drip,
    "idle": idle,
    "heads": large_heads,
    "static": static_aliases,
    "unread": never_read,
}


if __name__ == "__main__":
    command(KINDS)
