"""Analyses and reviews over the socket."""

import json

import pytest

from hexmate import records
from hexmate.board import Board
from hexmate.game import Game
from hexmate.solve import Solver, Verdict

POSITION = "5x5 hex - 5/1b3/2w2/5/5 b"
SQUARE = "3x3 square - 3/3/3 b"


def test_an_analysis_streams_its_reports(ada):
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(
            type="analyse", position=POSITION, player="uct", lines=3, limit={"time": 0.6}
        )
        messages = [socket.wait("info", ref=ref)]
        while not messages[-1]["final"]:
            messages.append(socket.wait("info", ref=ref))
    assert len(messages) > 2
    assert [message["final"] for message in messages[:-1]] == [False] * (len(messages) - 1)
    board, last = Board.from_string(POSITION), messages[-1]
    assert 1 <= len(last["lines"]) <= 3
    for line in last["lines"]:
        assert board.is_legal(board.parse(line["move"]))
        assert 0 <= line["win_probability"] <= 1
        assert line["pv"][0] == line["move"]
    assert last["cells"]


def test_a_network_reports_policy_visits_and_win_rates(ada):
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(
            type="analyse", position=POSITION, player="hexmate", lines=2, limit={"visits": 40}
        )
        while not (last := socket.wait("info", ref=ref))["final"]:
            pass
    first, second = last["lines"]
    assert first["visits"] >= second["visits"] > 0
    assert last["visits"][first["move"]] == first["visits"]
    assert last["policy"][first["move"]] == first["prior"]
    assert last["cells"][first["move"]] == first["win_probability"]
    assert len(last["policy"]) == 23
    assert sum(last["policy"].values()) == pytest.approx(1, abs=0.01)
    assert set(last["cells"]) == set(last["visits"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "player", "trained"),
    [
        ((11, 11), "hexmate", True),
        ((3, 4), "hexmate", False),
        ((3, 4), "level:n=11", False),
        ((3, 4), "level:n=5", True),
    ],
)
def test_boards_that_a_network_does_not_know_are_marked(ada, size, player, trained):
    board = Board(size)
    asked = {"player": player, "limit": {"visits": 2, "time": 20}}
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(type="analyse", position=board.to_string(), **asked)
        infos = [socket.wait("info", ref=ref)]
        while not infos[-1]["final"]:
            infos.append(socket.wait("info", ref=ref))
        board.push_str("a1")
        game = json.loads(records.dumps(Game.from_board(board), "jsonl"))
        review = socket.wait("review", ref=socket.send(type="review", game=game, **asked))
    assert {info["trained"] for info in infos} == {trained}
    assert review["trained"] is trained


@pytest.mark.parametrize("player", ["uct:visits=2000", "negamax:depth=2", "level:n=5", "perfect"])
def test_every_player_with_an_evaluation_analyses(ada, player):
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(type="analyse", position=POSITION, player=player, limit={"time": 5})
        while not (message := socket.wait("info", ref=ref))["final"]:
            pass
        assert message["lines"]


def solved(socket, **request):
    """The messages of a solve request."""
    ref = socket.send(type="solve", **request)
    messages = [socket.wait("solution", ref=ref)]
    while not messages[-1]["final"]:
        messages.append(socket.wait("solution", ref=ref))
    return messages


def test_a_position_is_solved_with_all_its_moves(ada):
    board = Board.from_string("5x5 hex - 5/5/5/b4/5 w")
    with ada.socket("/api/analysis") as socket:
        *_, last = solved(socket, position=board.to_string())
        verdicts = Solver().moves(board)
        assert last["moves"] == {
            board.name(move): verdict.name.lower() for move, verdict in verdicts.items()
        }
        winner = "white" if Verdict.WIN in verdicts.values() else "black"
        assert (last["result"], last["complete"], last["progress"]) == (winner, True, None)
        assert last["nodes"] > 0
        board.push_str(last["move"] or "c3")
        *_, answer = solved(socket, position=board.to_string(), moves=False)
    assert answer["result"] == winner
    assert answer["moves"] == {}
    assert answer["complete"]


def test_squares_may_be_drawn(ada):
    with ada.socket("/api/analysis") as socket:
        *_, last = solved(socket, position=SQUARE)
    assert last["result"] == "draw"
    assert set(last["moves"].values()) == {"draw"}


def test_a_solve_that_is_too_hard_tells_how_far_it_came(ada):
    with ada.socket("/api/analysis") as socket:
        messages = solved(socket, position=Board(13).to_string(), time=0.7)
    assert len(messages) > 2
    nodes = [message["nodes"] for message in messages]
    assert nodes == sorted(nodes)
    last = messages[-1]
    assert (last["result"], last["complete"], last["moves"]) == (None, False, {})
    progress = last["progress"]
    assert progress["to_win"] > 1
    assert progress["to_lose"] > 1
    assert Board(13).parse(progress["line"][0]) >= 0


def test_one_solve_at_a_time_for_a_person(ada):
    with ada.socket("/api/analysis") as first, ada.socket("/api/analysis") as second:
        hard = {"type": "solve", "position": Board(13).to_string()}
        ref = first.send(**hard, time=60)
        first.wait("solution", ref=ref)
        assert second.ask(**hard)["code"] == "solving"
        assert first.ask(type="stop")["type"] == "ack"
        easy = "2x2 hex - 2/2 b"
        *_, last = solved(second, position=easy)
        assert last["result"] == "black"


@pytest.mark.parametrize("swap", ["pieces", "sides"])
def test_the_swap_is_among_the_lines(ada, swap):
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(
            type="analyse",
            position=f"5x5 hex {swap} 5/5/2b2/5/5 w",
            player="negamax:depth=2",
            lines=5,
        )
        while not (message := socket.wait("info", ref=ref))["final"]:
            pass
        assert message["lines"][0]["move"] == f"swap-{swap}"
        ref = socket.send(
            type="analyse",
            position=f"4x4 hex {swap} 4/4/4/4 b",
            player="negamax:depth=2",
            limit={"time": 2},
        )
        assert socket.wait("info", ref=ref, final=True)["lines"]


def test_a_new_request_ends_the_last(ada):
    with ada.socket("/api/analysis") as socket:
        first = socket.send(type="analyse", position=POSITION, limit={"time": 60})
        socket.wait("info", ref=first)
        second = socket.send(type="analyse", position=POSITION, limit={"time": 0.3})
        while not (message := socket.wait("info"))["final"]:
            pass
        assert message["ref"] == second
        third = socket.send(type="analyse", position=POSITION, limit={"time": 60})
        socket.wait("info", ref=third)
        assert socket.ask(type="stop")["type"] == "ack"
        assert socket.ask(type="ping")["type"] == "pong"


def test_games_go_before_analyses(ada):
    """The only search slot is taken by a long analysis; the engine moves all the same."""
    game = ada.game(white="ai=level:n=1")
    with ada.socket("/api/analysis") as analysis, ada.at(game) as socket:
        ref = analysis.send(type="analyse", position=POSITION, limit={"time": 60})
        analysis.wait("info", ref=ref)
        for number in (1, 3, 5):
            state = socket.ask(type="state")
            free = Board(5)
            for move in state["moves"]:
                free.push_str(move["move"])
            socket.move(number, free.name(next(iter(free.legal_moves))))
            socket.wait("move", number=number + 1)
        analysis.wait("info", ref=ref)


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"type": "analyse", "position": "x"}, "position"),
        ({"type": "solve", "position": "2x2 hex - b1/b1 w"}, "position"),
        ({"type": "solve", "position": "2x2 hex - 2/2 b", "time": 0}, "malformed"),
        ({"type": "analyse", "position": "2x2 hex - b1/b1 w"}, "position"),
        ({"type": "analyse", "position": POSITION, "player": "random"}, "player"),
        ({"type": "analyse", "position": POSITION, "player": "file:x.py"}, "player"),
        ({"type": "analyse", "position": POSITION, "player": "negamax:eval=x"}, "player"),
        ({"type": "analyse", "position": POSITION, "player": "mcts:net=x.onnx"}, "player"),
        ({"type": "analyse", "position": SQUARE, "player": "hexmate"}, "analysis"),
        ({"type": "analyse", "position": POSITION, "lines": 0}, "malformed"),
        ({"type": "analyse", "position": POSITION, "limit": {"time": -1}}, "malformed"),
        ({"type": "review", "game": {}}, "record"),
        ({"type": "dance"}, "malformed"),
    ],
)
def test_what_cannot_be_analysed(ada, message, error):
    with ada.socket("/api/analysis") as socket:
        answer = socket.ask(**message)
        assert (answer["type"], answer["code"]) == ("error", error)


def test_an_analysis_that_fails_is_answered(ada, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("a bug")

    with ada.socket("/api/analysis") as socket:
        with monkeypatch.context() as patched:
            patched.setattr("hexmate.web.engines.analysis.watch_position", fail)
            answer = socket.ask(type="analyse", position=POSITION, player="uct")
        assert (answer["type"], answer["code"]) == ("error", "internal")
        answer = socket.ask(type="analyse", position=POSITION, player="uct", limit={"time": 0.1})
        assert answer["type"] == "info"


@pytest.mark.parametrize("record", ["5: a2 b3 c3 b2 d1", "5: c3 swap-pieces b2 resign"])
def test_a_review_of_a_game(ada, record):
    game = json.loads(records.dumps(records.load(record), "jsonl"))
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(type="review", game=game, player="negamax:depth=2", limit={"time": 2})
        reviews = []
        while (message := socket.next())["type"] == "review":
            assert message["ref"] == ref
            reviews.append(message)
    assert message["type"] == "summary"
    assert [each["ply"] for each in reviews] == list(range(1, len(reviews) + 1))
    assert reviews[0]["review"]["move"] in ("a2", "c3")
    first, second = (each["review"]["classification"] for each in reviews[:2])
    assert (first is None) == ("swap" not in record), "the list does not say if a swap was possible"
    assert second in ("good", "inaccuracy", "mistake", "blunder")
    assert message["summary"]["black"]["moves"] > 0


@pytest.mark.slow
def test_the_review_of_a_stored_game_is_kept(ada, anonymous):
    game = ada.game(rows=3, cols=3)
    asked = {"player": "negamax:depth=2", "limit": {"time": 5}}
    with ada.socket("/api/analysis") as socket:
        ref = socket.send(type="review", game_id=game["id"], **asked)
        assert socket.wait("error", ref=ref)["code"] == "not_over"
        ref = socket.send(type="review", game_id="nowhere", **asked)
        assert socket.wait("error", ref=ref)["code"] == "not_found"
        ref = socket.send(type="review", **asked)
        assert socket.wait("error", ref=ref)["code"] == "malformed"
        with ada.at(game) as seat:
            for number, move in enumerate(("a1", "c3", "b2", "a3"), 1):
                seat.move(number, move)
            seat.ask(type="resign", seat="black")
        address = f"/api/games/{game['id']}/review"
        assert anonymous.get(address).json() == {"review": None}
        ref = socket.send(type="review", game_id=game["id"], **asked)
        summary = socket.wait("summary", ref=ref)["summary"]
    kept = anonymous.get(address).json()["review"]
    assert kept["summary"] == summary
    assert kept["player"] == "negamax:depth=2"
    assert [move["move"] for move in kept["moves"][:3]] == ["a1", "c3", "b2"]
    assert kept["moves"][1]["pv"][0] == kept["moves"][1]["best"]
    assert 0 <= summary["black"]["accuracy"] <= 1
    assert anonymous.get("/api/games/nowhere/review").status_code == 404
