"""A dose of the attacks by connections; `make soak` has the whole."""

import asyncio
import statistics
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from soak.attack import connections
from support.patience import kept
from support.raw_http import RawClient, get
from support.web_server import ServerProcess

MOST_FILES = 256
DOSES = {"half": 300, "drip": 40, "idle": 40, "heads": 2, "static": 2, "unread": 10}


async def dose(url, seconds):
    attacks = [
        partial(connections.KINDS[kind], at_once=number)(url, seconds)
        for kind, number in DOSES.items()
    ]
    return dict(zip(DOSES, await asyncio.gather(*attacks), strict=True))


def ask(url):
    began = time.perf_counter()
    with RawClient(url) as client:
        client.send(get())
        return client.status(), time.perf_counter() - began


@pytest.mark.skipif(sys.platform != "linux", reason="attackers have addresses of their own")
def test_slow_connections_and_large_heads_do_not_reach_others(tmp_path):
    found = {}
    with ServerProcess(tmp_path, settings="", most_files=MOST_FILES) as server:
        thread = threading.Thread(
            target=lambda: found.update(asyncio.run(dose(server.url, 3))), daemon=True
        )
        thread.start()
        answers, most_open = [], 0
        while thread.is_alive():
            answers.append(ask(server.url))
            most_open = max(most_open, len(list(Path(f"/proc/{server.pid}/fd").iterdir())))
            time.sleep(0.05)
        assert {status for status, _ in answers} == {200}
        assert kept(0.3, statistics.median(seconds for _, seconds in answers))
        assert most_open < MOST_FILES - 50
        end = time.monotonic() + 30
        while len(list(Path(f"/proc/{server.pid}/fd").iterdir())) > 60:
            assert time.monotonic() < end, "connections are left"
            time.sleep(0.1)
    assert found["half"]["connections"] >= DOSES["half"]
    assert found["heads"].keys() <= {"431", "closed", "200"}
    assert found["static"].keys() <= {"200", "404", "429"}
    log = server.log.read_text("utf-8")
    assert "Traceback" not in log
    assert log.count("\n") < 10
