"""Exact searches: values, proofs, openings and swap decisions against known results."""

import json
import random
import time
from pathlib import Path

from support.boards import SPECS, make
from support.slow_minimax import minimax

from hexmate.benchmark_positions import solved_positions
from hexmate.board import Board
from hexmate.players.registry import create
from hexmate.search.negamax import Negamax
from hexmate.solve import Solver, Verdict

from .job import Job, Totals

ORACLES = Path(__file__).parents[1] / "data" / "oracles"


def openings(size: int) -> set[str]:
    boards = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]
    return set(boards[str(size)]["winning"])


class MinimaxAgreement(Job):
    """Negamax with table, aspiration and two threads against full-width minimax."""

    name = "negamax against minimax"
    figure = "same value on 500 random positions of all shapes at equal depth"
    steps = 100

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        search = Negamax("hexproject", table_mib=4, threads=2)
        done = 0
        while done < 5:
            board = make(rng.choice(SPECS))
            for _ in range(rng.randrange(board.num_cells)):
                if board.outcome() is None:
                    board.push(rng.choice([m for m in board.legal_moves if m >= 0]))
            if board.outcome() is not None:
                continue
            depth = 4 if board.num_empty <= 9 else 3 if board.num_empty <= 20 else 2
            search.clear()
            found = search.search(board, depth=depth).score
            expected = minimax(board, min(depth, board.num_empty))
            totals["wrong"] = totals.get("wrong", 0) + (found != expected)
            done += 1
        totals["positions"] = totals.get("positions", 0) + done

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['positions']} positions differ"


class ProofAgreement(Job):
    """Proven scores on the positions whose winner is known, 4x4 to 11x11."""

    name = "proven scores"
    figure = "every proven score agrees with the 240 known positions"
    steps = 24

    def step(self, number: int, totals: Totals) -> None:
        for each in solved_positions()[number::24]:
            found = Negamax("hexmate", table_mib=16, threads=2).search(each.board, seconds=0.5)
            if found.proven:
                totals["proven"] = totals.get("proven", 0) + 1
                totals["wrong"] = totals.get("wrong", 0) + ((found.score > 0) != each.won)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wrong = totals.get("wrong", 0)
        return wrong == 0, f"{totals['proven']} of 240 proven in 0.5 s each, {wrong} wrong"


class WinningOpenings(Job):
    """All winning openings of small boards by the solver, with the time for each board."""

    name = "winning openings"
    figure = "2x2 to 4x4 in under a second each, 5x5 in under two minutes, all right"

    def step(self, number: int, totals: Totals) -> None:
        for size in (2, 3, 4, 5):
            board, started = Board(size), time.perf_counter()
            verdicts = Solver(64).moves(board)
            seconds = time.perf_counter() - started
            winning = {board.name(m) for m, verdict in verdicts.items() if verdict is Verdict.WIN}
            totals[str(size)] = [seconds, winning == openings(size)]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = all(right and seconds < (120 if size == "5" else 1)
                  for size, (seconds, right) in totals.items())  # fmt: skip
        return met, ", ".join(
            f"{size}x{size} {'right' if right else 'WRONG'} in {seconds:.2f} s"
            for size, (seconds, right) in totals.items()
        )


class SwapDecisions(Job):
    """Whether negamax takes the openings that win and leaves those that lose."""

    name = "swap decisions of negamax"
    figure = "right on all openings up to 4x4 and on 90 % of those from 5x5 to 7x7"
    steps = 6

    def step(self, number: int, totals: Totals) -> None:
        size = number + 2
        player, board = create("negamax"), Board(size, swap="pieces")
        right = 0
        for cell in range(board.num_cells):
            board.push(cell)
            taken = not player.accept_opening(board, cell)
            right += taken == (board.name(cell) in openings(size))
            board.pop()
        totals[str(size)] = [right, board.num_cells]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        small = all(right == cells for size, (right, cells) in totals.items() if int(size) <= 4)
        larger = [counts for size, counts in totals.items() if int(size) >= 5]
        share = sum(right for right, _ in larger) / sum(cells for _, cells in larger)
        counts = ", ".join(f"{size}x{size} {r} of {c}" for size, (r, c) in totals.items())
        return small and share >= 0.9, f"{counts}; {share:.0%} from 5x5 to 7x7"
