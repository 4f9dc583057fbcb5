"""What every command says of itself, and of arguments that it cannot use."""

import io

import pytest

from hexmate.cli.app import main

COMMANDS = [
    "play",
    "serve",
    "show",
    "analyse",
    "solve",
    "verify",
    "convert",
    "players",
    "htp",
    "referee",
    "match",
    "tournament",
    "collect",
    "imitate",
    "library import",
    "perft",
    "bench",
]


@pytest.fixture
def hexmate(capfd, tmp_path, monkeypatch):
    """Run a command in an empty folder: its status, and what it wrote to both streams."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))

    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        told = capfd.readouterr()
        return left.value.code, told.out, told.err

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command, hexmate):
    status, told, _ = hexmate(*command.split(), "--help")
    assert status == 0
    assert f"Example: hexmate {'play' if command == 'players' else command}" in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--nonsense"], "No such option"),
        (["nonsense"], "No such command"),
        (["play", "--nonsense"], "No such option"),
        (["play", "--size", "big"], "write 11, or 8x10"),
        (["play", "--size", "99"], "1 to 32"),
        (["play", "--size", "3x4", "--swap", "pieces"], "use swap-sides"),
        (["play", "--shape", "round"], "round"),
        (["play", "--white", "deepblue"], "unknown player 'deepblue'"),
        (["play", "--resume", "missing.sgf"], "missing.sgf: no such file"),
        (["show", "missing.sgf"], "missing.sgf: no such file"),
        (["show", "3x3 hex - 3/3 b"], "2 rows of stones, not 3"),
        (["show", "#5,a1", "--svg", "no/such/folder/x.svg"], "cannot write"),
        (["convert", "#5,a1", "-"], "--to is required"),
        (["convert", "#5,a1", "-", "--to", "pdf"], "unknown format 'pdf'"),
        (["analyse"], "SOURCE"),
        (["analyse", "missing.sgf"], "missing.sgf: no such file"),
        (["analyse", "-"], "the text is empty"),
        (["analyse", "3x3 hex - 3/3 b"], "2 rows of stones, not 3"),
        (["analyse", "3 b2", "--player", "deepblue"], "unknown player 'deepblue'"),
        (["analyse", "3 b2", "--player", "random"], "random cannot analyse a position"),
        (["analyse", "3 b2", "--time", "0"], "time"),
        (["analyse", "3 b2", "--lines", "0"], "lines"),
        (["tournament"], "PLAYER"),
        (["tournament", "random"], "at least two players"),
        (["tournament", "random", "bridge", "random"], "'random' is named twice"),
        (["tournament", "random", "deepblue"], "unknown player 'deepblue'"),
        (["tournament", "random", "bridge", "--format", "knockout"], "knockout"),
        (["tournament", "random", "bridge", "--rounds", "0"], "rounds"),
        (["tournament", "random", "bridge", "--games", "0"], "games"),
        (["tournament", "random", "bridge", "--out", "/dev/null/cup"], "/dev/null/cup"),
        (["train", "value", "--nonsense"], "No such option"),
        (["play", "--white", "negamax:model=no.onnx"], "there is no model file no.onnx"),
        (["collect"], "out"),
        (["collect", "--out", "no/such/folder/s.jsonl"], "no such file or directory"),
        (["collect", "--out", "/dev/full", "--games", "1"], "no space left on device"),
        (["collect", "--out", "s.jsonl", "--min-depth", "5"], "got 5 to 4"),
        (["collect", "--out", "s.jsonl", "--min-pairs", "7"], "got 7 to 6"),
        (["collect", "--out", "s.jsonl", "--max-pairs", "30"], "30 pairs"),
        (["collect", "--out", "s.jsonl", "--time-limit-ms", "0"], "time-limit-ms"),
        (["collect", "--out", "s.jsonl", "--games", "0"], "games"),
        (["collect", "--out", "s.jsonl", "--player", "random"], "not an option of random"),
        (["htp", "--player", "deepblue"], "unknown player 'deepblue'"),
        (["htp", "--time", "0"], "time"),
        (["htp", "--visits", "0"], "visits"),
        (["htp", "--swap-dialect", "klingon"], "klingon"),
        (["referee", "random", "random", "-t", "x"], "choose one of hex, offset, square, triangle"),
        (["perft", "--depth", "-1"], "depth"),
        (["bench", "--seconds", "0"], "seconds"),
    ],
)
def test_one_clear_error(arguments, says, hexmate, tmp_path):
    status, _, told = hexmate(*arguments)
    assert status == 2
    assert says in told
    assert len([line for line in told.splitlines() if line.startswith("Error")]) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["train", "value", "--min-depth", "30"], "min_depth must not exceed max_depth"),
        (["train", "value", "--alpha", "2"], "alpha must be between 0 and 1"),
        (["train", "value", "--resume", "--out", "no-such-run"], "no checkpoint to resume from"),
        (["imitate", "--out", "m.onnx", "--target", "result"], "give a file of them"),
        (["imitate", "--out", "m.onnx", "--samples", "no.jsonl"], "no such file"),
    ],
)
def test_one_clear_error_of_learning(arguments, says, hexmate, tmp_path):
    pytest.importorskip("torch")
    test_one_clear_error(arguments, says, hexmate, tmp_path)
