"""A bot that plays a whole game over the web API, against a player of the server.

    python examples/web_bot.py [URL]

Without a URL it starts its own server. The bot is at the bottom; above it is everything a client
needs: a cookie, one request to create a game, and a socket.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import connect

from hexmate import Board
from hexmate.players import Limit, create

State = dict


class Client:
    """A person on the server, identified by a cookie."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.http = httpx.Client(base_url=self.url, timeout=30)
        self.name = self.http.get("/api/me").raise_for_status().json()["name"]

    def new_game(self, **terms) -> str:
        """Create a game; returns its id."""
        return self.http.post("/api/games", json=terms).raise_for_status().json()["id"]

    def play(self, game_id: str, choose: Callable[[Board], str]) -> State:
        """Play the moves of your own seats until the game is over; returns the last state."""
        cookie = f"hexmate={self.http.cookies['hexmate']}"
        address = f"{self.url.replace('http', 'ws', 1)}/api/games/{game_id}/live"
        with connect(address, additional_headers={"Cookie": cookie}) as socket:
            state: State = {}
            for text in socket:
                message = json.loads(text)
                if message["type"] == "error":
                    raise RuntimeError(message["message"])
                follow(state, message)
                if state["result"] is not None:
                    return state
                number = len(state["moves"]) + 1
                if state["mover"] in state["you"] and message["type"] in ("state", "move"):
                    move = choose(board_of(state))
                    socket.send(json.dumps({"type": "move", "number": number, "move": move}))
        raise RuntimeError("the server closed the socket")


def follow(state: State, message: State) -> None:
    """Bring a state up to date with a message of the server."""
    if message["type"] == "state":
        state.clear()
    if message["type"] == "move":
        state["moves"].append({key: message[key] for key in ("number", "color", "move")})
    if message["type"] == "undo":
        del state["moves"][message["number"] :]
    if message["type"] in ("state", "update", "move", "undo"):
        state.update({key: value for key, value in message.items() if key in (state or message)})


def board_of(state: State) -> Board:
    """The board of a state."""
    board = Board((state["rows"], state["cols"]), shape=state["shape"], swap=state["swap"])
    for move in state["moves"]:
        board.push_str(move["move"])
    return board


@contextmanager
def own_server() -> Iterator[str]:
    """A server that lives as long as the block."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder, 'games.db').as_posix()}"
        command = [sys.executable, "-m", "hexmate", "serve", "--port", "0", "--database", database]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield re.search(r"http://\S+/", process.stdout.readline())[0]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def main(url: str) -> None:
    strategy = create("negamax:depth=2")

    def bot(board: Board) -> str:
        """The bot itself: a board in, a move out."""
        return board.name(strategy.play(board, Limit()).move)

    client = Client(url)
    game = client.new_game(
        rows=7,
        cols=7,
        seats={"black": {"kind": "person"}, "white": {"kind": "ai", "ai": "level:n=1"}},
    )
    state = client.play(game, bot)
    print(board_of(state))
    print(f"{client.name} against level 1: {state['result']['result']}")
    print(client.http.get(f"/api/games/{game}/record").text)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with own_server() as url:
            main(url)
