"""Games over HTTP and real sockets."""

import threading
import time

import httpx
import pytest
from support.web_served import Visitor, served

from hexmate import records
from hexmate.web.routes import games


def test_a_new_visitor_becomes_a_person(anonymous):
    first = anonymous.get("/api/me")
    cookie = first.headers["set-cookie"].lower()
    assert first.json()["name"].startswith("Guest ")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert anonymous.get("/api/me").json() == first.json()


def test_names_are_unique_whatever_their_case(ada, bob):
    assert ada.http.patch("/api/me", json={"name": " Ada  L. "}).json()["name"] == "Ada L."
    taken = bob.http.patch("/api/me", json={"name": "ADA L."})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    for name in ("", " ", "x" * 41, "bell\a"):
        assert bob.http.patch("/api/me", json={"name": name}).status_code == 422
    assert ada.http.get("/api/me").json()["name"] == "Ada L."


def test_names_that_deceive_are_refused_with_their_reason(ada, bob):
    assert ada.http.patch("/api/me", json={"name": "Cape"}).status_code == 200
    before = bob.http.get("/api/me").json()["name"]
    for name, code in (
        ("Admin", "name_reserved"),
        ("Level 15", "name_reserved"),
        ("level:n=15", "name_reserved"),
        ("hexmate", "name_reserved"),
        ("negamax", "name_reserved"),
        ("\u0441\u0430\u0440\u0435", "name_alike"),  # Cape in Cyrillic letters
        ("Bob\u3164", "bad_name"),
        ("Bob\u2800", "bad_name"),
        ("\u0412ob", "bad_name"),
        ("x" * 41, "name_length"),
        ("x" * 200_000, "name_length"),
    ):
        refused = bob.http.patch("/api/me", json={"name": name})
        assert (name[:50], refused.status_code // 100, refused.json()["code"]) == (
            name[:50],
            4,
            code,
        )
    assert bob.http.get("/api/me").json()["name"] == before


def test_a_new_name_reaches_the_table(ada):
    game = ada.game(mode="online", white="open")
    with ada.at(game) as socket:
        ada.http.patch("/api/me", json={"name": "Grace"})
        update = socket.wait("update")
        while update["seats"]["black"]["name"] != "Grace":
            update = socket.wait("update")


def test_only_people_make_games(anonymous):
    seats = {"black": {"kind": "person"}, "white": {"kind": "person"}}
    refused = anonymous.post("/api/games", json={"seats": seats})
    assert (refused.status_code, refused.json()["code"]) == (401, "no_person")


RATED = {
    "mode": "online",
    "rated": True,
    "seats": {"black": {"kind": "person"}, "white": {"kind": "open"}},
}


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"rows": 0}, "invalid"),
        ({"rows": 33}, "invalid"),
        ({"rows": 5, "cols": 6, "swap": "pieces"}, "bad_game"),
        ({"shape": "round"}, "invalid"),
        ({"clock": "soon"}, "bad_game"),
        ({"nonsense": 1}, "invalid"),
        ({"start": "5x5 hex - 5/5/5/5 b"}, "bad_game"),
        ({"start": "4x4 hex - 4/4/4/4 b"}, "bad_game"),
        ({"rows": 2, "cols": 2, "start": "2x2 hex - b1/b1 w"}, "bad_game"),
        ({"rated": True}, "not_rated"),
        ({**RATED, "rows": 1, "cols": 1}, "rated_board"),
        ({**RATED, "rows": 4, "cols": 9}, "rated_board"),
        ({**RATED, "rows": 5, "cols": 5, "start": "5x5 hex - 5/5/5/5/5 b"}, "rated_board"),
        ({"mode": "online"}, "bad_seat"),
        ({"seats": {"black": {"kind": "open"}, "white": {"kind": "person"}}}, "bad_seat"),
        ({"seats": {"black": {"kind": "ai"}, "white": {"kind": "person"}}}, "bad_seat"),
        (
            {"seats": {"black": {"kind": "person", "ai": "uct"}, "white": {"kind": "open"}}},
            "bad_seat",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "deepblue"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {
                "shape": "square",
                "seats": {"black": {"kind": "ai", "ai": "hexmate"}, "white": {"kind": "person"}},
            },
            "player",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "file:x.py"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "htp:sh"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "uct:memory=9"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "uct:time=999"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {"seats": {"black": {"kind": "ai", "ai": "level:n=16"}, "white": {"kind": "person"}}},
            "player",
        ),
        (
            {
                "shape": "square",
                "seats": {"black": {"kind": "ai", "ai": "level:n=11"}, "white": {"kind": "person"}},
            },
            "player",
        ),
        (
            {
                "mode": "online",
                "rated": True,
                "seats": {
                    "black": {"kind": "ai", "ai": "uct"},
                    "white": {"kind": "ai", "ai": "uct"},
                },
            },
            "not_rated",
        ),
        (
            {
                "seats": {
                    "black": {"kind": "ai", "ai": "negamax:eval=x"},
                    "white": {"kind": "person"},
                }
            },
            "player",
        ),
    ],
)
def test_games_that_cannot_be(ada, request_, error):
    usual = {
        "rows": 5,
        "cols": 5,
        "seats": {"black": {"kind": "person"}, "white": {"kind": "person"}},
    }
    refused = ada.http.post("/api/games", json={**usual, **request_})
    assert (refused.status_code, refused.json()["code"]) == (422, error)
    assert refused.json()["message"]


@pytest.mark.slow
def test_a_whole_game_against_a_machine(ada):
    game = ada.game(white="ai=level:n=2", swap="pieces")
    with ada.at(game) as socket:
        number = 1
        while True:
            state = socket.ask(type="state")
            if state["result"] is not None:
                break
            if state["mover"] != "black":
                socket.wait("move")
                continue
            number = len(state["moves"]) + 1
            hint = socket.ask(type="hint")
            assert hint["number"] == number
            assert socket.move(number, hint["move"])["type"] == "ack"
    assert state["result"]["chain"]
    recorded = records.load(ada.http.get(f"/api/games/{game['id']}/record").text)
    assert len(list(recorded.mainline())) == len(state["moves"])
    assert recorded.headers["result"] == state["result"]["result"]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["sgf", "hexfile", "hexworld", "jsonl", "trmph", "moves"])
def test_records_of_a_game(ada, format):
    game = ada.game()
    with ada.at(game) as socket:
        for number, move in enumerate(("c3", "b2", "d1"), 1):
            socket.move(number, move)
        socket.ask(type="resign", seat="white")
    answer = ada.http.get(f"/api/games/{game['id']}/record", params={"format": format})
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    read = records.load(answer.text)
    assert [read.grid.name(node.move) for node in read.mainline() if node.move is not None] == [
        "c3",
        "b2",
        "d1",
    ]


def test_two_people_and_a_spectator(ada, bob, url):
    game = ada.game(mode="online", white="open", swap="sides", clock="300+5")
    assert game["state"]["status"] == "waiting"
    with ada.at(game) as black:
        assert bob.join(game, "white")["color"] == "white"
        assert black.wait("state")["status"] == "live"
        with bob.at(game) as white, Visitor(url) as carol, carol.at(game) as watcher:
            assert black.move(1, "c3")["type"] == "ack"
            assert white.wait("move")["swap_available"] is True
            assert white.move(2, "swap")["type"] == "ack"
            seen = [watcher.wait("move") for _ in range(2)]
            assert [each["move"] for each in seen] == ["c3", "swap-sides"]
            assert seen[1]["mover"] == "black"
            assert seen[1]["clocks"]["running"] == "black"
            assert watcher.move(3, "a1")["code"] == "not_your_game"
            assert white.move(3, "a1")["code"] == "not_your_turn"
            assert black.move(3, "a1")["type"] == "ack"
            assert white.ask(type="resign")["type"] == "ack"
            assert watcher.wait("update", status="finished")["result"]["winner_seat"] == "black"
    again = bob.http.post(f"/api/games/{game['id']}/rematch").json()
    assert again["state"]["you"] == ["black"]
    assert ada.http.post(f"/api/games/{game['id']}/rematch").json()["id"] == again["id"]


def test_the_same_move_again_and_a_stale_one(ada):
    game = ada.game()
    with ada.at(game) as one, ada.at(game) as two:
        assert one.move(1, "c3")["type"] == "ack"
        assert two.move(1, "C3")["type"] == "ack"
        stale = two.move(1, "a1")
        assert (stale["code"], stale["expected"]) == ("stale", 2)
        assert stale["version"] == one.ask(type="state")["version"]


def test_coming_back_after_a_break(ada):
    game = ada.game()
    with ada.at(game) as one:
        version = one.move(1, "c3")["version"]
        one.move(2, "b2")
    with ada.socket(f"/api/games/{game['id']}/live?since={version}") as two:
        state = two.next()
        assert [each["move"] for each in state["moves"]] == ["c3", "b2"]
        assert [each["move"] for each in state["missed"] if each["type"] == "move"] == ["b2"]
        assert state["you"] == ["black", "white"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ('{"type": "dance", "ref": 7}', "malformed"),
        ('{"type": "move", "number": 1, "ref": 7}', "malformed"),
        ('{"type": "move", "number": 0, "move": "a1", "ref": 7}', "malformed"),
        ('{"type": "move", "number": 1, "move": "a1", "cheat": 1, "ref": 7}', "malformed"),
        ('{"type": "move", "number": 1, "move": "zz99", "ref": 7}', "illegal"),
        ('{"type": "move", "number": 1, "move": "swap", "ref": 7}', "illegal"),
        ('{"type": "redo", "ref": 7}', "nothing"),
        ('{"type": "hand_over", "ref": 7}', "no_engine"),
    ],
)
def test_what_is_wrong_with_a_message(ada, text, error):
    game = ada.game()
    with ada.at(game) as socket:
        socket.connection.send(text)
        answer = socket.wait("error")
        assert answer["code"] == error
        assert answer["ref"] == (7 if '"ref": 7' in text else None)
        assert socket.move(1, "a1")["type"] == "ack"


def test_a_hint_that_fails_is_answered(ada, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("a bug")

    monkeypatch.setattr("hexmate.web.live.advice.analyse_position", fail)
    with ada.at(ada.game()) as socket:
        assert socket.ask(type="hint")["code"] == "internal"
        assert socket.move(1, "a1")["type"] == "ack"


def test_no_hints_against_people(ada, bob):
    game = ada.game(mode="online", white="open")
    bob.join(game, "white")
    with ada.at(game) as socket:
        assert socket.ask(type="hint")["code"] == "versus_person"
    with bob.at(game) as socket:
        assert socket.ask(type="hint")["code"] == "not_your_turn"


def test_a_hybrid_seat(ada):
    game = ada.game(black="hybrid=random:seed=1", white="ai=random:seed=2")
    with ada.at(game) as socket:
        assert socket.move(1, "c3")["type"] == "ack"
        socket.ask(type="hand_over")
        while socket.wait("move").get("result") is None:
            pass
    state = ada.http.get(f"/api/games/{game['id']}").json()
    assert state["seats"]["black"]["handed_over"] is True
    assert len(state["moves"]) > 2


def test_a_slow_engine_delays_no_client(new_database):
    """The only search slot is taken by an engine that would search for a minute."""
    search = {"threads": 1, "patience": 0.3, "seconds": 120}
    with (
        served(new_database("sqlite"), search=search) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
    ):
        slow = ada.game(white="ai=uct:time=60", rows=11, cols=11)
        quick = bob.game(white="ai=level:n=1")
        with ada.at(slow) as waiting, bob.at(quick) as playing:
            waiting.move(1, "f6")
            assert waiting.ask(type="state")["searching"] is True
            began = time.monotonic()
            playing.move(1, "c3")
            playing.wait("move", number=2)
            waiting.wait("move", number=2)
            assert time.monotonic() - began < 30


def test_lists_of_games(ada, bob):
    game = ada.game(mode="online", white="open", rows=4, cols=6)
    waiting = ada.http.get("/api/games", params={"status": "waiting"}).json()["games"]
    assert game["id"] in [each["id"] for each in waiting]
    bob.join(game, "white")
    live = ada.http.get("/api/games").json()["games"]
    found = next(each for each in live if each["id"] == game["id"])
    assert (found["rows"], found["cols"], found["moves"]) == (4, 6, 0)
    assert [each["id"] for each in bob.http.get("/api/me/games").json()["unfinished"]] == [
        game["id"]
    ]
    with bob.at(game) as socket:
        socket.ask(type="resign")
    mine = bob.http.get("/api/me/games").json()
    assert mine["unfinished"] == []
    assert [each["result"] for each in mine["recent"]] == ["B+Resign"]
    anonymous = httpx.get(f"{bob.url}/api/me/games")
    assert anonymous.json() == {"unfinished": [], "recent": []}
    assert "set-cookie" not in anonymous.headers


def test_lists_replay_games_off_the_event_loop(new_database, monkeypatch):
    database = new_database("sqlite")
    with served(database) as url, Visitor(url) as ada:
        game = ada.game(mode="online", white="open")["id"]
    threads = []
    replayed = games._replayed

    def watched(*given):
        threads.append(threading.current_thread().name)
        return replayed(*given)

    monkeypatch.setattr(games, "_replayed", watched)
    with served(database) as url:
        listed = httpx.get(f"{url}/api/games", params={"status": "waiting"}, timeout=60).json()
    assert [each["id"] for each in listed["games"]] == [game]
    assert threads
    assert all(name.startswith("work") for name in threads)


def test_there_is_no_such_game(ada):
    for path in ("", "/record", "/live"):
        assert ada.http.get(f"/api/games/missing{path}").status_code == 404
    with ada.socket("/api/games/missing/live") as socket:
        assert socket.reason_of_end() == 4404


def test_a_game_from_a_position(ada):
    start = "3x3 hex - 3/1b1/2w b"
    game = ada.game(rows=3, cols=3, start=start)
    assert game["state"]["start"] == start
    with ada.at(game) as socket:
        assert socket.move(1, "b2")["code"] == "illegal"
        socket.move(1, "b1")
        socket.move(2, "a1")
        assert socket.move(3, "a3")["type"] == "ack"
        assert socket.ask(type="state")["result"]["result"] == "B+"


def test_the_host_plays_only_so_many_games(new_database):
    with served(new_database("sqlite"), limits={"games": 2}) as url, Visitor(url) as visitor:
        visitor.game()
        second = visitor.game()
        seats = {"black": {"kind": "person"}, "white": {"kind": "person"}}
        refused = visitor.http.post("/api/games", json={"seats": seats})
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_games")
        with visitor.at(second) as socket:
            socket.ask(type="cancel")
        visitor.game()


def test_games_between_engines_count_for_the_person_who_makes_them(new_database):
    seats = {color: {"kind": "ai", "ai": "uct:time=20"} for color in ("black", "white")}
    with served(new_database("sqlite"), limits={"games": 1}) as url, Visitor(url) as visitor:
        answers = [visitor.http.post("/api/games", json={"seats": seats}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 409]
        with Visitor(url) as another:
            another.game()


def test_rated_games_are_limited_by_pair_and_by_address(new_database):
    few = {"moves": 1, "per_pair": 2, "per_address": 8}
    database = new_database("sqlite")
    with (
        served(database, ratings=few) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
        Visitor(url) as eve,
    ):
        for _ in range(2):
            game = ada.game(mode="online", white="open", rated=True)
            bob.join(game, "white")
            with ada.at(game) as black, bob.at(game) as white:
                black.move(1, "a1"), white.move(2, "b1")
                white.ask(type="resign")
        again = ada.http.post(f"/api/games/{game['id']}/rematch")
        assert (again.status_code, again.json()["code"]) == (409, "rated_limit")
        game = ada.game(mode="online", white="open", rated=True)
        token = {"seat_token": game["seats"]["white"]}
        refused = bob.http.post(f"/api/games/{game['id']}/join", json=token)
        assert (refused.status_code, refused.json()["code"]) == (409, "rated_limit")
        guess = {"seat_token": "guess"}
        wrong = [eve.http.post(f"/api/games/{game['id']}/join", json=guess) for _ in range(8)]
        assert {each.status_code for each in wrong} == {403}, "and they do not count"
        assert eve.join(game, "white")["state"]["status"] == "live"
        eve.game(mode="online", white="open", rated=True)
        bob.game(mode="online", white="open", rated=True)
        many = bob.http.post("/api/games", json=RATED)
        assert (many.status_code, many.json()["code"]) == (429, "rated_limit")
        assert bob.game(mode="online", white="open")["state"]["rated"] is False
    with served(database, ratings=few) as url, Visitor(url) as dan:  # a restart forgets nothing
        many = dan.http.post("/api/games", json=RATED)
        assert (many.status_code, many.json()["code"]) == (429, "rated_limit")
