"""The solver against the oracles and against plain minimax."""

import json
from functools import cache
from pathlib import Path

import pytest
from support.boards import IDS, SPECS, make
from typer.testing import CliRunner

from hexmate.benchmark_positions import solved_positions
from hexmate.board import Board
from hexmate.cli.app import app
from hexmate.color import WHITE
from hexmate.errors import ModelError
from hexmate.solve import Solver, Verdict

ORACLES = Path(__file__).parents[2] / "data" / "oracles"
OPENINGS = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]


@cache
def value(line: str) -> int:
    """-1, 0 or 1 for the side to move, by trying everything."""
    board = Board.from_string(line)
    outcome = board.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else (1 if outcome.winner == board.turn else -1)
    best = -1
    for move in list(board.legal_moves):
        if move >= 0:
            board.push(move)
            best = max(best, -value(board.to_string()))
            board.pop()
    return best


VALUES = {Verdict.LOSS: -1, Verdict.DRAW: 0, Verdict.WIN: 1}


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_verdicts_are_those_of_minimax(spec, rng):
    solver = Solver(4)
    for _ in range(6):
        board = make((spec[0], spec[1], None))
        while len(board.legal_moves) > 9 and board.outcome() is None:
            board.push(rng.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            continue
        solution = solver.solve(board)
        assert VALUES[solution.verdict] == value(board.to_string())
        for move, verdict in solver.moves(board).items():
            board.push(move)
            assert VALUES[verdict] == -value(board.to_string())
            board.pop()
        if solution.move is not None:
            board.push(solution.move)
            assert -value(board.to_string()) == VALUES[solution.verdict]


@pytest.mark.parametrize("size", ["1", "2", "3", "4"])
def test_winning_openings(size):
    board = Board(int(size))
    verdicts = Solver(4).moves(board)
    winning = {board.name(move) for move, verdict in verdicts.items() if verdict is Verdict.WIN}
    assert winning == set(OPENINGS[size]["winning"])


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 5])
def test_oracle_positions(size):
    solver = Solver(16)
    for each in solved_positions():
        if each.board.rows != size:
            continue
        verdict = solver.solve(each.board).verdict
        assert verdict is (Verdict.WIN if each.won else Verdict.LOSS)
        if each.winning_moves is not None:
            verdicts = solver.moves(each.board)
            winning = {move for move, verdict in verdicts.items() if verdict is Verdict.WIN}
            assert winning == each.winning_moves


@pytest.mark.parametrize("net", ["small", None])
def test_the_network_changes_no_verdict(net):
    board = Board(6)
    wins = [board.name(m) for m, v in Solver(16, net=net).moves(board).items() if v is Verdict.WIN]
    assert set(wins) == set(OPENINGS["6"]["winning"])


def test_the_network_saves_work():
    board = Board(7)
    board.push_str("a1")
    with_network, without = (Solver(16, net=net).solve(board) for net in ("small", None))
    assert with_network.verdict is without.verdict is Verdict.WIN
    assert with_network.nodes < without.nodes
    assert Solver(16).solve(board).nodes == with_network.nodes


@pytest.mark.parametrize("net", ["small", None])
def test_threads_change_no_verdict(net):
    solver = Solver(16, net=net, threads=2)
    for name, verdict in (("a1", Verdict.WIN), ("f1", Verdict.LOSS), ("c3", Verdict.LOSS)):
        board = Board(6)
        board.push_str(name)
        assert solver.solve(board).verdict is verdict


@pytest.mark.parametrize("threads", [0, 257])
def test_a_wrong_number_of_threads(threads):
    with pytest.raises(ValueError, match=f"between 1 and 256 .got {threads}"):
        Solver(1, threads=threads)


def test_a_network_that_is_not_there():
    with pytest.raises(ModelError, match="there is no model file nowhere"):
        Solver(1, net="nowhere")


def test_limits_answer_unknown():
    solver = Solver(4)
    assert solver.solve(Board(8), nodes=20).verdict is Verdict.UNKNOWN
    assert solver.solve(Board(8), seconds=0.05).verdict is Verdict.UNKNOWN
    assert solver.solve(Board(8), nodes=20).move is None
    assert Solver(4).solve(Board(3)).verdict is Verdict.WIN


def test_progress_of_a_search():
    board, solver = Board(8), Solver(4)
    board.push_str("a1")
    asked = solver.progress(board)
    assert (asked.to_win, asked.to_lose, asked.line) == (1, 1, ())
    solver.solve(board, nodes=200)
    found = solver.progress(board)
    assert found.to_win > 1
    assert found.to_lose > 1
    after = board.copy()
    for move in found.line:
        after.push(move)
    small = Board(3)
    assert solver.solve(small).verdict is Verdict.WIN
    assert solver.progress(small).to_win == 0
    assert Solver(1).progress(Board(3, shape="square")).line == ()


def test_finished_games():
    board = Board.setup(["a1", "a2"], [], size=2)
    assert Solver(1).solve(board).verdict is Verdict.LOSS


def test_the_winner_needs_only_the_carrier():
    board = Board.setup(["c3"], [], size=5, turn=WHITE)
    solution = Solver(4).solve(board)
    assert solution.verdict is Verdict.LOSS
    rest = [cell for cell in board.legal_moves if cell not in solution.carrier]
    assert rest
    worst = Board.setup(["c3"], [board.name(cell) for cell in rest], size=5, turn=WHITE)
    assert Solver(4).solve(worst).verdict is Verdict.LOSS


@pytest.mark.parametrize("arguments", [["--openings", "4"], ["--moves", Board(4).to_string()]])
def test_the_command_line_solves_openings(arguments):
    run = CliRunner().invoke(app, ["solve", "--json", "-", "--database", "none", *arguments])
    answer = json.loads(run.stdout)
    assert answer["verdict"] == "win"
    winning = {name for name, verdict in answer["moves"].items() if verdict == "win"}
    assert winning == set(OPENINGS["4"]["winning"])


def test_the_command_line_answers_unknown_within_the_limit():
    run = CliRunner().invoke(app, ["solve", "--time", "0.001", Board(11).to_string()])
    assert run.stdout.startswith("Unknown within the limit.")
