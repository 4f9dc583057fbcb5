"""The types of the pages are those of the server's models."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[3] / "tools" / "web_types.py"


def test_the_committed_types_are_current():
    done = subprocess.run(
        [sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run python tools/web_types.py\n{done.stdout}{done.stderr}"
