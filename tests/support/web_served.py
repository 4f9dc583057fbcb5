"""A server on a thread of the tests, and visitors, each with a cookie."""

import json
import threading
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hexmate.web.app import create_app
from hexmate.web.server import bind, configuration_of, run_watched
from hexmate.web.settings import Settings
from hexmate.web.watchdog import HeldLoop, LoopWatchdog
from support.patience import slower_processor

PATIENCE = 180.0
"""Seconds to wait for a message: long, since the machine may be busy."""


_REPEATED_WAITS = 3

GENEROUS = {
    "connections": 10_000,
    "requests": 1e4,
    "files": 1e4,
    "people": 1e4,
    "uploads": 1e4,
    "sockets": 1000,
    "handshakes": 1e4,
    "address_time": 1e4,
    "games": 1000,
}
"""Limits for many clients from one address."""


class Socket:
    """A socket that can wait for a type of message."""

    def __init__(self, connection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self._refs = 0

    def next(self) -> dict[str, Any]:
        message = json.loads(self.connection.recv(timeout=PATIENCE))
        self.heard.append(message)
        return message

    def wait(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a type with these fields."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.next()
            if message["type"] == kind and fields.items() <= message.items():
                return message
        raise AssertionError(f"no {kind} in {self.heard}")

    def send(self, **message: Any) -> int:
        self._refs += 1
        self.connection.send(json.dumps({"ref": self._refs, **message}))
        return self._refs

    def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message."""
        ref = self.send(**message)
        while True:
            answer = self.next()
            if answer.get("ref") == ref:
                return answer

    def reason_of_end(self) -> int:
        """The code with which the server closes the socket."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code

    def move(self, number: int, move: str) -> dict[str, Any]:
        return self.ask(type="move", number=number, move=move)


class Visitor:
    """A visitor: a cookie, requests and sockets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.me = self.http.get("/api/me").raise_for_status().json()

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def game(self, black="person", white="person", **terms: Any) -> dict[str, Any]:
        """A new game; a seat is a kind, or `ai=SPEC`, or `hybrid=SPEC`."""
        request = {
            "rows": 5,
            "cols": 5,
            **terms,
            "seats": {"black": _seat(black), "white": _seat(white)},
        }
        return self.http.post("/api/games", json=request).raise_for_status().json()

    def join(self, game: dict[str, Any], color: str) -> dict[str, Any]:
        token = {"seat_token": game["seats"][color]}
        joined = self.http.post(f"/api/games/{game['id']}/join", json=token)
        return joined.raise_for_status().json()

    @contextmanager
    def socket(self, path: str, **headers: str):
        cookie = self.http.cookies.get("hexmate")
        given = {"Cookie": f"hexmate={cookie}", **headers} if cookie else headers
        url = f"ws{self.url.removeprefix('http')}{path}"
        with connect(url, additional_headers=given, open_timeout=PATIENCE) as connection:
            yield Socket(connection)

    @contextmanager
    def at(self, game: dict[str, Any] | str, query: str = ""):
        """The socket of a game, after its first message."""
        number = game if isinstance(game, str) else game["id"]
        with self.socket(f"/api/games/{number}/live{query}") as socket:
            socket.wait("state")
            yield socket


def _seat(text: str) -> dict[str, str]:
    kind, _, ai = text.partition("=")
    return {"kind": kind, "ai": ai} if ai else {"kind": kind}


def blamed(held: list[HeldLoop], limit: float) -> list[HeldLoop]:
    """The callbacks that took too much processor time, or waited at a place where others did.

    A call that blocks does so again and again. One or two waits may be the machine's: of a virtual
    one, memory may have to be read back from disk.
    """
    waits = Counter(each.where for each in held if each.is_fault(limit))
    return [each for each in held if each.processor > limit or waits[each.where] >= _REPEATED_WAITS]


@contextmanager
def served(database: str, static: Path | None = None, **settings: Any):
    """Run a server for the duration of the block; yields its address."""
    limits = {"job_seconds": 100.0, **settings.pop("limits", GENEROUS)}
    chosen = Settings(port=0, database=database, static=static, limits=limits, **settings)
    with closing(bind(chosen)) as listener:
        held: list[HeldLoop] = []
        watchdog = LoopWatchdog(report=held.append)
        configuration = configuration_of(create_app(chosen), chosen)
        watchdog.watch(configuration)
        server = uvicorn.Server(configuration)
        thread = threading.Thread(
            target=run_watched, args=(server, listener, watchdog), daemon=True
        )
        thread.start()
        end = time.monotonic() + PATIENCE
        while not server.started:
            assert time.monotonic() < end
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
        if faults := blamed(held, watchdog.limit * slower_processor()):
            raise AssertionError("; ".join(map(str, faults)))
