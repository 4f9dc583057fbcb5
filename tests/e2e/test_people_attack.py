"""A dose of the attacks as people, and visitors of a library, in their own processes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.big_library import fill
from support.library_load import measured
from support.patience import PATIENCE, kept, slowdown
from support.store_load import percentile
from support.web_server import ServerProcess

GAMES = 2000


@pytest.fixture(scope="module")
def server(new_database, tmp_path_factory):
    url = new_database("sqlite")
    fill(url, GAMES, plies=12)
    with ServerProcess(tmp_path_factory.mktemp("server"), url) as server:
        yield server


def test_people_who_cheat_gain_nothing(server):
    command = [
        sys.executable,
        "-m",
        "soak.attack.people",
        server.url,
        str(3 * slowdown()),
        "--dose",
    ]
    run = subprocess.run(
        command, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert set(found["farm"]["games"]) == {"cancelled", "finished"}
    assert not found["farm"]["listed"]
    assert found["names"]["taken"] == []
    assert set(found["statistics"]["answers"]) <= {"200", "429"}
    assert kept(0.2, found["statistics"]["search_p95_ms"] / 1000)
    assert "Traceback" not in server.log.read_text()


def test_visitors_of_the_library_do_not_wait(server):
    waits = measured(server.url, GAMES, 2 * slowdown(), visitors=5)
    everything = sorted(wait for each in waits.values() for wait in each)
    assert len(everything) >= 5
    assert kept(0.1, percentile(everything, 0.5))
