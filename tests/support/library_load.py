"""Visitors who page through the library, search it and look at its statistics."""

import asyncio
import random
import time
from typing import Any

import httpx

from hexmate.board import Board
from support.big_library import PEOPLE

_PAUSE = 0.5


def requests_for(rng: random.Random, games: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """One request of each kind."""
    pages = max(1, games // 20)
    return {
        "list": ("/api/library", {}),
        "deep page": ("/api/library", {"page": rng.randint(pages // 2, pages)}),
        "filter": ("/api/library", {"rows": rng.choice((9, 11)), "page": rng.randint(1, 20)}),
        "result": ("/api/library", {"result": rng.choice(("B+", "W+")), "page": rng.randint(1, 9)}),
        "player": ("/api/library", {"player": f"Person {rng.randint(1, PEOPLE)}"}),
        "empty board": ("/api/library", {"position": Board(11).to_string()}),
        "position": ("/api/library", {"position": _opened(rng).to_string()}),
        "counts": ("/api/library/counts", {"rows": 11, "cols": 11}),
        "explorer": ("/api/explorer", {"position": _opened(rng, least=0).to_string()}),
        "statistics": ("/api/statistics", {}),
        "leaderboard": ("/api/leaderboard", {}),
    }


def _opened(rng: random.Random, least: int = 1) -> Board:
    board = Board(11)
    for _ in range(rng.randint(least, 3)):
        board.push(rng.choice(list(board.legal_moves)))
    return board


def measured(
    url: str, games: int, seconds: float, visitors: int = 20, seed: int = 0
) -> dict[str, list[float]]:
    """Seconds that each kind of request took, sorted; each visitor asks twice a second."""
    waits: dict[str, list[float]] = {}
    rng = random.Random(seed)

    async def visit(end: float) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            (await http.get("/api/me")).raise_for_status()
            await asyncio.sleep(rng.random() * _PAUSE)
            while time.monotonic() < end:
                kind, (path, params) = rng.choice(list(requests_for(rng, games).items()))
                began = time.monotonic()
                answer = await http.get(path, params=params)
                assert answer.status_code == 200, answer.text
                waits.setdefault(kind, []).append(time.monotonic() - began)
                await asyncio.sleep(_PAUSE)

    async def visit_all() -> None:
        end = time.monotonic() + seconds
        await asyncio.gather(*(visit(end) for _ in range(visitors)))

    asyncio.run(visit_all())
    return {kind: sorted(values) for kind, values in sorted(waits.items())}
