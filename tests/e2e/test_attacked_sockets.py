"""A dose of the attacks over sockets; `make soak` has the whole."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from soak.attack.honest import play
from support.patience import kept
from support.web_server import ServerProcess

SECONDS = 3


@pytest.mark.skipif(sys.platform != "linux", reason="attackers have addresses of their own")
def test_floods_over_sockets_do_not_reach_others(tmp_path):
    """The server's watchdog must be quiet too, which the helper checks at the end."""
    with ServerProcess(tmp_path, settings="") as server:
        attack = subprocess.Popen(
            [sys.executable, "-m", "soak.attack.sockets", server.url, str(SECONDS), "--dose"],
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            taken: list[float] = []
            while attack.poll() is None:
                taken += asyncio.run(play(server.url, 1.0, pace=0.05))
            found = json.loads(attack.communicate(timeout=60)[0])
        finally:
            attack.kill()
            attack.wait()
        assert len(taken) >= 10
        taken.sort()
        assert kept(0.15, taken[len(taken) * 9 // 10]), taken
        assert found["state"]["asked"] > 0
        assert found["review"].get("closed 1009", 0) > 0
        assert found["frames"]["frames"] > 0
        assert found["fuzz"]["messages"] > 0
        assert found["fuzz"]["codes"].keys() <= {"1002", "1003", "1007", "1008", "1009", "None"}
        log = server.log.read_text("utf-8")
        assert "Traceback" not in log
