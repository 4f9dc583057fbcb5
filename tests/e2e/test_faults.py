"""Players that fail, as real processes: the game is lost, the match continues, nothing is left."""

import json
import signal
import subprocess
import sys
import time

import pytest
from support.faults import ENGINES, FAULTS
from support.patience import PATIENCE, kept
from support.processes import interruptible, marker, zombies

from hexmate.arena.clock import GRACE, TimeControl
from hexmate.arena.referee import play_game
from hexmate.arena.runner import Processes
from hexmate.arena.terms import Pairing, Terms

START = "5x5 hex - 5/5/5/5/5 b"
SECONDS = 2.0
# What a busy machine may need on top for starting and ending processes, or for a fault that is
# not in being silent.
SLOW = 15.0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_loses_one_game_within_its_time(fault):
    word = marker()
    seconds = SECONDS if fault.silent else SECONDS + SLOW
    terms = Terms(START, TimeControl(move=seconds), memory=fault.memory)
    began = time.monotonic()
    report = play_game(terms, Pairing(0, "random", fault.spec(word), (), 3))
    assert fault.problem(report, "white") is None
    assert kept(SECONDS + GRACE + SLOW, time.monotonic() - began)
    assert fault.left(word) == []
    assert zombies() == []
    if fault.ending in ("Forfeit", "Time"):
        assert len(report.moves) == 3, "it fails at its second move"
        assert report.game().outcome().result() == report.result


@pytest.mark.parametrize("name", ["exits", "crashes", "floods", "mute"])
def test_a_fault_before_the_first_answer(name):
    word = marker()
    spec = next(each for each in ENGINES if each.name == name).spec(word)
    report = play_game(Terms(START), Pairing(0, spec.replace("--at 2", "--at 0"), "random"))
    assert (report.result, report.moves) == ("W+Forfeit", ())
    assert report.reason.startswith(("died: ", "garbage: "))


def test_a_clock_runs_out_on_a_hanging_player():
    word = marker()
    hangs = next(each for each in ENGINES if each.name == "hangs")
    for control in ("1.5", "1.5+0.1", "0+2x0.7"):
        terms = Terms(START, TimeControl.parse(control))
        report = play_game(terms, Pairing(0, hangs.spec(word), "random", (), 1))
        assert report.result == "W+Time"
        assert kept(2 + SLOW, report.seconds)
    assert hangs.left(word) == []


def test_a_match_resumes_after_faults(tmp_path):
    """A gauntlet of faulty players in two workers, as one event."""
    word = marker()
    names = ("exits", "hangs", "garbage", "occupied", "floods", "abandons", "allocates")
    faults = [each for each in ENGINES if each.name in names]
    terms = Terms(START, TimeControl(move=SECONDS), memory=faults[0].memory)
    pairings = []
    for fault in faults:
        for players in ((fault.spec(word), "random"), ("random", fault.spec(word))):
            pairings.append(Pairing(len(pairings), *players, (), len(pairings)))
    reports = {each.number: each for each in Processes(2).run(terms, pairings)}
    assert sorted(reports) == list(range(2 * len(faults)))
    for number, report in reports.items():
        seat = "black" if number % 2 == 0 else "white"
        assert faults[number // 2].problem(report, seat) is None
    assert all(fault.left(word) == [] for fault in faults)


def test_faults_on_the_command_line(tmp_path):
    word = marker()
    exits = ENGINES[0]
    command = ["match", exits.spec(word), "random", "--games", "4", "--size", "5", "--time", "2"]
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", *command, "--out", str(tmp_path), "--parallel", "2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert f"lost by forfeit or on time: {exits.spec(word)} 4, random 0" in run.stdout
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert [line["stderr"] for line in lines] == ["out of ideas\n"] * 4
    assert exits.left(word) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_processes_end_with_their_match(number):
    """Its workers and their players' processes go with it, however it goes."""
    word = marker()
    hangs = next(each for each in ENGINES if each.name == "hangs")
    command = ["match", hangs.spec(word), "random", "--size", "5", "--time", "300"]
    with subprocess.Popen(
        [sys.executable, "-m", "hexmate", *command, "--parallel", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=interruptible,
    ) as match:
        deadline = time.monotonic() + 60
        while len(hangs.left(word, 0)) < 4 and time.monotonic() < deadline:
            time.sleep(0.05)  # two engines, each under its keeper
        assert len(hangs.left(word, 0)) >= 4
        match.send_signal(number)
        try:
            match.communicate(timeout=PATIENCE)
        finally:
            match.kill()  # or the block would wait for it for ever
    assert hangs.left(word, 30) == []
