"""Runners: errors travel, workers are replaced, and none is left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hexmate.arena.runner import Processes, Serial
from hexmate.arena.terms import Pairing, Terms
from hexmate.errors import ArenaError

TERMS = Terms("4x4 hex - 4/4/4/4 b")
PAIRINGS = [Pairing(number, "random", "random", (), number) for number in range(9)]


def workers(parent=None):
    """The worker processes of a process, or else of this one."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            above = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if above == (parent or os.getpid()) and b"spawn_main" in words:
            found.add(int(folder.name))
    return found


def running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def test_fewer_games_than_workers_and_none():
    assert list(Processes(3).run(TERMS, [])) == []
    assert [report.number for report in Processes(3).run(TERMS, PAIRINGS[:1])] == [0]
    assert list(Serial().run(TERMS, [])) == []


def test_pairings_are_taken_only_when_a_worker_is_free():
    taken = []

    def pairings():
        for pairing in PAIRINGS:
            taken.append(pairing.number)
            yield pairing

    reports = Processes(2).run(TERMS, pairings())
    next(reports)
    assert taken == [0, 1, 2]
    reports.close()
    assert not workers()


def test_an_error_travels():
    for runner in (Serial(), Processes(2)):
        with pytest.raises(ArenaError, match="the opening 'z9' cannot be played"):
            list(runner.run(TERMS, [*PAIRINGS[:2], Pairing(3, "random", "random", ("z9",))]))
    assert not workers()


def test_no_worker_is_no_runner():
    with pytest.raises(ArenaError, match="at least 1 worker"):
        Processes(0)


@pytest.mark.slow
def test_a_game_whose_worker_dies_is_played_again():
    slow = Terms("9x9 hex - 9/9/9/9/9/9/9/9/9 b")
    pairings = [Pairing(n, "montecarlo:playouts=200", "random", (), n) for n in range(6)]
    reports = Processes(2).run(slow, pairings)
    first = next(reports)
    os.kill(next(iter(workers())), signal.SIGKILL)
    rest = list(reports)
    assert sorted(report.number for report in [first, *rest]) == list(range(6))
    assert not workers()


def test_a_game_that_kills_two_workers_is_an_error():
    slow = Terms("11x11 hex - " + "/".join(["11"] * 11) + " b")
    reports = Processes(1).run(slow, [Pairing(7, "montecarlo:playouts=100000", "random", (), 0)])

    def kill_two():
        first = wait_until(workers).pop()
        os.kill(first, signal.SIGKILL)
        os.kill(wait_until(lambda: workers() - {first}).pop(), signal.SIGKILL)

    thread = threading.Thread(target=kill_two)
    thread.start()
    with pytest.raises(ArenaError, match=r"died twice in game 7.*exit code -9"):
        next(reports)
    thread.join()
    assert not workers()


PROGRAM = """
from hexmate.arena.runner import Processes
from hexmate.arena.terms import Pairing, Terms

if __name__ == "__main__":
    terms = Terms("11x11 hex - " + "/".join(["11"] * 11) + " b")
    games = [Pairing(n, "montecarlo:playouts=100000", "random", (), n) for n in range(9)]
    next(Processes(2).run(terms, games))
"""


@pytest.mark.slow
def test_workers_leave_with_a_killed_parent(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, "utf-8")
    with subprocess.Popen([sys.executable, str(script)]) as process:
        assert wait_until(lambda: len(workers(process.pid)) == 2)
        found = workers(process.pid)
        time.sleep(1)  # into the games
        process.kill()
    assert wait_until(lambda: not any(map(running, found)))
