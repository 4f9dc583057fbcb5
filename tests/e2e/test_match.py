"""`hexmate match` and `hexmate referee` as processes: what they print, keep, survive and resume."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest
from support.patience import PATIENCE
from support.processes import interruptible

from hexmate.records import load

HEXMATE = [sys.executable, "-m", "hexmate"]
# Enough games to be cut in the middle, and players that nothing but their seed decides about.
MATCH = ["match", "uct:visits=60,memory=1", "negamax:depth=1,table=1", "--size", "6"]
MATCH += ["--games", "60", "--clock", "none", "--seed", "7"]


def hexmate(*arguments, **options):
    return subprocess.run(
        [*HEXMATE, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options
    )


def results(folder):
    """The games of a folder, without what depends on the machine."""
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    for line in lines:
        del line["times"], line["seconds"]
    return sorted(lines, key=lambda line: line["number"])


def wait_for_games(folder, count, seconds=60):
    deadline = time.monotonic() + seconds
    file = folder / "results.jsonl"
    while time.monotonic() < deadline:
        if file.exists() and file.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.005)
    raise AssertionError(f"there are no {count} games after {seconds} s")


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    """The whole match, played without a break."""
    folder = tmp_path_factory.mktemp("unbroken")
    run = hexmate(*MATCH, "--out", str(folder))
    assert run.returncode == 0, run.stderr
    return run.stdout, folder


def test_a_summary(unbroken):
    text, folder = unbroken
    lines = text.splitlines()
    assert lines[0].startswith("uct:visits=60,memory=1 - negamax:depth=1,table=1: ")
    assert lines[0].endswith(" in 60 games")
    assert lines[1].startswith("as Black ")
    assert "95 %" in lines[2]
    assert "likelihood of superiority" in lines[3]
    games = results(folder)
    assert [game["number"] for game in games] == list(range(60))
    for game in games:
        record = load(folder / "games" / f"{game['number']:05}.sgf")
        assert record.headers["result"] == game["result"]
        assert record.headers["black"] == game["black"]


@pytest.mark.parametrize("parallel", ["1", "2"])
def test_a_killed_match_resumes(tmp_path, unbroken, parallel, rng):
    text, folder = unbroken
    command = [*HEXMATE, *MATCH, "--out", str(tmp_path), "--parallel", parallel]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for_games(tmp_path, rng.randrange(1, 30))
        time.sleep(rng.random() / 100)
        process.kill()
    run = hexmate(*MATCH, "--out", str(tmp_path), "--parallel", parallel)
    assert run.returncode == 0
    assert run.stdout == text
    assert results(tmp_path) == results(folder)
    assert len(list((tmp_path / "games").iterdir())) == 60


def test_an_interrupted_match_resumes(tmp_path, unbroken):
    text, folder = unbroken
    command = [*HEXMATE, *MATCH, "--out", str(tmp_path), "--parallel", "2"]
    # In a group of its own, so that Ctrl-C reaches the workers too, as in a terminal.
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=interruptible,
    ) as process:
        wait_for_games(tmp_path, 5)
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert stderr.startswith("stopped after ")
    assert stderr.endswith(" of 60 games; run the same command to continue\n")
    assert "win rate" in stdout
    assert hexmate(*MATCH, "--out", str(tmp_path)).stdout == text
    assert results(tmp_path) == results(folder)


def test_more_games_of_the_same_match(tmp_path, unbroken):
    _, folder = unbroken
    fewer = [word if word != "60" else "10" for word in MATCH]
    assert " in 10 games" in hexmate(*fewer, "--out", str(tmp_path)).stdout
    more = hexmate(*[word if word != "60" else "20" for word in MATCH], "--out", str(tmp_path))
    assert " in 20 games" in more.stdout
    assert results(tmp_path) == results(folder)[:20]


def test_json_lines_and_the_sequential_test():
    run = hexmate(
        *("match", "negamax:depth=2", "random", "--size", "4", "--games", "50", "--json"),
        *("--sprt", "0,300", "--openings", "all", "--depth", "1", "--nodes", "500"),
    )
    assert run.returncode == 0
    *games, summary = map(json.loads, run.stdout.splitlines())
    assert {each["kind"] for each in games} == {"game"}
    assert summary["kind"] == "summary"
    assert {each["schema"] for each in (*games, summary)} == {1}
    assert len(games) == summary["games"] < 50
    assert summary["sprt"]["accepted"] == "H1"
    assert summary["share"] > 0.5
    assert summary["wins"] + summary["losses"] == summary["games"]


def test_the_pie_rule_in_a_match(tmp_path):
    options = ("--size", "4x5", "--swap", "sides", "--games", "20", "--clock", "60+3x10")
    run = hexmate("match", "random", "level:n=1", *options, "--out", str(tmp_path))
    assert run.returncode == 0, run.stderr
    games = results(tmp_path)
    assert all(game["opening"] == [] for game in games)
    swapped = [game for game in games if game["moves"][1] == "swap-sides"]
    assert 0 < len(swapped) < 20
    for game in swapped:
        winner = {"B": "white", "W": "black"}[game["result"][0]]
        assert game["winner"] == winner


def test_draws_are_counted():
    options = ("--size", "3", "--shape", "square", "--games", "20", "--openings", "none")
    run = hexmate("match", "random", "random", *options)
    assert " drawn" in run.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match", "random"], "Missing argument 'B'"),
        (["match", "random", "deepblue"], "unknown player 'deepblue'"),
        (["match", "random", "random", "--games", "0"], "games"),
        (["match", "random", "random", "--clock", "soon"], "is not a time control"),
        (["match", "random", "random", "--clock", "9", "--time", "1"], "either --time or --clock"),
        (["match", "random", "random", "--sprt", "5"], "write two Elo differences"),
        (["match", "random", "random", "--sprt", "5,1"], "elo0 below elo1"),
        (["match", "random", "random", "--openings", "missing.txt"], "missing.txt: no such file"),
        (["match", "random", "random", "--parallel", "0"], "parallel"),
        (["match", "random", "random", "--size", "1"], "needs at least one opening"),
        (["match", "random", "random", "--swap", "pieces", "--size", "3x4"], "use swap-sides"),
        (["referee", "random"], "Missing argument 'PLAYER2'"),
        (["referee", "random", "random", "-t", "x"], "'x'"),
        (["referee", "random", "random", "-m", "big"], "write 11, or 8x10"),
        (["referee", "random", "random", "-m", "99"], "1 to 32"),
    ],
)
def test_one_clear_error(arguments, says, tmp_path):
    run = hexmate(*arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr
    assert len([line for line in run.stderr.splitlines() if line.startswith("Error")]) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_another_match_is_refused(tmp_path):
    short = ("match", "random", "random", "--size", "3", "--games", "2", "--out", str(tmp_path))
    assert hexmate(*short).returncode == 0
    run = hexmate(*short, "--seed", "8")
    assert run.returncode == 2
    assert "differs in: seed" in run.stderr


def test_without_ray_there_is_one_clear_error(tmp_path):
    # A module that cannot be imported stands before the library.
    (tmp_path / "ray.py").write_text("raise ImportError\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = hexmate("match", "random", "random", "--ray", "local", env=environment)
    assert (run.returncode, run.stderr) == (
        2,
        "Error: Ray is not installed; install it with pip install 'hexmate[ray]'\n",
    )


def test_a_terminal_sees_a_table():
    ours, theirs = pty.openpty()
    command = [*HEXMATE, "match", "negamax:depth=1", "random", "--size", "5", "--games", "20"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:  # the terminal is closed
            pass
        assert process.wait(60) == 0
    os.close(ours)
    text = shown.decode()
    assert "negamax:depth=1 against random" in text
    assert "as Black" in text
    assert "20 of 20" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-m", "4", "-t", "h"], "4x4 hex, swap-pieces"),
        (["-m", "4x5", "-t", "h"], "4x5 hex, swap-sides"),
        (["-m", "4", "-t", "o"], "4x4 offset, swap-sides"),
        (["-m", "3", "-t", "c"], "3x3 square, swap-pieces"),
        (["-m", "2", "-t", "t"], "2x4 triangle, swap-pieces"),
        (["-m", "3", "--swap", "none"], "3x3 hex, time 1/move"),
    ],
)
def test_the_referee_keeps_the_first_ones_flags(arguments, says, tmp_path):
    saved = tmp_path / "game.sgf"
    run = hexmate("referee", *arguments, "random", "bridge", "--save", str(saved))
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith(says)
    assert lines[1].startswith("random opened with ") != ("none" in arguments)
    assert lines[-1].startswith(("B+: ", "W+: ", "Draw: "))
    assert load(saved).outcome().result() == lines[-1].split(":")[0]


def test_a_game_that_cannot_be_kept_is_told_all_the_same(tmp_path):
    run = hexmate("referee", "-m", "3", "random", "random", "--save", str(tmp_path / "game.trmph"))
    assert run.returncode == 2
    assert run.stdout.splitlines()[-1].startswith(("B+: ", "W+: "))
    assert "trmph cannot hold" in run.stderr


def test_the_referee_as_json():
    run = hexmate("referee", "-m", "5", "random", "negamax", "--depth", "1", "--json")
    report = json.loads(run.stdout)
    assert (report["black"], report["white"]) == ("random", "negamax")
    assert report["time"] == "none"
