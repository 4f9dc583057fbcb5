"""Every move of a position: values by solving, by symmetry, by carriers and by domination."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexmate.arena.solving import MoveSolving, OwnSolver, ProcessSolvers, SolveTask
from hexmate.board import Board
from hexmate.cli.app import app
from hexmate.cli.solve_work import PositionWork
from hexmate.cli.solved_archive import SolvedArchive
from hexmate.color import WHITE
from hexmate.errors import ArenaError, PlayerError
from hexmate.solve.archive import MemoryArchive, SolvedPositions
from hexmate.solve.line import principal_variation
from hexmate.solve.move_table import MoveTable, Why
from hexmate.solve.solver import Solution, Solver, Verdict

ORACLES = Path(__file__).parents[2] / "data" / "oracles"
OPENINGS = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]


def solved(board, solvers=None, known=None, seconds=None):
    solving = MoveSolving(MoveTable(board), solvers or OwnSolver(Solver(4)), known, seconds)
    for _ in solving.steps():
        pass
    return solving


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_openings(size):
    table = solved(Board(size)).table
    winning = {table.board.name(move) for move in table.winning}
    assert winning == set(OPENINGS[str(size)]["winning"])
    assert set(table.values) == set(table.moves)
    assert table.verdict is Verdict.WIN


@pytest.mark.parametrize(("size", "shape"), [((4, 3), "hex"), (3, "square"), ((3, 4), "offset")])
def test_values_are_those_of_the_solver(size, shape, rng):
    for _ in range(4):
        board = Board(size, shape=shape)
        board.push(rng.choice(list(board.legal_moves)))
        board.push(rng.choice(list(board.legal_moves)))
        found = {move: value.verdict for move, value in solved(board).table.values.items()}
        assert found == Solver(4).moves(board)


def test_reasons_name_the_move_that_decides():
    table = solved(Board(4)).table
    reasons = {value.why for value in table.values.values()}
    assert {Why.SOLVED, Why.SYMMETRIC, Why.OUTSIDE} <= reasons
    for value in table.values.values():
        assert table.values[value.by].verdict is value.verdict


def test_what_was_kept_is_not_solved_again():
    known = SolvedPositions(MemoryArchive())
    first = solved(Board(4), known=known)
    assert first.found == 0
    again = solved(Board(4), known=known)
    assert again.nodes == 0
    assert again.found > 0
    assert again.table.winning == first.table.winning


def test_work_that_was_stopped_continues():
    known = SolvedPositions(MemoryArchive())
    stopped = MoveSolving(MoveTable(Board(5)), OwnSolver(Solver(4)), known)
    steps = stopped.steps()
    while not stopped.table.values:
        next(steps)
    steps.close()
    assert stopped.table.open
    again = solved(Board(5), known=known)
    assert again.found == 1
    winning = {again.table.board.name(move) for move in again.table.winning}
    assert winning == set(OPENINGS["5"]["winning"])


def test_unknown_within_the_limit():
    solving = solved(Board(11), seconds=0.01)
    assert solving.table.verdict is Verdict.UNKNOWN
    assert solving.table.open
    assert solving.table.best is None


def test_threads_with_one_table_find_the_same():
    table = solved(Board(5), OwnSolver(Solver(4, threads=3))).table
    assert {table.board.name(move) for move in table.winning} == set(OPENINGS["5"]["winning"])


def test_positions_solved_together():
    boards = [Board(4), Board.setup(["a1"], [], size=4)]
    for threads in (1, 2):
        found = Solver(4, threads=threads).solve_each(boards)
        assert [solution.verdict for solution in found] == [Verdict.WIN, Verdict.WIN]
    assert Solver(4).solve_each([]) == []
    with pytest.raises(PlayerError, match="one size"):
        Solver(4).solve_each([Board(4), Board(5)])


@pytest.mark.slow
def test_processes_find_the_same():
    solvers = ProcessSolvers(2, 4)
    try:
        assert solved(Board(4), solvers).table.winning == solved(Board(4)).table.winning
        solvers.begin(1, SolveTask("nonsense", 1.0))
        with pytest.raises(ValueError, match="position line"):
            solvers.ended()
    finally:
        solvers.close()
    with pytest.raises(ArenaError, match="at least 1 worker"):
        ProcessSolvers(0, 4)


@pytest.mark.parametrize("cells", [[], ["a1"], ["b2", "c2"]])
def test_the_line_is_won_by_the_winner(cells):
    board, solver = Board(4), Solver(4)
    for cell in cells:
        board.push_str(cell)
    solution = solver.solve(board)
    winner = board.turn if solution.verdict is Verdict.WIN else board.turn.other
    line = principal_variation(board, solution, solver.solve)
    assert line
    for move in line:
        board.push(move)
        if board.outcome() is None:
            wins = solver.solve(board).verdict is Verdict.WIN
            assert (board.turn if wins else board.turn.other) is winner


def test_the_line_ends_where_the_solver_gives_up():
    board = Board(4)
    unknown = Solution(Verdict.UNKNOWN, None, 0, 0.0)
    found = principal_variation(board, Solver(4).solve(board), lambda asked: unknown)
    assert len(found) == 1
    assert principal_variation(board, unknown, Solver(4).solve) == []


@pytest.mark.parametrize(
    ("rows", "cols"), [(2, 5), (3, 4), (4, 3), (3, 6), (4, 5), (5, 4)], ids=repr
)
def test_every_move_of_boards_that_are_not_square(rows, cols):
    board = Board((rows, cols))
    table = solved(board).table
    expected = Solver(4).moves(board)
    assert {move: value.verdict for move, value in table.values.items()} == expected
    for value in table.values.values():
        assert value.verdict is table.values[value.by].verdict


def test_the_command_line_keeps_solutions_and_writes_files(tmp_path):
    url = f"sqlite:///{tmp_path / 'solved.db'}"
    written, drawn = tmp_path / "openings.json", tmp_path / "openings.svg"
    arguments = ["solve", "--openings", "4", "--database", url]
    first = CliRunner().invoke(app, [*arguments, "--json", str(written), "--svg", str(drawn)])
    assert first.exit_code == 0, first.output
    answer = json.loads(written.read_text("utf-8"))
    assert {move for move, value in answer["moves"].items() if value == "win"} == set(
        OPENINGS["4"]["winning"]
    )
    assert answer["why"]["a1"]["reason"] in set(Why)
    assert answer["line"][0] == answer["move"]
    assert answer["move"] in answer["carrier"]
    assert drawn.read_text("utf-8").count('class="heat"') == len(OPENINGS["4"]["winning"])
    assert "Winning moves (4)" in first.stdout
    again = CliRunner().invoke(app, [*arguments, "--json", "-"])
    assert json.loads(again.stdout)["nodes"] == 0
    assert json.loads(again.stdout)["kept"] > 0
    after = Board.setup(["a1"], [], size=4)
    run = CliRunner().invoke(app, ["solve", after.to_string(), "--database", url])
    assert "1 kept by an earlier run" in run.stdout


def test_the_command_line_lists_moves_not_known():
    arguments = ["solve", "--openings", "11", "--time", "0.001", "--database", "none"]
    run = CliRunner().invoke(app, arguments)
    assert "Unknown within the limit (121): a1 b1" in run.stdout


def test_the_carrier_is_told_and_is_enough_to_win():
    board = Board.setup(["c3"], [], size=5, turn=WHITE)
    arguments = ["solve", board.to_string(), "--json", "-", "--database", "none"]
    answer = json.loads(CliRunner().invoke(app, arguments).stdout)
    carrier = {board.parse(name) for name in answer["carrier"]}
    assert answer["verdict"] == "loss"
    assert carrier
    rest = [board.name(cell) for cell in board.legal_moves if cell not in carrier]
    worst = Board.setup(["c3"], rest, size=5, turn=WHITE)
    assert Solver(4).solve(worst).verdict is Verdict.LOSS


def test_a_cluster_needs_several_moves():
    run = CliRunner().invoke(app, ["solve", Board(3).to_string(), "--ray", "local"])
    assert run.exit_code == 2
    assert "add --moves" in run.output


def test_how_far_a_search_is(monkeypatch):
    def tell(status, words):
        raise InterruptedError(words)

    monkeypatch.setattr("rich.status.Status.update", tell)
    numbers = r"[\d,]+ positions, \d+ s; [\d,]+ to prove a win, [\d,]+ a loss"
    work, archive = PositionWork(Solver(4), None), SolvedArchive("none", needed=False)
    with pytest.raises(InterruptedError, match=rf"Solving: {numbers}; at \w\d"):
        work.position(Board(9), archive)


def test_a_database_that_was_named_must_work(tmp_path):
    url = f"sqlite:///{tmp_path / 'nowhere' / 'solved.db'}"
    run = CliRunner().invoke(app, ["solve", Board(3).to_string(), "--database", url])
    assert "cannot open" in str(run.exception)
