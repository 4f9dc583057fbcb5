"""Programs of packaging/ end after Ctrl-C with one line that says what comes next."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "packaging"
PROGRAM = """
import signal
from stopping import run_program

# Programs that a script starts in the background ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

def main():
    {}

run_program(main{})
"""


@pytest.mark.parametrize(
    ("main", "then", "status", "said"),
    [
        ("return 3", "", 3, ""),
        ("signal.raise_signal(signal.SIGINT)", "", 130, "stopped; the same command resumes\n"),
        ("raise KeyboardInterrupt", ', "run it again"', 130, "stopped; run it again\n"),
    ],
)
def test_a_program_ends_with_its_status_or_one_line(main, then, status, said):
    command = [sys.executable, "-c", PROGRAM.format(main, then)]
    run = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (status, said)
