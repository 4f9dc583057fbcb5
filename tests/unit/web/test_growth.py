"""The processor time of the routes and messages that take text grows in proportion to the text."""

import math
import random
import time
from itertools import count

import pytest
from support.growth import is_linear

from hexmate.board import Board
from hexmate.game import Game
from hexmate.web.study_links import packed
from hexmate.web.work_process import WorkProcess

pytestmark = pytest.mark.slow

LINE = "(;GM[11]SZ[11]C[{}]" + ";B[pass];W[pass]" * 100 + "{})"
NODES = 400
CELLS = 256
"""Four times as many are the cells of the largest board."""
PERSON = {"kind": "person"}
numbers = count()


@pytest.fixture
def clock(monkeypatch):
    """Processor time of the server, and of its process that works on records."""
    spent = 0.0
    exchange = WorkProcess._exchange

    def counted(self, request):
        nonlocal spent
        answer = exchange(self, request)
        spent += answer.seconds
        return answer

    monkeypatch.setattr(WorkProcess, "_exchange", counted)
    return lambda: time.process_time() + spent


def record(size):
    return LINE.format(next(numbers), "(;B[pass];W[pass])" * size)


def position(size):
    """A position without a winner; a new one each time, so that no answer is remembered."""
    side = math.isqrt(size)
    draw = random.Random(next(numbers))
    board = Board(side)
    for cell in draw.sample(range(side * side), side * side // 3):
        board.push(cell, cell % 2)
        if board.outcome() is not None:
            board.pop()
    return board.to_string()


def game(size):
    nodes = [{}, *[{"move": "pass", "parent": 0}] * size]
    headers = {"GN": str(next(numbers))}
    return {
        "schema": "hexmate-game/1", "rows": 11, "cols": 11, "shape": "hex", "swap": None,
        "headers": headers, "cursor": None, "nodes": nodes,
    }  # fmt: skip


def study(size):
    made = Game(11, headers={"GN": str(next(numbers))})
    for _ in range(size):
        made.root.add_variation("pass")
    return packed(made)


def posted(path):
    return lambda ada, text: ada.http.post(path, content=text)


def asked(path, name):
    return lambda ada, text: ada.http.get(path, params={name: text})


def overlaid(kind):
    return lambda ada, line: ada.http.post(
        "/api/overlays", json={"position": line, "kind": kind, "color": "black"}
    )


def wrote(ada, record):
    return ada.http.post("/api/records/write", json={"game": record, "format": "sgf"})


def began(ada, line):
    side = Board.from_string(line).rows
    terms = {"rows": side, "cols": side, "start": line, "seats": {"black": PERSON, "white": PERSON}}
    return ada.http.post("/api/games", json=terms)


def analysed(ada, line):
    return told(ada, "info", type="analyse", position=line, limit={"visits": 1})


def reviewed(ada, record):
    return told(ada, "summary", type="review", game=record, limit={"visits": 1})


def told(ada, answer, **message):
    with ada.socket("/api/analysis") as socket:
        socket.send(player="uct", **message)
        socket.wait(answer)


ROUTES = {
    "read a record": (posted("/api/records/read"), record, NODES),
    "import a record": (posted("/api/library"), record, NODES),
    "write a record": (wrote, game, NODES),
    "picture of a study": (asked("/api/board.svg", "study"), study, NODES),
    "preview of a study": (asked("/analyse", "study"), study, NODES),
    "frame of a study": (asked("/embed", "study"), study, NODES),
    "review of a game": (reviewed, game, NODES),
    "drawing of a position": (asked("/api/board.svg", "position"), position, CELLS),
    "picture of a position": (asked("/api/board.png", "position"), position, CELLS),
    "games with a position": (asked("/api/library", "position"), position, CELLS),
    "explorer of a position": (asked("/api/explorer", "position"), position, CELLS),
    "game from a position": (began, position, CELLS),
    "analysis of a position": (analysed, position, CELLS),
    **{
        f"{kind} of a position": (overlaid(kind), position, CELLS)
        for kind in ("distance", "two-distance", "bridges", "legal", "winning-chain")
    },
}


@pytest.mark.parametrize("route", ROUTES)
def test_routes_take_time_in_proportion_to_the_text(ada, clock, route):
    send, make, size = ROUTES[route]

    def prepared(size):
        texts = iter([make(size) for _ in range(5)])

        def work():
            answer = send(ada, next(texts))
            assert answer is None or answer.status_code < 300, answer.text

        return work

    assert is_linear(prepared, size, clock)


@pytest.mark.parametrize("path", ["/api/library/{}", "/api/games/{}/record?format=hexworld"])
def test_downloads_take_time_in_proportion_to_the_game(ada, clock, path):
    def prepared(size):
        added = ada.http.post("/api/library", content=record(size)).json()
        return lambda: ada.http.get(path.format(added["added"][0])).raise_for_status()

    assert is_linear(prepared, NODES, clock)
