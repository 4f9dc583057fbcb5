"""Two honest players, who measure how long their moves take while others attack the server."""

import asyncio
import sys
import time

from support.raw_socket import RawSocket, client, text

HONEST = "127.0.0.1"


async def play(url: str, seconds: float, pace: float = 0.1) -> list[float]:
    """The seconds that each acknowledgement took, of moves on 19x19 at a steady pace."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    async with client(url, HONEST) as black, client(url, HONEST) as white:
        cookies = [(await each.get("/api/me")).cookies["hexmate"] for each in (black, white)]
        while time.perf_counter() < end:
            seats = {"black": {"kind": "person"}, "white": {"kind": "open"}}
            terms = {"rows": 19, "cols": 19, "mode": "online", "seats": seats}
            game = (await black.post("/api/games", json=terms)).raise_for_status().json()
            token = {"seat_token": game["seats"]["white"]}
            joined = await white.post(f"/api/games/{game['id']}/join", json=token)
            joined.raise_for_status()
            path = f"/api/games/{game['id']}/live"
            sockets = [await RawSocket.open(url, path, each, address=HONEST) for each in cookies]
            try:
                taken += await _game(sockets, end, pace)
            finally:
                for socket in sockets:
                    socket.close()
    return taken


async def _game(sockets: list[RawSocket], end: float, pace: float) -> list[float]:
    taken = []
    cells = [f"{chr(97 + col)}{row + 1}" for row in range(0, 18, 2) for col in range(19)]
    for number, cell in enumerate(cells, 1):
        if time.perf_counter() > end:
            break
        mover = sockets[(number - 1) % 2]
        began = time.perf_counter()
        await mover.send(text(type="move", ref=number, number=number, move=cell))
        while (answer := await mover.message()).get("ref") != number:
            pass
        taken.append(time.perf_counter() - began)
        assert answer["type"] == "ack", answer
        await asyncio.sleep(max(0.0, pace - taken[-1]))
    return taken


if __name__ == "__main__":
    _, target, length = sys.argv
    print(*asyncio.run(play(target, float(length))))
