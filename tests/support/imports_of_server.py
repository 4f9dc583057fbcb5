"""Prints what a server imports on its event loop while it answers its first requests."""

import asyncio
import sys
import threading
from contextlib import closing

import uvicorn

from hexmate.web.app import create_app
from hexmate.web.server import bind, configuration_of
from hexmate.web.settings import Settings
from support.web_served import Visitor

PATHS = (
    *("/", "/sw.js", "/no/page", "/static/js/main.js", "/healthz"),
    *("/api/about", "/api/players", "/api/games", "/api/games/1", "/api/me/games"),
    *("/api/library", "/api/library/1", "/api/export/games.sgf", "/api/statistics"),
    *("/api/leaderboard", "/api/docs", "/api/openapi.json", "/api/nothing"),
)


def visit(url: str) -> None:
    """Each kind of request once."""
    with Visitor(url) as visitor:
        for path in PATHS:
            assert visitor.http.get(path).status_code < 500
        assert visitor.http.patch("/api/me", json={"name": "Ada"}).status_code == 200
        text = "(;GM[11]SZ[5];B[a1])"
        assert visitor.http.post("/api/library", content=text).status_code == 201
        assert visitor.http.post("/api/records/read", content=text).status_code == 200
        game = visitor.game()
        with visitor.at(game) as socket:
            assert socket.move(1, "a1")["type"] == "ack"
        record = visitor.http.get(f"/api/games/{game['id']}/record")
        assert record.status_code == 200


async def serve(settings: Settings) -> list[str]:
    """Serve one visit, and return what was imported on this thread meanwhile."""
    imported: list[str] = []
    this, visiting = threading.get_ident(), True

    def note(event: str, args: tuple[object, ...]) -> None:
        if event == "import" and visiting and threading.get_ident() == this:
            imported.append(str(args[0]))

    with closing(bind(settings)) as listener:
        server = uvicorn.Server(configuration_of(create_app(settings), settings))
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        sys.addaudithook(note)
        await asyncio.to_thread(visit, f"http://127.0.0.1:{listener.getsockname()[1]}")
        visiting = False
        server.should_exit = True
        await serving
    return imported


if __name__ == "__main__":
    patient = {"job_seconds": 100.0}
    print(*asyncio.run(serve(Settings(port=0, database=sys.argv[1], limits=patient))))
