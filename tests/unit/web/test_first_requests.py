"""Nobody waits for what a server could have done at its start."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_first_requests_import_nothing_on_the_event_loop(tmp_path):
    """All visitors wait for an import there; where nothing is compiled yet, for 50 ms and more."""
    command = [sys.executable, "-m", "support.imports_of_server"]
    done = subprocess.run(
        [*command, f"sqlite:///{tmp_path}/games.db"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.split() == []
