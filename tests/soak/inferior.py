"""Local patterns, fill-in and inferior moves against the slow truth."""

import random
import re
import subprocess
from pathlib import Path

from support.connect_games import random_position
from support.inferior_positions import compare_with_solver
from support.slow_patterns import proves

from hexmate.color import BLACK, WHITE
from hexmate.inferior import local_patterns
from hexmate.solve import Solver

from .job import Job, Totals

ROOT = Path(__file__).parents[2]


class PatternProofs(Job):
    """Every local pattern, played out in Python from its definition."""

    name = "local patterns"
    figure = "a second, plain prover confirms every pattern of the core"
    steps = 50

    def step(self, number: int, totals: Totals) -> None:
        every = [(kind, text) for kind, texts in local_patterns().items() for text in texts]
        for kind, text in every[number :: self.steps]:
            totals["patterns"] = totals.get("patterns", 0) + 1
            totals["wrong"] = totals.get("wrong", 0) + (not proves(kind, text))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['patterns']:,} refuted"


class EveryFillIn(Job):
    """All 43 million positions of 4x4 in C++, both sides to move."""

    name = "fill-in, every position"
    figure = "the winner and a winning move are kept in every position of 4x4"

    def step(self, number: int, totals: Totals) -> None:
        program = ROOT / "build" / "every_fill_in"
        program.parent.mkdir(exist_ok=True)
        sources = ["core/tests/main.cpp", "core/tests/inferior_test.cpp"]
        for folder in ("board", "inferior"):
            sources += map(str, sorted((ROOT / "core" / folder).glob("*.cpp")))
        subprocess.run(
            ["c++", "-std=c++20", "-O2", "-Icore", "-Ithird_party", "-o", program, *sources],
            cwd=ROOT,
            check=True,
        )
        run = subprocess.run(
            [program, "--no-skip", "--test-case=soak: every position of 4x4"],
            capture_output=True,
            text=True,
        )
        totals["passed"] = run.returncode == 0
        totals["measured"] = re.findall(r"4x4: (.*)", run.stdout)[:1]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["passed"] and bool(totals["measured"]), "; ".join(totals["measured"])


class RandomFillIn(Job):
    """Random positions of 5x5 with 8 to 22 stones, by the exhaustive solver."""

    name = "fill-in, random positions"
    figure = "the winner and a winning move are kept in 100,000 positions of 5x5"
    steps = 100

    def step(self, number: int, totals: Totals) -> None:
        rng, solver = random.Random(number), Solver()
        for _ in range(1000):
            board = random_position("hex", (5, 5), rng.randrange(8, 23), rng)
            wrong = compare_with_solver(board, rng.choice((BLACK, WHITE)), solver)
            totals["positions"] = totals.get("positions", 0) + 1
            totals["wrong"] = totals.get("wrong", 0) + (wrong is not None)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['positions']:,} differ"
