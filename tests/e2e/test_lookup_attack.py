"""A dose of the attacks on pictures, previews and the opening explorer, in their own process."""

import json
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from soak.attack.records import memory
from support.big_library import fill
from support.patience import PATIENCE, kept, slowdown
from support.web_server import ServerProcess

from hexmate.board import Board

GAMES = 2000
ALLOWED = {"200", "404", "422", "429", "503", "left"}
"""What attackers may get: an answer, a refusal, or nothing if they leave before."""


@pytest.fixture(scope="module")
def server(new_database, tmp_path_factory):
    url = new_database("sqlite")
    fill(url, GAMES, plies=12)
    with ServerProcess(tmp_path_factory.mktemp("server"), url, settings="") as server:
        # What the first request of a kind starts belongs to an idle server.
        for path in ("/api/board.png", "/api/explorer"):
            query = {"position": Board(5).to_string()}
            httpx.get(server.url + path, params=query, timeout=PATIENCE).raise_for_status()
        yield server


@pytest.mark.parametrize("kind", ["pictures", "explorer"])
def test_floods_of_lookups_do_not_reach_others(server, kind):
    before = memory(server.pid)
    command = [sys.executable, "-m", "soak.attack.lookups", server.url, str(2 * slowdown())]
    attack = subprocess.Popen(
        [*command, "--dose", kind],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
    )
    most, waits = before, []
    while attack.poll() is None:
        began = time.monotonic()
        httpx.get(f"{server.url}/api/games", timeout=PATIENCE).raise_for_status()
        waits.append(time.monotonic() - began)
        most = max(most, memory(server.pid))
        time.sleep(0.1)
    told, _ = attack.communicate(timeout=PATIENCE)
    assert attack.returncode == 0
    found = json.loads(told)[kind]
    assert set(found["answers"]) <= ALLOWED
    assert found["answers"]["200"] > 0
    assert found["largest_answer"] < 4_000_000
    assert most < before + 2 * 64
    assert kept(0.5, sorted(waits)[len(waits) // 2])
    assert "Traceback" not in server.log.read_text()
