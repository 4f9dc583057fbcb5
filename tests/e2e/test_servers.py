"""Several servers on one database, with a Redis that stops and restarts."""

import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from support.patience import within
from support.web_served import PATIENCE, Visitor
from support.web_server import ServerProcess

# Which database they share matters for the first two alone; starting servers takes a while.
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def servers(tmp_path, database_url, redis_server):
    """Two servers, on each kind of database."""
    made = []
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        options = ["--broadcast", redis_server.url, "--name", name]
        made.append(ServerProcess(folder, database_url, options=options))
    with made[0], made[1]:
        yield made


def moves_of(state) -> list[str]:
    return [move["move"] for move in state["moves"]]


def state_with(socket, condition):
    """The next state message that meets a condition."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        state = socket.wait("state")
        if condition(state):
            return state
    raise AssertionError(socket.heard)


def from_its_server(state) -> bool:
    """Whether a state comes from the server that runs the game, not from the store."""
    return state["version"] > 0


@contextmanager
def looking(visitor, game):
    """A socket that receives every change from now on; a busy server may not answer at once."""
    with visitor.at(game) as socket:
        if not from_its_server(socket.heard[0]):
            state_with(socket, from_its_server)
        yield socket


def test_a_game_of_one_server_is_seen_at_the_other(servers):
    a, b = servers
    with Visitor(a.url) as ada, Visitor(a.url) as bob, Visitor(b.url) as eve:
        game = ada.game(mode="online", white="open", clock="600+5", swap="pieces")
        assert game["id"].startswith("a-")
        refused = eve.http.post(f"/api/games/{game['id']}/join", json={"seat_token": "x"})
        assert (refused.status_code, refused.json()["code"]) == (421, "elsewhere")
        with looking(eve, game) as spectator:
            assert spectator.heard[-1]["status"] == "waiting"
            bob.join(game, "white")
            state_with(spectator, lambda state: state["status"] == "live")
            with ada.at(game) as black, bob.at(game) as white:
                black.move(1, "c3")
                assert spectator.wait("move", number=1)["move"] == "c3"
                white.wait("move")
                white.move(2, "swap-pieces")
                assert spectator.wait("move", number=2)["clocks"]["running"] == "black"
                answer = spectator.move(3, "a1")
                assert (answer["type"], answer["code"]) == ("error", "elsewhere")
                assert spectator.ask(type="ping")["type"] == "pong"
                spectator.send(type="state")
                state_with(spectator, lambda state: moves_of(state) == ["c3", "swap-pieces"])
        listed = eve.http.get("/api/games").json()["games"]
        assert [(each["id"], each["moves"]) for each in listed] == [(game["id"], 2)]
        state = eve.http.get(f"/api/games/{game['id']}").json()
        assert (state["you"], moves_of(state)) == ([], ["c3", "swap-pieces"])
        assert eve.http.get("/api/games/a-nothing").status_code == 404
        own = eve.game()
        assert own["id"].startswith("b-")


def test_a_redis_killed_in_mid_game_loses_nothing_and_delays_no_client(servers, redis_server):
    a, b = servers
    with Visitor(a.url) as ada, Visitor(b.url) as eve:
        game = ada.game()
        with ada.at(game) as player, looking(eve, game) as spectator:
            player.move(1, "c3")
            spectator.wait("move", number=1)
            redis_server.kill()
            for number, move in ((2, "a1"), (3, "b2")):
                began = time.perf_counter()
                assert player.move(number, move)["type"] == "ack"
                assert within(5, began)
            state = state_with(spectator, lambda state: moves_of(state) == ["c3", "a1", "b2"])
            assert not from_its_server(state)
            redis_server.start()
            state = state_with(spectator, from_its_server)
            assert moves_of(state) == ["c3", "a1", "b2"]
            assert player.move(4, "d1")["type"] == "ack"
            assert spectator.wait("move", number=4)["version"] == state["version"] + 1


@ON_SQLITE
def test_a_server_killed_in_mid_game_comes_back_to_its_spectators(servers):
    a, b = servers
    with Visitor(a.url) as ada, Visitor(b.url) as eve:
        game = ada.game()
        with looking(eve, game) as spectator:
            with ada.at(game) as player:
                player.move(1, "c3")
                spectator.wait("move", number=1)
            a.kill()
            state = eve.http.get(f"/api/games/{game['id']}").json()
            assert moves_of(state) == ["c3"]
            a.start()
            state_with(spectator, from_its_server)
            with ada.at(game) as player:
                player.move(2, "a1")
                spectator.wait("move", number=2)


@ON_SQLITE
def test_one_server_alone_runs_the_games_of_all(servers, tmp_path):
    a, b = servers
    with Visitor(a.url) as ada, Visitor(b.url) as bob:
        games = [(ada, ada.game()), (bob, bob.game())]
        a.stop()
        b.stop()
        with ServerProcess(tmp_path, a.database) as alone:
            for person, game in games:
                person.url = alone.url
                with person.at(game) as socket:
                    assert socket.move(1, "c3")["type"] == "ack"


@ON_SQLITE
def test_servers_start_without_redis(servers, redis_server):
    a, b = servers
    redis_server.kill()
    a.stop()
    a.start()
    with Visitor(a.url) as ada, Visitor(b.url) as eve:
        game = ada.game()
        with ada.at(game) as player:
            player.move(1, "c3")
        with eve.at(game) as spectator:
            assert moves_of(spectator.heard[0]) == ["c3"]
            redis_server.start()
            state_with(spectator, from_its_server)
            with ada.at(game) as player:
                player.move(2, "a1")
                spectator.wait("move", number=2)


@pytest.fixture
def alone(tmp_path, new_database):
    return ServerProcess(tmp_path, new_database("sqlite"))


def second_on(database: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hexmate", "serve", "--port", "0", "--database", database]
    return subprocess.run([*command, *options], capture_output=True, text=True, timeout=60)


def test_a_second_server_on_one_database_is_refused(alone):
    with alone:
        second = second_on(alone.database)
        assert second.returncode == 2
        assert f"another server uses this database (process {alone.pid} on " in second.stderr
        assert "--broadcast" in second.stderr
        assert len(second.stderr.splitlines()) <= 3
        with Visitor(alone.url) as ada:
            assert ada.game()["id"]
        alone.kill()
        alone.start()  # at once: the process that had the lease is gone
        assert "waiting" not in alone.log.read_text()
