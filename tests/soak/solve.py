"""How quickly exact solutions are found, and that they are right."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from hexmate import _core
from hexmate.arena.solving import MoveSolving, OwnSolver
from hexmate.benchmark_positions import solved_positions
from hexmate.board import Board
from hexmate.nets.core_net import CoreNet
from hexmate.nets.shipped import find_model
from hexmate.solve import Solver, Verdict
from hexmate.solve.move_table import MoveTable

from .job import Job, Totals

ROOT = Path(__file__).parents[2]
ORACLES = Path(__file__).parents[1] / "data" / "oracles"
RUNS = 3
CORES = 2

# Solves openings one after the other in one process; prints the winners and processor seconds.
PROGRAM = """
import json, sys, time
from hexmate.board import Board
from hexmate.solve import Solver, Verdict
size, names, table_mib = json.loads(sys.argv[1])
solver, wins = Solver(table_mib=table_mib), {}
begun = time.process_time()
for name in names:
    board = Board(size)
    board.push_str(name)
    wins[name] = solver.solve(board).verdict is Verdict.LOSS
print(json.dumps([wins, time.process_time() - begun]))
"""


def solve_in_process(size: int, names: list[str], table_mib: int) -> tuple[dict[str, bool], float]:
    """Whether each opening wins, and the processor seconds of a fresh process for all of them."""
    order = json.dumps([size, names, table_mib])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, order], cwd=ROOT, check=True, capture_output=True, text=True
    )
    wins, seconds = json.loads(run.stdout)
    return wins, seconds


def half_of_the_openings(size: int) -> list[str]:
    """One of each two openings that are the same when the board is turned."""
    cells = (size * size + 1) // 2
    return [f"{chr(ord('a') + cell % size)}{cell // size + 1}" for cell in range(cells)]


def winning_openings(size: int) -> set[str]:
    """The first stones that win, by the oracle."""
    boards = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]
    return set(boards[str(size)]["winning"])


class SolvedOpenings(Job):
    """Openings of a board, one core, a fresh process for each run."""

    steps = RUNS

    def __init__(self, size: int, bar: float, names: list[str] | None = None) -> None:
        self.size, self.bar = size, bar
        self.names = names or half_of_the_openings(size)
        what = " and ".join(names) if names else "all openings"
        self.name = f"solver, {size}x{size} {what}"
        self.figure = f"{what} of {size}x{size} in {bar:g} s of one core, winners right"

    def step(self, number: int, totals: Totals) -> None:
        found, seconds = solve_in_process(self.size, self.names, 1024)
        winning = winning_openings(self.size)
        totals.setdefault("seconds", []).append(seconds)
        wrong = sum(wins != (name in winning) for name, wins in found.items())
        totals["wrong"] = totals.get("wrong", 0) + wrong

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        median = statistics.median(totals["seconds"])
        met = totals["wrong"] == 0 and median <= self.bar
        return met, f"{median:.2f} s (median of {RUNS} runs), {totals['wrong']} winners wrong"


class OpeningsOnTwoCores(Job):
    """All openings of a board on two threads with one table."""

    def __init__(self, size: int, bar: float) -> None:
        self.size, self.bar = size, bar
        self.name = f"solver, {size}x{size} all openings, two cores"
        self.figure = f"all openings of {size}x{size} in {bar / 60:g} minutes, winners right"

    def step(self, number: int, totals: Totals) -> None:
        begun = time.monotonic()
        solving = MoveSolving(MoveTable(Board(self.size)), OwnSolver(Solver(8192, threads=CORES)))
        for _ in solving.steps():
            pass
        totals["seconds"] = time.monotonic() - begun
        table = solving.table
        winning = {table.board.name(move) for move in table.winning}
        totals["wrong"] = len(winning ^ winning_openings(self.size))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        minutes = totals["seconds"] / 60
        met = totals["wrong"] == 0 and totals["seconds"] <= self.bar
        return met, f"{minutes:.1f} minutes, {totals['wrong']} winners wrong"


class LargeOpening(Job):
    """One opening on two threads within a limit of time, or how far the search gets."""

    def __init__(self, size: int, opening: str, limit: float) -> None:
        self.size, self.opening, self.limit = size, opening, limit
        self.name = f"solver, {size}x{size} {opening}, two cores"
        self.figure = f"{size}x{size} after {opening} is solved in {limit / 3600:g} hours"

    def step(self, number: int, totals: Totals) -> None:
        board = Board(self.size)
        board.push_str(self.opening)
        solver = _core.Solver(4096, CoreNet(find_model("small"), int8=True).network, CORES)
        found = solver.solve(board, self.limit, None, None)
        to_win, to_lose, line = solver.progress(board)
        totals |= {"verdict": Verdict(found.verdict).name, "nodes": found.nodes}
        totals |= {"seconds": found.seconds, "to_win": to_win, "to_lose": to_lose}
        totals["line"] = " ".join(board.name(move) for move in line)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        work = f"{totals['nodes']:,} positions in {totals['seconds'] / 60:.0f} minutes"
        if totals["verdict"] != Verdict.UNKNOWN.name:
            return True, f"White's verdict is {totals['verdict']}, {work}"
        numbers = f"{totals['to_win']:,} and {totals['to_lose']:,}"
        left = f"at least {numbers} positions are left for a win and a loss of White"
        return False, f"not solved: {work}; {left}; line {totals['line']}"


class SolvedPositions(Job):
    """The benchmark positions, each with an empty table."""

    name = "solver, benchmark positions"
    figure = "all 240 positions are solved and right, those to 7x7 in 2 s of one core each"

    def step(self, number: int, totals: Totals) -> None:
        seconds: dict[bool, list[float]] = {True: [], False: []}
        wrong = 0
        for position in solved_positions():
            begun = time.process_time()
            verdict = Solver(1024).solve(position.board).verdict
            seconds[position.board.rows <= 7].append(time.process_time() - begun)
            wrong += verdict is not (Verdict.WIN if position.won else Verdict.LOSS)
        totals |= {"positions": len(seconds[True]) + len(seconds[False]), "wrong": wrong}
        totals |= {"longest to 7x7": max(seconds[True]), "longest": max(seconds[False])}

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["wrong"] == 0 and totals["longest to 7x7"] <= 2
        wrong = f"{totals['wrong']} of {totals['positions']} wrong"
        longest = f"{totals['longest to 7x7']:.2f} s to 7x7, {totals['longest']:.1f} s beyond"
        return met, f"{wrong}, the longest took {longest}"


class EverySolvedPosition(Job):
    """Every small position in C++: verdict, winning move and carrier."""

    name = "solver, every position"
    figure = "verdict, move and carrier are right in every position of 3x4 and 4x3, many of 4x4"

    def step(self, number: int, totals: Totals) -> None:
        folder = ROOT / "build" / "every_solved"
        options = ["-DHEXMATE_CORE_TESTS=ON", "-DCMAKE_BUILD_TYPE=Release"]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
        subprocess.run(["cmake", "--build", folder], check=True)
        run = subprocess.run(
            [folder / "hexcore_tests", "--no-skip", "--test-case=soak: every position of 3x4*"]
        )
        totals["passed"] = run.returncode == 0

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["passed"], "all right" if totals["passed"] else "some are wrong"


SOLVER_JOBS: list[Job] = [
    EverySolvedPosition(),
    SolvedPositions(),
    SolvedOpenings(5, 0.5),
    SolvedOpenings(6, 2),
    SolvedOpenings(7, 28),
    SolvedOpenings(8, 10, ["d5"]),
    SolvedOpenings(8, 20, ["a1"]),
    OpeningsOnTwoCores(8, 900),
    LargeOpening(9, "e5", 7200),
]
