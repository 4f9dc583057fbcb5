"""Attacks as people: ratings from throw-away opponents, names that deceive, floods of statistics.

    python -m soak.attack.people URL SECONDS [--dose] [KIND ...]

Run it in `tests/`, in its own process. Each kind comes from an address of its own.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from support.raw_socket import RawSocket, client, newcomer, text
from support.store_games import OPENING

from soak.attack.kinds import Figures, command

DECEPTIVE = (
    *("Admin", "ADMIN", "Adm1n", "\u0410dmin", "\u0430\u0501min", "A\u0301dmin", "Moderator"),
    *("Hexmate", "Level 15", "level:n=15", "L\u0435vel 15", "Niveau 3", "uct", "negamax:time=1"),
    *("Ada\u115f", "Ada\u3164", "Ada\u2800", "\u3164", "\u200b", "Ada\u202e", "x" * 41, "x" * 9999),
    *("a" + "\u0301" * 30, "...", "", " "),
)


async def rating_farm(
    url: str, seconds: float, *, opponents: int = 25, moves: int = len(OPENING)
) -> Figures:
    """One person beats many throw-away opponents who resign, at once or after a few moves."""
    address = "127.0.0.31"
    answers: Counter[str] = Counter()
    cookie = await newcomer(url, address)
    end = time.monotonic() + seconds
    for number in range(opponents):
        if time.monotonic() > end:
            break
        victim = await newcomer(url, address)
        played = OPENING[:moves] if number % 2 else ()
        answers[await _thrown_game(url, address, cookie, victim, played)] += 1
    async with client(url, address, cookies={"hexmate": cookie}) as http:
        me = (await http.get("/api/me")).json()
        board = (await http.get("/api/leaderboard")).json()["players"]
    listed = me["name"] in [line["name"] for line in board]
    return {"games": dict(answers), "rating": me["rating"], "listed": listed}


async def _thrown_game(url: str, address: str, cookie: str, victim: str, played: Any) -> str:
    """A rated game that the victim throws; how it ended, or why it was refused."""
    seats = {"black": {"kind": "person"}, "white": {"kind": "open"}}
    new = {"rows": 5, "cols": 5, "mode": "online", "rated": True, "seats": seats}
    async with client(url, address) as http:
        made = await http.post("/api/games", json=new, cookies={"hexmate": cookie})
        if made.status_code != 201:
            return str(made.json()["code"])
        game, token = made.json()["id"], {"seat_token": made.json()["seats"]["white"]}
        joined = await http.post(f"/api/games/{game}/join", json=token, cookies={"hexmate": victim})
        if joined.status_code != 200:
            return str(joined.json()["code"])
        path = f"/api/games/{game}/live"
        both = [await RawSocket.open(url, path, who, address=address) for who in (cookie, victim)]
        try:
            for number, move in enumerate(played, 1):
                socket = both[(number - 1) % 2]
                await _ask(socket, type="move", number=number, move=move)
            await _ask(both[1], type="resign")
        finally:
            for socket in both:
                socket.close()
        return str((await http.get(f"/api/games/{game}")).json()["status"])


async def _ask(socket: RawSocket, **message: Any) -> None:
    await socket.send(text(ref=1, **message))
    while (await socket.message()).get("ref") != 1:
        pass


async def names(url: str, seconds: float) -> Figures:
    """One person tries names of staff, of engines, of another person, and invisible ones."""
    address = "127.0.0.32"
    honest, cookie = await newcomer(url, address), await newcomer(url, address)
    codes: Counter[str] = Counter()
    taken = []
    end = time.monotonic() + seconds
    async with client(url, address) as http:
        await http.patch("/api/me", json={"name": "Cape"}, cookies={"hexmate": honest})
        for name in (*DECEPTIVE, "CAPE", "\u0441\u0430\u0440\u0435"):
            if time.monotonic() > end:
                break
            answer = await http.patch("/api/me", json={"name": name}, cookies={"hexmate": cookie})
            codes[answer.json().get("code", "accepted")] += 1
            if answer.status_code == 200:
                taken.append(name)
    return {"codes": dict(codes), "taken": taken}


async def statistics_flood(url: str, seconds: float, *, at_once: int = 40) -> Figures:
    """Many requests for the statistics at once, while another address searches the library."""
    codes: Counter[int] = Counter()
    end = time.monotonic() + seconds

    async def flood(address: str) -> None:
        async with client(url, address) as http:
            while time.monotonic() < end:
                answer = await http.get("/api/statistics")
                codes[answer.status_code] += 1
                if answer.status_code == 429:
                    await asyncio.sleep(0.2)

    async def search() -> list[float]:
        waits = []
        async with client(url, "127.0.0.34") as http:
            while time.monotonic() < end:
                began = time.monotonic()
                (await http.get("/api/library", params={"result": "B+"})).raise_for_status()
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.1)
        return waits

    waits, *_ = await asyncio.gather(search(), *(flood("127.0.0.33") for _ in range(at_once)))
    worst = sorted(waits)
    return {
        "answers": {str(code): count for code, count in codes.items()},
        "searches": len(worst),
        "search_p95_ms": round(1000 * worst[int(0.95 * (len(worst) - 1))], 1),
        "search_worst_ms": round(1000 * worst[-1], 1),
    }


KINDS: dict[str, Callable[..., Awaitable[Figures]]] = {
    "farm": rating_farm,
    "names": names,
    "statistics": statistics_flood,
}

DOSE: dict[str, dict[str, Any]] = {
    "farm": {"opponents": 4},
    "names": {},
    "statistics": {"at_once": 10},
}


if __name__ == "__main__":
    command(KINDS, DOSE)
