"""A server that starts on a database with games, in whatever order clocks and servers come."""

import sqlite3
import time
from contextlib import closing

from support.open_games import MOVES, fill
from support.patience import within
from support.web_served import Visitor, served

from hexmate.store import Store


def test_versions_increase_when_the_clock_was_set_back(new_database):
    database = new_database("sqlite")
    with served(database) as url, Visitor(url) as ada:
        game = ada.game()["id"]
        ahead = ada.http.get(f"/api/games/{game}").json()["version"] + 3_600_000
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)) as sql:
        sql.execute("UPDATE servers SET reached = ?", [ahead])  # the clock was an hour ahead
    for _ in range(2):
        with served(database) as url, Visitor(url) as ada:
            version = ada.http.get(f"/api/games/{game}").json()["version"]
        assert version > ahead
        ahead = version


def test_many_unfinished_games_do_not_slow_the_start(new_database):
    """They are loaded when someone asks for them, and all count for the person who opened them."""
    database = new_database("sqlite")
    limits = {"games": 2000, "requests": 1e4, "people": 1e4}
    with served(database, limits=limits) as url, Visitor(url) as ada:
        cookie = ada.http.cookies["hexmate"]
    with Store.open(database) as store:
        ids = fill(store, 2000, store.players.by_name(ada.me["name"]).id)
    began = time.perf_counter()
    with served(database, limits=limits) as url:
        assert within(3, began)
        with Visitor(url) as eve:
            state = eve.http.get(f"/api/games/{ids[7]}").json()
            assert [move["move"] for move in state["moves"]] == list(MOVES)
            assert len(eve.http.get("/api/games").json()["games"]) == 200
            eve.http.cookies.set("hexmate", cookie)
            seats = {"black": {"kind": "person"}, "white": {"kind": "person"}}
            refused = eve.http.post("/api/games", json={"seats": seats})
            assert (refused.status_code, refused.json()["code"]) == (409, "too_many_games")
