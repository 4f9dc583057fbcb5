"""Ctrl-C, once and twice, in every command that may take long: one clean end, status 130."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from support.patience import PATIENCE
from support.processes import alive, eventually, interruptible, marker

GAME = "11 a2 b3 c3 d5"
BOT = """
import time
from hexmate.players import Player, PlayResult
class Slow(Player):
    name = "slow"
    def play(self, board, limit):
        open({path!r}, "w").close()
        time.sleep(60)
"""

COMMANDS = {
    "play": ["play", "--terminal", "--white", "human"],
    "play of engines": ["play", "--black", "uct:time=60", "--white", "uct", "--swap", "none"],
    "bench": ["bench", "--seconds", "60"],
    "analyse": ["analyse", GAME, "--player", "negamax", "--time", "60"],
    "serve": ["serve", "--port", "0", "--database", "sqlite:///{folder}/games.db"],
    "perft": ["perft", "--size", "11", "--depth", "6"],
    "referee": ["referee", "uct", "uct", "--time", "60", "--swap", "none"],
    "match": ["match", "uct", "uct", "--time", "60"],
    "tournament": ["tournament", "uct", "negamax", "--time", "60", "--out", "{folder}/cup"],
    "htp": ["htp", "--player", "uct"],
}
SPEAK_FIRST = ("play", "play of engines", "bench", "analyse", "serve")
"""The commands whose first letter on standard output says that they are at work."""


def start(*arguments, **options):
    """A command in a group of its own, as a terminal starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "hexmate", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
        preexec_fn=interruptible,
        **options,
    )


def handles_ctrl_c(process):
    """Whether the program has come so far as to open the pipe by which it hears of signals."""
    pipes = 0
    for each in Path(f"/proc/{process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # a file that was read and closed meanwhile
            pipes += str(each.readlink()).startswith("pipe:")
    return pipes >= 5


def press(process, times, gap=0.05):
    """Ctrl-C in the terminal: everything in the group gets the signal."""
    for _ in range(times):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        time.sleep(gap)


def ends_cleanly(process):
    _, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    assert process.returncode == 130, errors
    return errors


@pytest.mark.parametrize("presses", [1, 2])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_long_command_ends_cleanly(name, presses, tmp_path):
    process = start(*(word.format(folder=tmp_path) for word in COMMANDS[name]))
    if name in SPEAK_FIRST:
        process.stdout.read(1)
    else:
        assert eventually(lambda: handles_ctrl_c(process))
        time.sleep(1.0)
    press(process, presses)
    ends_cleanly(process)


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.4])
def test_ctrl_c_while_the_program_is_loaded(delay):
    process = start("bench", "--seconds", "60")
    assert eventually(lambda: handles_ctrl_c(process))
    time.sleep(delay)
    press(process, 2, 0.02)
    ends_cleanly(process)


IGNORED = """
import os, signal, sys, time, weakref
from hexmate.cli.interrupts import ending_cleanly

class Thing: pass

def press(_):
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
with ending_cleanly(forever=True):
    thing = Thing()
    watched = weakref.ref(thing, press)
    del thing
    time.sleep(60)
"""


def test_ctrl_c_where_python_ignores_exceptions():
    command = [sys.executable, "-c", IGNORED]
    pipe = subprocess.PIPE
    ends_cleanly(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True))


def test_a_second_ctrl_c_leaves_the_clean_up_alone(tmp_path):
    """The player's process has not answered yet: both ends, and nothing is left of either."""
    word, begun = marker(), tmp_path / "begun"
    bot = tmp_path / f"{word}.py"
    bot.write_text(BOT.format(path=str(begun)), "utf-8")
    process = start("referee", f"file:{bot}", "random", "--swap", "none", "--time", "100")
    assert eventually(begun.exists)
    press(process, 2)
    errors = ends_cleanly(process)
    assert errors in ("", "Stopping; press Ctrl-C once more to quit at once.\n")
    assert alive(f"file:{bot}", 10) == []


def test_the_games_of_a_match_survive_a_double_ctrl_c(tmp_path):
    arguments = ("match", "uct:visits=300", "uct:visits=200", "--size", "5", "--games", "200")
    process = start(*arguments, "--parallel", "2", "--out", str(tmp_path))
    results = tmp_path / "results.jsonl"
    assert eventually(lambda: results.exists() and results.read_text("utf-8").count("\n") >= 3)
    press(process, 2)
    errors = ends_cleanly(process)
    played = results.read_text("utf-8").splitlines()
    assert all(line.endswith("}") for line in played)
    assert re.search(
        r"^stopped after \d+ of 200 games; run the same command ", errors, re.MULTILINE
    )


def test_a_program_that_is_started_with_ctrl_c_ignored_keeps_ignoring_it():
    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    process = subprocess.Popen(
        [sys.executable, "-m", "hexmate", "bench", "--seconds", "0.5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=ignore,
    )
    process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert "signature" in said
