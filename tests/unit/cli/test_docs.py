"""The page of the command line lists every command with its present options."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_page_has_every_command_and_option():
    run = subprocess.run(
        [sys.executable, ROOT / "tools" / "cli_docs.py", "--check"], capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
