"""Attacks by work that a server does for anybody: records to read, positions to analyse.

    python -m soak.attack.floods URL SECONDS [KIND ...]

Run it in `tests/`, in its own process. Each kind comes from an address of its own.
"""

import asyncio
import time
from collections import Counter
from itertools import cycle
from typing import Any

import httpx
from support.raw_socket import GONE, RawSocket, client, newcomer, text

from soak.attack.engines import EMPTY
from soak.attack.kinds import Figures, command
from soak.attack.records import just_allowed, marked_games, marks, set_ups


async def records(url: str, seconds: float, *, at_once: int = 8) -> Figures:
    """Read and import records that become far more than their text, and ask for them again."""
    address, end = "127.0.0.61", time.monotonic() + seconds
    answers: Counter[str] = Counter()
    texts = [marks(), set_ups(), marked_games(), *just_allowed().values()]

    async def ask(first: int) -> None:
        async with client(url, address) as http:
            await http.get("/api/me")
            for sent in cycle(texts[first:] + texts[:first]):
                for path in ("/api/records/read", "/api/library"):
                    if time.monotonic() > end:
                        return
                    try:
                        answer = await http.post(path, content=sent)
                    except httpx.HTTPError as error:
                        answers[type(error).__name__] += 1
                        await asyncio.sleep(0.5)
                        continue
                    answers[str(answer.status_code)] += 1
                    if answer.status_code == 201:
                        for game in answer.json()["added"][:1]:
                            await http.get(f"/api/library/{game}")

    await asyncio.gather(*(ask(each % len(texts)) for each in range(at_once)))
    return dict(answers)


async def analyses(url: str, seconds: float, *, at_once: int = 90) -> Figures:
    """Ask for many analyses by the strongest engine at once, again and again."""
    address, end = "127.0.0.62", time.monotonic() + seconds
    answers: Counter[str] = Counter()
    cookie = await newcomer(url, address)
    asked = {"position": EMPTY, "player": "hexmate", "lines": 3, "limit": {"time": 1.0}}

    async def ask(ref: int) -> None:
        while time.monotonic() < end:
            try:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    answers[await _analysis(url, cookie, address, {**asked, "ref": ref})] += 1
            except TimeoutError:
                answers["still waiting at the end"] += 1
            except GONE as error:
                answers[str(error) or type(error).__name__] += 1
                await asyncio.sleep(1.0)

    await asyncio.gather(*map(ask, range(at_once)))
    return dict(answers)


async def _analysis(url: str, cookie: str, address: str, asked: dict[str, Any]) -> str:
    socket = await RawSocket.open(url, "/api/analysis", cookie, address=address)
    try:
        await socket.send(text(type="analyse", **asked))
        while True:
            answer = await socket.message()
            if answer["type"] == "error":
                return str(answer["code"])
            if answer.get("final"):
                return "final"
    finally:
        socket.close()


KINDS = {"records": records, "analyses": analyses}


if __name__ == "__main__":
    command(KINDS)
