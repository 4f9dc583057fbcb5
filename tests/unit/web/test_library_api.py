"""Records, the library, overlays, statistics and ratings over HTTP."""

import json
import time
from itertools import pairwise

import httpx
import pytest
from support.store_games import OPENING
from support.web_served import PATIENCE, Visitor, served

from hexmate import records
from hexmate.board import Board
from hexmate.book import shipped_book
from hexmate.store import Store
from hexmate.store.errors import StoreError
from hexmate.web.routes import library

SEED_FILE = "\\hex\n\\dim 4\n\\board\n* * * *\n. 0 . .\n. . . .\n. . . .\n\\endboard\n\\game\n" + (
    "\\play o 1 1\n\\play * 0 0\n\\play * 0 1\n\\play * 0 2\n\\play * 0 3\n\\endgame\n\\endhex\n"
)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("#5,a2:sc3", "hexworld"),
        ("https://hexworld.org/board/#9r9c1,b3:sc6:rw", "hexworld"),
        ("(;GM[11]SZ[5];B[a2](;W[b3]C[good])(;W[c3]))", "sgf"),
        (SEED_FILE, "hexfile"),
        ("5: a2 b3", "moves"),
        ("https://trmph.com/hex/board#13,a6i2d10d9", "trmph"),
    ],
)
def test_any_record_is_read_and_written_again(anonymous, text, format):
    read = anonymous.post("/api/records/read", content=text.encode()).json()
    assert read["format"] == format
    game = read["games"][0]
    assert game["schema"] == "hexmate-game/1"
    written = anonymous.post("/api/records/write", json={"game": game, "format": "sgf"})
    assert written.status_code == 200
    again = anonymous.post("/api/records/read", content=written.json()["text"].encode()).json()
    assert again["games"][0]["nodes"] == game["nodes"]


def test_a_text_never_names_a_file(anonymous, tmp_path):
    secret = tmp_path / "secret.sgf"
    secret.write_text("(;GM[11]SZ[5];B[a2])", "utf-8")
    for name in (str(secret), secret.as_uri(), "/etc/passwd"):
        refused = anonymous.post("/api/records/read", content=name.encode())
        assert refused.status_code == 422
        assert "SZ" not in refused.text


@pytest.mark.parametrize("text", ["", " ", "nonsense", "(", "{}", "\\hex\n"])
def test_what_cannot_be_read_is_one_error(anonymous, text):
    refused = anonymous.post("/api/records/read", content=text.encode())
    assert (refused.status_code, refused.json()["code"]) == (422, "record")


def test_what_a_format_cannot_hold(anonymous):
    game = json.loads(records.dumps(records.load("(;GM[11]SZ[5]PB[Ada];B[a2])"), "jsonl"))
    request = {"game": game, "format": "hexworld"}
    assert anonymous.post("/api/records/write", json=request).status_code == 422
    lossy = anonymous.post("/api/records/write", json={**request, "lossy": True})
    assert lossy.json()["text"] == "#5,a2"
    bad = anonymous.post("/api/records/write", json={"game": {"schema": "x"}, "format": "sgf"})
    assert bad.json()["code"] == "record"


def test_the_library_finds_what_was_imported(ada):
    text = "(;GM[11]SZ[7]PB[Euler]PW[Gauss]DT[1999-05-01]RE[B+Resign];B[d4];W[c3])"
    imported = ada.http.post("/api/library", content=text.encode()).json()
    assert len(imported["added"]) == 1
    again = ada.http.post("/api/library", content=text.encode()).json()
    assert again["known"] == imported["added"]
    number = imported["added"][0]
    searches = [
        {"player": "euler"},
        {"player": "GAUSS", "rows": 7, "cols": 7, "shape": "hex"},
        {"result": "B+R", "since": "1999-05-01", "until": "1999-05-01"},
        {"position": "7x7 hex - 7/7/2w4/3b3/7/7/7 b"},
        {"position": "7x7 hex - 7/7/7/3b3/4w2/7/7 b"},
    ]
    for query in searches:
        found = ada.http.get("/api/library", params=query).json()
        assert [game["id"] for game in found["games"]] == [number], query
        assert found["total"] == 1
    assert found["games"][0]["turned"] is True
    assert found["games"][0]["ply"] == 2
    for query in ({"player": "Fermat"}, {"rows": 8}, {"since": "1999-05-02"}):
        assert ada.http.get("/api/library", params=query).json()["total"] == 0
    whole = ada.http.get(f"/api/library/{number}").json()
    assert whole["game"]["headers"]["black"] == "Euler"
    assert ada.http.get(f"/api/games/{number}").json()["code"] == "imported"
    assert "d4" in ada.http.get(f"/api/games/{number}/record?format=hexworld").text


def test_only_people_import(anonymous):
    assert anonymous.post("/api/library", content=b"5: a2").status_code == 401


@pytest.mark.parametrize(
    "query",
    [{"page": 0}, {"rows": "x"}, {"since": "soon"}, {"position": "x"}, {"until": "9999-12-31"}],
)
def test_searches_that_cannot_be(anonymous, query):
    assert anonymous.get("/api/library", params=query).status_code == 422


def test_everything_is_exported(new_database):
    with served(new_database("sqlite")) as url, Visitor(url) as ada:
        ada.http.post("/api/library", content=b"(;GM[11]SZ[5]PB[Ada];B[a2](;W[b3])(;W[c3]))")
        game = ada.game(rows=3, cols=3)
        with ada.at(game) as socket:
            for number, move in enumerate(("b1", "a1", "b2", "a2", "b3"), 1):
                socket.move(number, move)
        for format in ("sgf", "jsonl"):
            text = ada.http.get(f"/api/export/games.{format}").text
            found = list(records.iter_text(text, report=print))
            assert [each.rows for each in found] == [5, 3]
            assert len(list(found[0].nodes())) == 4
            assert found[1].headers["result"] == "B+"
        assert ada.http.get("/api/export/games.txt").status_code == 422
        numbers = ada.http.get("/api/statistics").json()
        assert numbers["games"]["finished"] == 2
        assert numbers["boards"][0]["games"] == 1


def test_an_export_that_fails_midway_is_no_traceback(new_database, monkeypatch, caplog):
    following = library._following

    def failing(number):
        if number:
            raise StoreError("the disk is full")
        return following(number)

    monkeypatch.setattr(library, "_following", failing)
    with served(new_database("sqlite")) as url, Visitor(url) as ada:
        ada.http.post("/api/library", content=b"5: a2")
        with pytest.raises(httpx.RemoteProtocolError):
            ada.http.get("/api/export/games.sgf")
    assert "the disk is full" in caplog.records[0].message
    assert all(not each.exc_info for each in caplog.records)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_finished_online_games_are_rated(new_database, kind):
    lenient = {"games": 1, "opponents": 1, "deviation": 350}
    with (
        served(new_database(kind), ratings=lenient) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
    ):
        game = ada.game(mode="online", white="open", rated=True)
        bob.join(game, "white")
        with ada.at(game) as black, bob.at(game) as white:
            for number, move in enumerate(OPENING, 1):
                (black if number % 2 else white).move(number, move)
            white.ask(type="resign")
            seats = black.wait("update", status="finished")["result"]
            assert seats["winner_seat"] == "black"
        board = ada.http.get("/api/leaderboard").json()["players"]
        assert [line["name"] for line in board] == [ada.me["name"], bob.me["name"]]
        assert board[0]["rating"] > 1500 > board[1]["rating"]
        assert ada.http.get("/api/me").json()["rating"] == board[0]["rating"]
        bots = ada.game(mode="online", black="ai=random", white="ai=level:n=1", rated=True)
        with ada.at(bots) as socket:
            while socket.ask(type="state")["result"] is None:
                socket.next()
        pool = ada.http.get("/api/leaderboard?pool=bots").json()["players"]
        assert {line["name"] for line in pool} == {"random", "level:n=1"}


@pytest.mark.parametrize("color", ["black", "white"])
@pytest.mark.parametrize(
    "kind", ["distance", "two-distance", "resistance", "bridges", "legal", "winning-chain"]
)
@pytest.mark.parametrize(
    "position",
    [
        "5x5 hex - 5/5/5/5/5 b",
        "5x5 hex pieces 5/1b3/2w2/5/5 b",
        "4x6 offset - 6/1b4/2w3/6 w",
        "3x6 triangle - 6/1b4/2w3 b",
        "3x3 square - bw1/1b1/wbw b",
        "3x3 hex - 1b1/1b1/wb1 w",
        "1x1 hex - 1 b",
    ],
)
def test_overlays_on_every_board(anonymous, kind, color, position):
    request = {"position": position, "kind": kind, "color": color}
    answer = anonymous.post("/api/overlays", json=request)
    assert answer.status_code == 200
    board = Board.from_string(position)
    found = answer.json()
    for cell in found["cells"]:
        board.parse(cell)
    assert all(0 <= value <= 1 for value in found["cells"].values())


def test_a_shortest_way_joins_the_edges(anonymous):
    position = "5x5 hex - 5/1b3/1w3/5/5 b"
    request = {"position": position, "kind": "distance", "color": "black"}
    found = anonymous.post("/api/overlays", json=request).json()
    board, (way,) = Board.from_string(position), found["paths"]
    cells = [board.parse(name) for name in way]
    assert found["value"] == sum(board.color_at(cell) is None for cell in cells)
    assert board.row_col(cells[0])[0] == 0
    assert board.row_col(cells[-1])[0] == 4
    for one, two in pairwise(cells):
        assert two in board.neighbors(one)


def test_bridges_and_chains(anonymous):
    position = "5x5 hex - w4/3b1/5/2b2/5 w"
    ask = {"position": position, "color": "black"}
    bridges = anonymous.post("/api/overlays", json={**ask, "kind": "bridges"}).json()
    assert bridges["value"] == 3
    assert any(set(path) == {"d2", "c3", "d3", "c4"} for path in bridges["paths"])
    chain = anonymous.post("/api/overlays", json={**ask, "kind": "winning-chain"}).json()
    assert chain["value"] == 1
    assert chain["paths"] == [["top", "d2", "c4", "bottom"]]


@pytest.mark.parametrize("kind", ["connections", "must-play", "inferior"])
@pytest.mark.parametrize(
    "position",
    [
        "5x5 hex pieces 5/1b3/2w2/5/5 b",
        "3x3 hex - 1b1/1b1/wb1 w",
        "1x1 hex - 1 b",
        "2x5 hex - 5/5 b",
    ],
)
def test_exact_overlays_on_hex_boards(anonymous, kind, position):
    for color in ("black", "white"):
        request = {"position": position, "kind": kind, "color": color}
        found = anonymous.post("/api/overlays", json=request).json()
        board = Board.from_string(position)
        for cell in (*found["cells"], *found["inferior"]):
            assert board.color_at(board.parse(cell)) is None


@pytest.mark.parametrize("position", ["3x3 square - 3/3/3 b", f"1x20 hex - {'20'} b"])
def test_exact_overlays_are_for_hex_boards_to_19x19(anonymous, position):
    request = {"position": position, "kind": "connections"}
    answer = anonymous.post("/api/overlays", json=request)
    assert (answer.status_code, answer.json()["code"]) == (422, "position")
    assert "at most 19 rows and columns" in answer.json()["message"]


def test_connections_must_play_and_inferior_cells(anonymous):
    position = "5x5 hex - w4/3b1/5/2b2/5 w"
    ask = {"position": position, "color": "black"}
    links = anonymous.post("/api/overlays", json={**ask, "kind": "connections"}).json()
    assert links["value"] == 3
    assert {tuple(link["carrier"]) for link in links["links"]} == {
        ("c3", "d3"),
        ("d1", "e1"),
        ("b5", "c5"),
    }
    bridge = {"ends": [["d2"], ["c4"]], "line": ["d2", "c4"], "carrier": ["c3", "d3"]}
    assert {**bridge, "key": None} in links["links"]
    ask["color"] = "white"
    assert anonymous.post("/api/overlays", json={**ask, "kind": "must-play"}).json()["value"] == 0
    cells = anonymous.post("/api/overlays", json={**ask, "kind": "inferior"}).json()["inferior"]
    assert cells["e1"] == {"kind": "black", "by": None}
    assert cells["e2"] == {"kind": "white", "by": None}
    assert cells["c1"]["kind"] == "reversible"


def test_the_explorer_over_http(ada):
    text = "(;GM[11]SZ[9]RE[B+R];B[a2];W[c3];B[b4])(;GM[11]SZ[9]RE[W+R];B[i8];W[b2])"
    first, _ = ada.http.post("/api/library", content=text).json()["added"]
    position = Board(9)
    position.push_str("a2")
    query = {"position": position.to_string()}
    found = ada.http.get("/api/explorer", params=query).json()
    assert (found["games"], found["black_wins"], found["white_wins"]) == (2, 1, 1)
    assert {each["move"] for each in found["moves"]} == {"c3", "h8"}
    rates = ada.http.get("/api/explorer/win-rates", params={**query, "moves": "c3,h8,z9,a2"}).json()
    assert set(rates["rates"]) == {"c3", "h8"}
    assert all(0 <= rate <= 1 for rate in rates["rates"].values())
    graph = ada.http.get(f"/api/library/{first}/win-rates").json()["rates"]
    assert len(graph) == 4
    assert ada.http.get("/api/library/none/win-rates").status_code == 404
    for path in ("/api/explorer", "/api/explorer/win-rates"):
        refused = ada.http.get(path, params={"position": "nonsense", "moves": "a1"})
        assert (refused.status_code, refused.json()["code"]) == (422, "position")
    square = Board(5, shape="square").to_string()
    unknown = ada.http.get("/api/explorer/win-rates", params={"position": square, "moves": "a1"})
    assert unknown.json() == {"rates": {}}


def test_the_book_over_http(ada):
    entry, replies = min(shipped_book().entries().items())
    board = Board.setup(list(entry.black), list(entry.white), size=entry.size)
    found = ada.http.get("/api/explorer/book", params={"position": board.to_string()}).json()
    assert [each["move"] for each in found["moves"]] == [board.name(each.move) for each in replies]
    assert found["moves"][0]["visits"] == replies[0].visits
    assert found["moves"][0]["win_rate"] == pytest.approx(replies[0].win_probability, abs=1e-4)
    unknown = ada.http.get("/api/explorer/book", params={"position": Board(5).to_string()})
    assert unknown.json() == {"moves": []}
    refused = ada.http.get("/api/explorer/book", params={"position": "nonsense"})
    assert (refused.status_code, refused.json()["code"]) == (422, "position")


def test_choices_are_counted_and_games_show_their_end(ada):
    text = "(;GM[11]SZ[5]PB[Eva]RE[B+R];B[a2];W[c3];B[b4])(;GM[11]SZ[4]PB[Eva];B[a1])"
    ada.http.post("/api/library", content=text)
    counts = ada.http.get("/api/library/counts", params={"player": "eva", "rows": 5}).json()
    assert sorted((each["rows"], each["games"]) for each in counts["boards"]) == [(4, 1), (5, 1)]
    assert (counts["black_wins"], counts["others"]) == (1, 0)
    query = {"player": "Eva", "rows": 5, "boards": True}
    shown = ada.http.get("/api/library", params=query).json()["games"]
    assert [game["position"] for game in shown] == ["5x5 hex - 5/b4/2w2/1b3/5 w"]
    assert ada.http.get("/api/library").json()["games"][0]["position"] is None


def test_the_win_rates_of_a_game_have_a_time_limit_as_a_whole(tmp_path, monkeypatch):
    """Each step is short, and under attack each waits for its turn."""

    def slow(boards):
        time.sleep(0.1)
        return [0.5] * len(boards)

    monkeypatch.setattr("hexmate.web.routes.library.black_win_rates", slow)
    cells = " ".join(f"{chr(97 + col)}{row}" for row in range(1, 12) for col in range(19))
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(database) as store:
        (game,) = store.library.add_text(f"19: {cells}", "a test").added
    with served(database, limits={"job_seconds": 0.6}) as url:
        answer = httpx.get(f"{url}/api/library/{game}/win-rates", timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
