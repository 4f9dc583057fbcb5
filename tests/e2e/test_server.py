"""The server as a process: started, stopped, killed, under load."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time

import pytest
from support.patience import PATIENCE
from support.processes import interruptible
from support.raw_socket import RawSocket, frame
from support.web_load import measure
from support.web_served import Visitor
from support.web_server import ServerProcess


@pytest.fixture
def server(tmp_path):
    with ServerProcess(tmp_path) as process:
        yield process


def hexmate(*arguments, **options):
    command = [sys.executable, "-m", "hexmate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **options)


def test_a_killed_server_resumes_every_game(server):
    with Visitor(server.url) as ada, Visitor(server.url) as bob, Visitor(server.url) as eve:
        online = ada.game(mode="online", white="open", clock="600+5", swap="sides")
        bob.join(online, "white")
        against = ada.game(white="ai=level:n=1")
        # Someone who plays no one else: an engine may not move for Ada meanwhile.
        handed = eve.game(black="hybrid=random", white="person")
        with ada.at(online) as black, bob.at(online) as white:
            black.move(1, "c3")
            white.wait("move")
            white.move(2, "swap-sides")
            version = black.ask(type="state")["version"]
        with ada.at(against) as socket_:
            socket_.move(1, "c3")
        with eve.at(handed) as socket_:
            socket_.ask(type="hand_over")
            socket_.wait("move", number=1)
            socket_.ask(type="pause")
        server.kill()
        server.start()
        with ada.at(online) as black:
            state = black.heard[0]
            assert [move["move"] for move in state["moves"]] == ["c3", "swap-sides"]
            assert state["version"] > version
            assert (state["mover"], state["clocks"]["running"]) == ("black", "black")
            assert 590_000 < state["clocks"]["black"]["left"] <= 605_000
            assert black.move(3, "a1")["type"] == "ack"
        with ada.at(against) as socket_:
            if len(socket_.heard[0]["moves"]) < 2:
                socket_.wait("move", number=2)
        with eve.at(handed) as socket_:
            assert socket_.heard[0]["status"] == "paused"
            assert socket_.heard[0]["seats"]["black"]["handed_over"] is True


def test_a_server_that_is_asked_to_stop_keeps_the_clocks(server):
    with Visitor(server.url) as ada, Visitor(server.url) as bob:
        game = ada.game(mode="online", white="open", clock="600")
        bob.join(game, "white")
        with ada.at(game) as black:
            black.move(1, "c3")
            time.sleep(1.2)
            server.stop()
        server.start()
        left = ada.http.get(f"/api/games/{game['id']}").json()["clocks"]["white"]["left"]
        assert 0 < left < 599_000


def test_clients_that_misbehave_leave_nothing_in_the_log(server):
    with Visitor(server.url) as ada:
        game, cookie = ada.game()["id"], ada.http.cookies["hexmate"]
    for path in ("/api/games", "/api/library", "/api/records/read", f"/api/games/{game}/join"):
        with socket.create_connection(("127.0.0.1", server.port)) as leaver:
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            head += f"Cookie: hexmate={cookie}\r\nContent-Length: 1000\r\n\r\n"
            leaver.sendall(head.encode() + b'{"a":')
            time.sleep(0.1)
    bad = {
        frame(b"ab", 2): 1003,
        frame(b"\xff\xfe"): 1007,
        frame(b"", 3): 1002,
        b"\x81\x01a": 1002,  # not masked
        frame(b"x" * 126, 9): 1002,
        b"\x81\xff" + (2**40).to_bytes(8) + bytes(4): 1009,
        frame(b"", 8): 1000,
    }

    async def send(path, data):
        socket_ = await RawSocket.open(server.url, path, cookie, address="127.0.0.1")
        await socket_.send(data)
        await socket_.drain()
        socket_.close()
        return socket_.code

    async def leave(path):
        socket_ = await RawSocket.open(server.url, path, cookie, address="127.0.0.1")
        await socket_.send(frame(b'{"type": "state"}')[:10])
        socket_.close()

    async def misbehave():
        for path in (f"/api/games/{game}/live", "/api/analysis"):
            assert [await send(path, data) or 1000 for data in bad] == list(bad.values())
            await leave(path)

    asyncio.run(misbehave())
    with Visitor(server.url) as ada:
        assert ada.game()
    server.stop()
    assert server.messages() == []


def test_a_port_that_is_taken_is_one_error(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'games.db'}"
        run = hexmate("serve", "--port", str(port), "--database", database)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--database", "sqlite:////no/such/folder/games.db"], "cannot open"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "cannot open"),
        (["--database", "mysql://x"], "mysql databases are not supported"),
        (["--settings", "missing.toml"], "missing.toml"),
        (["--broadcast", "http://host"], "redis://"),
        (["--broadcast", "redis://host:port"], "invalid broadcast URL"),
        (["--name", "b"], "only allowed together with 'broadcast'"),
        (["--name", "B b", "--broadcast", "redis://host"], "name"),
        (["--port", "99999"], "port"),
    ],
)
def test_a_server_that_cannot_start_is_one_error(arguments, problem):
    run = hexmate("serve", "--port", "0", *arguments)
    assert run.returncode == 2
    assert problem in run.stderr
    assert "Traceback" not in run.stderr


def test_a_server_with_a_bad_engine_is_one_error(tmp_path):
    settings = tmp_path / "hexmate.toml"
    settings.write_text('[[engines]]\nname = "Ours"\nspec = "htp:no-such-program"\n', "utf-8")
    run = hexmate("serve", "--port", "0", "--settings", str(settings))
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "the spec of 'Ours': there is no program no-such-program" in run.stderr


def test_play_prints_its_address_and_ends_with_an_interrupt(tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    environment.pop("DISPLAY", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "hexmate", "play"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=interruptible,
    )
    line = process.stdout.readline()
    assert "Play at http://127.0.0.1:" in line
    with Visitor(line.split()[2].rstrip("/")) as ada:
        assert ada.game()["state"]["status"] == "live"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    assert (tmp_path / "hexmate" / "games.db").exists()


def test_a_window_that_is_closed_ends_its_server(tmp_path):
    """A program stands in for the browser: it reads the page, and ends as a closed window does."""
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys, urllib.request\n"
        "url = sys.argv[1].removeprefix('--app=')\n"
        "page = urllib.request.urlopen(url).read().decode()\n"
        f"pathlib.Path({str(tmp_path / 'page')!r}).write_text(page, 'utf-8')\n"
    )
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", "window", "--browser", str(browser)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        preexec_fn=interruptible,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert "<title>Hexmate" in (tmp_path / "page").read_text("utf-8")
    assert (tmp_path / "hexmate" / "games.db").exists()


def test_a_dose_of_load():
    """`make soak` measures the full figures; here no move may be lost or very late."""
    report = measure(games=30, seconds=6)
    assert report.errors == []
    assert report.moves == 30 * 7
    assert report.reconnects == 0
    assert sorted(report.acknowledged)[len(report.acknowledged) // 2] < 1.0


def test_a_server_killed_under_load_loses_nothing():
    report = measure(games=20, seconds=6, kills=1)
    assert report.errors == []
    assert report.moves == 20 * 7
    assert report.reconnects >= 20
