"""The command line as a process: output, errors, exit codes, pipes and signals."""

import os
import signal
import subprocess
import sys
import time

import pytest

COMMANDS = ["play", "show", "convert", "players", "perft", "bench"]


def hexmate(*arguments, stdin="", **options):
    return subprocess.run(
        [sys.executable, "-m", "hexmate", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        **options,
    )


def test_version():
    run = hexmate("--version")
    assert run.returncode == 0
    assert run.stdout.startswith("hexmate ")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command):
    run = hexmate(command, "--help")
    assert run.returncode == 0
    assert f"Example: hexmate {'play' if command == 'players' else command}" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--nonsense"], "No such option"),
        (["nonsense"], "No such command"),
        (["play", "--nonsense"], "No such option"),
        (["play", "--size", "big"], "write 11, or ROWSxCOLS"),
        (["play", "--size", "99"], "1 to 32"),
        (["play", "--size", "3x4", "--swap", "pieces"], "use swap-sides"),
        (["play", "--shape", "round"], "round"),
        (["play", "--white", "deepblue"], "there is no player 'deepblue'"),
        (["play", "--resume", "missing.sgf"], "missing.sgf: there is no such file"),
        (["show", "missing.sgf"], "missing.sgf: there is no such file"),
        (["show", "3x3 hex - 3/3 b"], "2 rows of stones, not 3"),
        (["show", "#5,a1", "--svg", "no/such/folder/x.svg"], "cannot write"),
        (["convert", "#5,a1", "-"], "name the format with --to"),
        (["convert", "#5,a1", "-", "--to", "pdf"], "there is no format 'pdf'"),
        (["perft", "--depth", "-1"], "depth"),
        (["bench", "--seconds", "0"], "seconds"),
    ],
)
def test_one_clear_error(arguments, says, tmp_path):
    run = hexmate(*arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr
    assert len([line for line in run.stderr.splitlines() if line.startswith("Error")]) == 1
    assert list(tmp_path.iterdir()) == []


def test_show_and_convert(tmp_path):
    sgf, svg = tmp_path / "game.sgf", tmp_path / "board.svg"
    assert hexmate("convert", "#5,a2:sc3", str(sgf)).returncode == 0
    run = hexmate("show", str(sgf), "--svg", str(svg), "--move", "2", "--theme", "dark")
    assert run.returncode == 0
    assert "Black to move, 2 played" in run.stdout
    assert svg.read_text("utf-8").startswith("<svg")
    assert hexmate("convert", str(sgf), "-", "--to", "hexworld").stdout.strip().endswith("a2:sc3")
    assert hexmate("show", "-", stdin="5 a2 b3").stdout.count("W") >= 1


def test_warnings_are_one_line_each():
    run = hexmate("convert", "-", "-", "--to", "moves", stdin="(;GM[11]SZ[3];B[a1];B[b2])")
    assert run.returncode == 0 or "Error" in run.stderr
    assert run.stderr.startswith("Warning: ")
    assert "Traceback" not in run.stderr


def test_perft_and_bench():
    run = hexmate("perft", "--size", "2x3", "--depth", "4", "--divide")
    assert "240" in run.stdout
    assert run.stdout.startswith("a1: ")
    first, second = (hexmate("bench", "--seconds", "0.05").stdout for _ in range(2))
    assert "games/s" in first
    assert first.splitlines()[-1] == second.splitlines()[-1], "the signature does not move"


def test_a_whole_game_through_a_pipe():
    moves = "b2\na1\nb1\nc1\na3\n"
    run = hexmate("play", "--terminal", "--size", "3", stdin=moves)
    assert run.returncode == 0
    assert "Black (human) wins by connection." in run.stdout


def test_machines_play_without_a_person():
    run = hexmate("play", "--size", "4", "--black", "random:seed=1", "--white", "random:seed=2")
    assert run.returncode == 0
    assert "wins by connection" in run.stdout


def test_the_end_of_input_ends_quietly():
    run = hexmate("play", "--size", "3", stdin="b2\n")
    assert run.returncode == 0
    assert run.stderr == ""


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen(
        [sys.executable, "-m", "hexmate", "perft", "--size", "20", "--depth", "2", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) in (0, 1)


@pytest.mark.parametrize("arguments", [["play"], ["bench", "--seconds", "60"]])
def test_an_interrupt_ends_quietly(arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "hexmate", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    process.stdout.read(1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert errors.strip() == b""
    assert process.returncode in (0, 130)
