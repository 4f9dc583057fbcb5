"""Attacks by what anyone may look up: pictures, link previews, and the opening explorer.

    python -m soak.attack.lookups URL SECONDS [--dose] [KIND ...]

Run it in `tests/`, in its own process. Each kind comes from an address of its own.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
from support.patience import PATIENCE
from support.raw_socket import client, newcomer

from hexmate.board import Board
from hexmate.game import Game
from hexmate.web.study_links import LONGEST_LINK, packed
from soak.attack.kinds import Figures, command

Request = tuple[str, dict[str, Any]]
"""The path of a request and its parameters."""

_LARGEST = {"width": 1200, "height": 1200}
_LEAVES = 0.3
"""Seconds after which an impatient client leaves."""


@dataclass
class _Answers:
    """What came back."""

    codes: Counter[str] = field(default_factory=Counter)
    largest: int = 0
    slowest: float = 0.0

    def as_dict(self) -> Figures:
        return {
            "answers": dict(self.codes),
            "largest_answer": self.largest,
            "slowest": round(self.slowest, 2),
        }


async def pictures(url: str, seconds: float, *, at_once: int = 24) -> Figures:
    """Draw the largest boards, always another one, and ask for previews of games that grow."""
    address = "127.0.0.63"
    cookie = await newcomer(url, address)
    async with client(url, address, cookies={"hexmate": cookie}) as http:
        game = await _imported(http)
    return await _flood(url, address, seconds, at_once, lambda rng: _drawings(rng, game))


async def explorer(url: str, seconds: float, *, at_once: int = 24) -> Figures:
    """Look for positions that every game has and that none has, and evaluate the largest boards."""
    address = "127.0.0.64"
    cookie = await newcomer(url, address)
    async with client(url, address, cookies={"hexmate": cookie}) as http:
        game = await _imported(http)
    return await _flood(url, address, seconds, at_once, lambda rng: _questions(rng, game))


async def _flood(url: str, address: str, seconds: float, at_once: int, requests: Any) -> Figures:
    """Ask as fast as the server answers; every third client leaves before the answer."""
    found = _Answers()
    end = time.monotonic() + seconds

    async def ask(number: int) -> None:
        # As many people as clients: the turns of one address are shared between them.
        asking = requests(random.Random(number))
        while time.monotonic() < end:
            async with client(url, address) as http:
                for path, query in asking:
                    patience = _LEAVES if number % 3 == 0 else 60.0
                    if not await _asked(http, path, query, patience, found):
                        break  # a new connection
                    if time.monotonic() > end:
                        return

    await asyncio.gather(*map(ask, range(at_once)))
    return found.as_dict()


async def _asked(
    http: httpx.AsyncClient, path: str, query: dict[str, Any], patience: float, found: _Answers
) -> bool:
    """Count an answer; False if there was none."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(patience):
            answer = await http.get(path, params=query)
    except TimeoutError:
        found.codes["left"] += 1
        return False
    except httpx.HTTPError as error:
        found.codes[type(error).__name__] += 1
        await asyncio.sleep(0.5)
        return False
    found.codes[str(answer.status_code)] += 1
    found.largest = max(found.largest, len(answer.content))
    found.slowest = max(found.slowest, time.monotonic() - began)
    if answer.status_code in (429, 503):
        await asyncio.sleep(0.1)
    return True


def _drawings(rng: random.Random, game: str) -> Iterator[Request]:
    links = [costly_link(), marked_link()]
    while True:
        look = {**_LARGEST, "rotation": rng.randint(1, 12), "mirror": rng.random() < 0.5}
        yield "/api/board.png", {"position": crowded(rng), **look}
        yield "/api/board.svg", {"position": crowded(rng), **look}
        yield "/api/board.png", {"study": rng.choice(links), "at": rng.randint(0, 99_999), **look}
        yield "/api/board.svg", {"study": rng.choice(links), "at": rng.randint(0, 99_999)}
        yield f"/api/games/{game}/board.png", {"move": rng.randint(0, 99_999), **look}
        for _ in range(3):
            yield "/analyse", {"study": rng.choice(links), "at": rng.randint(0, 99_999)}
        yield f"/game/{game}", {}
        yield f"/game/none{rng.random()}"[:40], {}
        yield "/api/board.png", {"study": links[0][: rng.randint(1, 9_999)], **look}


def _questions(rng: random.Random, game: str) -> Iterator[Request]:
    while True:
        empty = Board(rng.choice((5, 7, 9, 11, 13))).to_string()
        many = crowded(rng, share=0.3)
        moves = ",".join(f"{chr(97 + col)}{rng.randint(1, 32)}" for col in range(16))
        yield "/api/explorer", {"position": empty}
        yield "/api/explorer", {"position": many}
        yield "/api/explorer/win-rates", {"position": many, "moves": moves}
        yield "/api/library", {"position": empty, "boards": True, "per_page": 100}
        yield "/api/library", {"position": empty, "page": rng.randint(1, 999_999)}
        yield "/api/library/counts", {"position": empty, "player": f"Person {rng.randint(1, 999)}"}
        yield f"/api/library/{game}/win-rates", {}


def crowded(rng: random.Random, share: float = 0.5) -> str:
    """A position of the largest board with many stones and no winner."""
    board = Board(32)
    cells = rng.sample(range(board.num_cells), int(share * board.num_cells))
    for cell in cells:
        board.push(cell)
        if board.outcome() is not None:
            board.pop()
            break
    return board.to_string()


def costly_link() -> str:
    """A link with about as many nodes as are allowed, on the largest board."""
    game = Game(32)
    for _ in range(9_000):
        game.root.add_variation("pass")
    return packed(game)


def marked_link() -> str:
    """A link whose nodes mark and name many cells."""
    game = Game(32)
    node = game.root
    for number in range(20):
        node = node.add_variation(number * 33)
        node.marks["triangle"] = list(range(1024))
        node.labels.update(dict.fromkeys(range(0, 1024, 2), "WWWW"))
    link = packed(game)
    assert len(link) <= LONGEST_LINK
    return link


async def _imported(http: httpx.AsyncClient) -> str:
    """A long game in the library."""
    cells = [f"{chr(97 + col)}{row + 1}" for row in range(0, 24, 2) for col in range(26)]
    asked = partial(http.post, "/api/library", content=f"27: {' '.join(cells)}")
    for _ in range(PATIENCE):
        if (done := await asked()).status_code != 503:  # otherwise other records come first
            break
        await asyncio.sleep(0.5)
    added: dict[str, list[str]] = done.raise_for_status().json()
    return (added["added"] + added["known"])[0]


KINDS = {"pictures": pictures, "explorer": explorer}

DOSE: dict[str, dict[str, Any]] = {"pictures": {"at_once": 8}, "explorer": {"at_once": 8}}


if __name__ == "__main__":
    command(KINDS, DOSE)
