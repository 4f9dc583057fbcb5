"""Tournaments and collections as processes: tables, reports, kills, interrupts."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.patience import PATIENCE
from support.processes import interruptible

CUP = (
    *("tournament", "negamax", "minimax", "bridge", "random", "level:n=2"),
    *("--size", "4", "--nodes", "200", "--games", "2", "--seed", "3"),
)
SAMPLES = ("collect", "--size", "6", "--max-depth", "3", "--seed", "2", "--parallel", "2")
BOTS = Path(__file__).parents[1] / "mocks" / "bots.py"


def command(*arguments):
    return [sys.executable, "-m", "hexmate", *map(str, arguments)]


def hexmate(*arguments):
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=PATIENCE, check=True
    )


def results(folder):
    """The games of a folder by number: who won, by which moves."""
    lines = (folder / "results.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert len({each["number"] for each in found}) == len(found), "no game twice"
    return {each["number"]: (each["winner"], tuple(each["moves"])) for each in found}


def interrupted(arguments, file, size, sign):
    """Start a command, send it a signal once a file has grown so large, and wait for its end."""
    process = subprocess.Popen(
        command(*arguments), stderr=subprocess.PIPE, text=True, preexec_fn=interruptible
    )
    until = time.monotonic() + PATIENCE
    while not (file.exists() and file.stat().st_size >= size):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(sign)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def test_a_player_that_fails_loses_and_the_tournament_continues(tmp_path):
    players = (f"file:{BOTS}:Raises", "random")
    run = hexmate("tournament", *players, "--size", "5", "--depth", "1", "--out", tmp_path)
    head, *rows = run.stdout.splitlines()[-3:]
    assert head.split()[-1] == "faults"
    faults = {row.split()[1]: int(row.split()[-1]) for row in rows}
    assert faults == {players[0]: 2, "random": 0}
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Faults are games lost by forfeit or on time" in page
    assert "out of ideas" in page


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_a_tournament_from_beginning_to_end(format, tmp_path):
    out = tmp_path / "cup"
    run = hexmate(*CUP, "--format", format, "--out", out)
    games = {"round-robin": 20, "gauntlet": 8, "swiss": 12}[format]
    *facts, head, first, _, _, _, _ = run.stdout.splitlines()
    assert f"Games:    {games} of {games}" in facts
    assert head.split()[:2] == ["player", "score" if format == "swiss" else "Elo"]
    assert first.split()[0] == "1"
    assert str(out / "report.html") in run.stderr
    assert len(results(out)) == len(list((out / "games").glob("*.sgf"))) == games
    page = (out / "report.html").read_text("utf-8")
    assert page.count(".sgf") == games
    assert (out / "ratings.svg").read_text("utf-8").startswith("<svg")
    shown = hexmate("show", out / "games" / "00000.sgf").stdout
    assert "negamax" in shown or "minimax" in shown or "bridge" in shown


def test_swap_rules_time_and_other_boards():
    run = hexmate(
        *("tournament", "bridge", "random", "random:seed=1", "--json", "--format", "gauntlet"),
        *("--size", "3x5", "--swap", "sides", "--clock", "20+1", "--rounds", "2"),
    )
    *games, table = map(json.loads, run.stdout.splitlines())
    assert [each["kind"] for each in games] == ["game"] * 8
    assert {each["start"].split()[0] for each in games} == {"3x5"}
    assert {each["time"] for each in games} == {"20+1"}
    assert table["kind"] == "table"
    assert table["met"][0] == [0, 4, 4]
    assert [line["games"] for line in table["standings"] if line["player"] == "bridge"] == [8]


def test_a_killed_tournament_ends_the_same(tmp_path):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    arguments = (*CUP, "--format", "swiss", "--rounds", "3", "--parallel", "2")
    table = hexmate(*arguments, "--out", whole).stdout
    size = (whole / "results.jsonl").stat().st_size
    code, _ = interrupted(
        (*arguments, "--out", cut), cut / "results.jsonl", 0.5 * size, signal.SIGKILL
    )
    assert code == -signal.SIGKILL
    assert hexmate(*arguments, "--out", cut).stdout == table
    assert results(cut) == results(whole)


def test_an_interrupted_tournament_still_reports(tmp_path):
    out = tmp_path / "cup"
    arguments = (*CUP, "--rounds", "500", "--out", out)
    code, said = interrupted(arguments, out / "results.jsonl", 1000, signal.SIGINT)
    assert code == 130
    assert "run the same command to continue" in said
    assert "Traceback" not in said
    assert (out / "report.html").read_text("utf-8").count(".sgf") >= len(results(out)) - 1


def test_a_terminal_sees_the_table_grow():
    ours, theirs = pty.openpty()
    arguments = ("tournament", "bridge", "random", "--size", "4", "--rounds", "60")
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = bytearray()
    while select.select([ours], [], [], PATIENCE)[0]:
        try:
            seen += os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    table, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b"round-robin of 2 players" in seen
    assert b" of 120" in seen
    assert b"bridge" in table


def test_a_killed_collection_ends_the_same(tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    hexmate(*SAMPLES, "--games", "40", "--out", whole)
    size = whole.stat().st_size
    code, _ = interrupted(
        (*SAMPLES, "--games", "40", "--out", cut), cut, 0.5 * size, signal.SIGKILL
    )
    assert code == -signal.SIGKILL
    run = hexmate(*SAMPLES, "--games", "40", "--out", cut)
    assert f"{cut} has 40 games" in run.stdout
    assert cut.read_bytes() == whole.read_bytes()


def test_an_interrupted_collection_can_resume(tmp_path):
    out = tmp_path / "samples.jsonl"
    arguments = (*SAMPLES, "--games", "100000", "--out", out)
    code, said = interrupted(arguments, out, 10_000, signal.SIGINT)
    assert code == 130
    assert said == "stopped; run the same command to continue\n"
    games = json.loads(out.read_text("utf-8").splitlines()[-1])["game"]
    assert f"has {int(games.partition('-')[2]) + 1} games" in hexmate(
        *SAMPLES, "--games", "1", "--out", out
    ).stdout.replace(",", "")


def test_a_collection_with_other_settings(tmp_path):
    out = tmp_path / "samples.jsonl"
    hexmate(
        *("collect", "--games", "3", "--size", "5", "--shape", "offset", "--min-pairs", "1"),
        *("--max-pairs", "1", "--min-depth", "1", "--max-depth", "1", "--time-limit-ms", "500"),
        *("--player", "negamax:eval=seed", "--out", out),
    )
    samples = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert {each["game"] for each in samples} == {"0-0", "0-1", "0-2"}
    assert {(each["N"], each["shape"]) for each in samples} == {(5, "offset")}
    assert {player for each in samples for player in each["players"]} == {
        "negamax:eval=seed,depth=1,time=0.5"
    }
    assert sum(map(bool, samples[0]["board"])) == 2
