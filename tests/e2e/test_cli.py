"""The command line as a process: output, errors, exit codes, pipes and signals."""

import json
import os
import re
import subprocess
import sys

import pytest
from support.patience import PATIENCE


def hexmate(*arguments, stdin="", **options):
    return subprocess.run(
        [sys.executable, "-m", "hexmate", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        **options,
    )


def test_version():
    run = hexmate("--version")
    assert run.returncode == 0
    assert run.stdout.startswith("hexmate ")


def test_an_error_is_one_line_and_a_status(tmp_path):
    run = hexmate("play", "--white", "deepblue", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("Error: unknown player 'deepblue'")
    assert "Traceback" not in run.stderr


def test_show_and_convert(tmp_path):
    sgf, svg = tmp_path / "game.sgf", tmp_path / "board.svg"
    assert hexmate("convert", "#5,a2:sc3", str(sgf)).returncode == 0
    run = hexmate("show", str(sgf), "--svg", str(svg), "--move", "2", "--theme", "dark")
    assert run.returncode == 0
    assert "Black to move, 2 played" in run.stdout
    assert svg.read_text("utf-8").startswith("<svg")
    assert hexmate("convert", str(sgf), "-", "--to", "hexworld").stdout.strip().endswith("a2:sc3")
    assert hexmate("show", "-", stdin="5 a2 b3").stdout.count("W") >= 1


def test_analyse_as_text():
    run = hexmate("analyse", "3: b2 a1 c1 b1", "--player", "negamax:depth=9")
    assert run.returncode == 0
    assert run.stderr == "", "no progress where there is no terminal"
    title, *moves, black, white = run.stdout.splitlines()
    assert title == "3: b2 a1 c1 b1, game 1: Black - White, 3x3 hex"
    assert [line.split()[:3] for line in moves[:4]] == [
        ["1", "B", "b2"],
        ["2", "W", "a1"],
        ["3", "B", "c1"],
        ["4", "W", "b1"],
    ]
    assert "100%" in moves[0]
    assert "0%  " in moves[1]
    faultless = "0 inaccuracies, 0 mistakes, 0 blunders, mean loss 0.0%, accuracy 100%"
    # The opening does not count: a list of moves does not say whether it could be swapped.
    assert (black, white) == (f"Black: 1 move, {faultless}", f"White: 2 moves, {faultless}")
    run = hexmate("analyse", "3: a1 c3 b2 a2 c2", "--player", "negamax", "--depth", "9")
    assert any(line.endswith(" ??") for line in run.stdout.splitlines())


def test_analyse_with_a_network_shows_visits_and_priors():
    position = "5x5 hex pieces 5/5/2b2/5/5 w"
    run = hexmate("analyse", position, "--player", "hexmate", "--visits", "30", "--lines", "2")
    assert (run.returncode, run.stderr) == (0, "")
    title, swap, stone = run.stdout.splitlines()
    assert title == position
    assert re.search(r" swap-pieces +- +\d+% +- visits  prior    -  swap-pieces$", swap)
    assert re.search(r" 0\.\d\d +\d+% +\d+ visits  prior +\d+%  [a-e][1-5]", stone)
    run = hexmate("analyse", position, "--player", "hexmate", "--visits", "30", "--json")
    assert json.loads(run.stdout)["lines"][0]["prior"] is None
    run = hexmate("analyse", "5: c3 b2", "--player", "hexmate", "--visits", "30", "--json")
    assert 0 < json.loads(run.stdout.splitlines()[0])["lines"][0]["prior"] <= 1


def test_analyse_warns_once_of_boards_the_network_was_not_trained_on():
    positions = "\n".join(["2x3 hex - 3/3 b", "2x3 hex - b2/3 w", "3x2 hex - 2/2/2 b"])
    limits = ["--player", "level:n=11", "--json"]
    run = hexmate("analyse", "-", *limits, stdin=positions)
    told = "Note: the network of level 11 was not trained on {}, but it can still play"
    assert run.stderr.splitlines() == [told.format(size) for size in ("2x3", "3x2")]
    assert len([json.loads(line) for line in run.stdout.splitlines()]) == 3
    run = hexmate("analyse", "(;FF[4]GM[11]SZ[3:2];B[a1])", *limits)
    assert run.stderr.splitlines() == [told.format("2x3")]


def test_analyse_as_json_lines(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text("(;GM[11]SZ[3]PB[Ann];B[b2];W[a1])(;GM[11]SZ[4];B[b2];W[resign])", "utf-8")
    position = "3x3 hex - 1b1/1b1/w1w b"
    limits = ("--player", "negamax", "--nodes", "500", "--lines", "2", "--json")
    run = hexmate("analyse", str(file), position, *limits)
    assert run.returncode == 0
    objects = [json.loads(line) for line in run.stdout.splitlines()]
    assert {each["schema"] for each in objects} == {1}
    assert [(each["kind"], each.get("game")) for each in objects] == [
        *[("move", 1)] * 3,
        ("summary", 1),
        *[("move", 2)] * 2,
        ("summary", 2),
        ("position", None),
    ]
    first, last = objects[0], objects[-1]
    assert (first["number"], first["color"], first["move"]) == (1, "black", "b2")
    assert len(first["lines"]) == 2
    assert objects[2]["move"] is None
    assert objects[3]["black"]["name"] == "Ann"
    assert (last["position"], last["lines"][0]["move"]) == (position, "b3")


def test_analyse_reads_standard_input():
    run = hexmate("analyse", "-", "--player", "negamax:depth=2", stdin="5 a2 b3")
    assert run.stdout.startswith("-, game 1: ")
    positions = "3x3 hex - 1b1/1b1/w1w b\n\n1x1 hex - b w\n"
    run = hexmate("analyse", "-", "--player", "uct:visits=20,seed=1", stdin=positions)
    assert run.returncode == 0
    assert run.stdout.splitlines()[0] == "3x3 hex - 1b1/1b1/w1w b"
    assert run.stdout.splitlines()[-2:] == ["1x1 hex - b w", "the game is over"]


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
    run = hexmate("play", "--terminal", "--size", "3", "--white", "human", stdin=moves)
    assert run.returncode == 0
    assert "Black (human) wins by connection." in run.stdout


def test_machines_play_without_a_person():
    run = hexmate("play", "--size", "4", "--black", "random:seed=1", "--white", "random:seed=2")
    assert run.returncode == 0
    assert "wins by connection" in run.stdout


def test_a_mistake_in_a_player_file_is_told_with_its_line(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from hexmate.players import Player\n\nclass Bot(Player):\n    name = 'bot'\n"
        "    def play(self, board, limit):\n        return 1 // 0\n"
        "    def analyse(self, board, limit, lines=1):\n        return 1 // 0\n",
        "utf-8",
    )
    run = hexmate("play", "--size", "3", "--black", f"file:{bot}", "--swap", "none")
    assert "bot failed: bot.py, line 6: ZeroDivisionError: " in run.stdout
    assert (run.returncode, run.stderr) == (0, "")
    run = hexmate("analyse", "3 b2", "--player", f"file:{bot}")
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert run.stderr.startswith("Error: bot.py, line 8: ZeroDivisionError: ")


@pytest.fixture
def without_networks(tmp_path):
    """The environment of a process in which no network can run."""
    (tmp_path / "sitecustomize.py").write_text(
        "from hexmate.errors import ModelError\n"
        "from hexmate.nets import evaluator\n"
        "def refuse(*_):\n    raise ModelError('networks cannot run here')\n"
        "evaluator.check_device = refuse\n",
        "utf-8",
    )
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


NO_NETWORK = "uct (hexmate cannot run: networks cannot run here"


def test_analyse_uses_the_strongest_player_and_says_which(without_networks):
    games = "(;GM[11]SZ[5];B[b2])(;GM[11]SZ[6];B[b2])"
    run = hexmate("analyse", games, "5x5 hex - 5/5/5/5/5 b", "--visits", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "Player: hexmate\n")
    assert all(json.loads(line)["schema"] == 1 for line in run.stdout.splitlines())
    run = hexmate("analyse", "3x3 square - 3/3/3 b", "--visits", "9")
    assert run.stderr == "Player: uct (hexmate plays only on boards of the hex shape)\n"
    run = hexmate("analyse", "3 b2", "--visits", "9", env=without_networks)
    assert run.returncode == 0
    assert run.stderr.startswith(f"Player: {NO_NETWORK}")


def test_htp_uses_the_strongest_player_and_keeps_its_output_clean(without_networks):
    run = hexmate("htp", stdin="name\nquit\n")
    assert (run.returncode, run.stdout, run.stderr) == (
        0,
        "= hexmate\n\n= \n\n",
        "Player: hexmate\n",
    )
    run = hexmate("htp", stdin="name\nquit\n", env=without_networks)
    assert (run.stdout, run.stderr.startswith(f"Player: {NO_NETWORK}")) == ("= uct\n\n= \n\n", True)


def test_the_opponent_in_the_terminal_is_the_strongest_player(without_networks):
    run = hexmate("play", "--terminal", "--size", "3", stdin="b2\n")
    assert "White is played by hexmate.\n" in run.stdout
    assert "White (hexmate) plays" in run.stdout
    run = hexmate("play", "--terminal", "--size", "3", stdin="quit\n", env=without_networks)
    assert f"White is played by {NO_NETWORK}" in run.stdout
    run = hexmate("play", "--size", "3", "--shape", "square", stdin="quit\n")
    assert "White is played by uct (hexmate plays only on boards of the hex shape).\n" in run.stdout
    run = hexmate("play", "--size", "3", "--black", "random", stdin="quit\n")
    assert "White is played by" not in run.stdout, "a person plays against the machine"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-m", "4", "-t", "c"], "4x4 square"),
        (["--size", "3x4", "--shape", "offset"], "3x4 offset"),
        (["-s", "4"], "4x4 hex"),
        (["--width", "4", "-t", "triangle"], "4x8 triangle"),
    ],
)
def test_the_referee_takes_sizes_and_shapes_as_other_commands_do(options, says):
    run = hexmate("referee", *options, "random", "random", "--swap", "none")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith(f"{says}, time ")


def test_the_end_of_input_ends_quietly():
    run = hexmate("play", "--size", "3", stdin="b2\n")
    assert run.returncode == 0
    assert run.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "--size", "20", "--depth", "2", "--divide"],
        ["analyse", "5 a2 b3 c3 b2 d1 e1 d2", "--player", "negamax", "--nodes", "3000"],
    ],
)
def test_a_closed_pipe_ends_quietly(arguments):
    with subprocess.Popen(
        [sys.executable, "-m", "hexmate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) in (0, 1)
