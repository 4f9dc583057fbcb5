"""Proofs of openings, made by the solver and checked without it."""

import tempfile
import time
from pathlib import Path

from hexmate.board import Board
from hexmate.solve.checker import check_proof
from hexmate.solve.prover import Prover
from hexmate.solve.solver import Solver

from .job import Job, Totals
from .search import openings


def distinct(board: Board) -> list[int]:
    """First moves, without those that are others turned by 180 degrees."""
    return list(range((board.num_cells + 1) // 2))


class OpeningProofs(Job):
    """A file for the empty board and for each distinct opening: nodes, bytes, seconds."""

    def __init__(self, sizes: tuple[int, ...], name: str, winning_only: bool = False) -> None:
        self.name = name
        which = "the winning openings" if winning_only else "every opening"
        boards = ", ".join(f"{size}x{size}" for size in sizes)
        self.figure = f"the empty board and {which} of {boards}: all files hold and are right"
        self._todo = [
            (size, move)
            for size in sizes
            for move in (None, *distinct(Board(size)))
            if move is None or not winning_only or Board(size).name(move) in openings(size)
        ]
        self.steps = len(self._todo)

    def step(self, number: int, totals: Totals) -> None:
        size, move = self._todo[number]
        board = Board(size)
        expected = "black"
        if move is not None:
            board.push(move)
            expected = "black" if board.name(move) in openings(size) else "white"
        solver = Solver(512)
        started = time.perf_counter()
        solution = solver.solve(board)
        solved = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "opening.hexproof"
            size_in_bytes = Prover(solver.solve).prove(board, solution).save(path)
            made = time.perf_counter()
            checked = check_proof(path)
        ended = time.perf_counter()
        right = checked.winner == expected and checked.position == board.to_string()
        totals.setdefault("right", []).append(right)
        figures = [checked.nodes, size_in_bytes, solved - started, made - solved, ended - made]
        totals.setdefault("figures", []).append(figures)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        right, figures = totals["right"], totals["figures"]
        largest = max(figures)
        seconds = [sum(each[at] for each in figures) for at in (2, 3, 4)]
        return all(right), (
            f"{sum(right)} of {len(right)} right; {sum(each[0] for each in figures):,} nodes and "
            f"{sum(each[1] for each in figures):,} bytes in all, the largest {largest[0]:,} nodes "
            f"and {largest[1]:,} bytes; solved in {seconds[0]:.1f} s, proofs made in "
            f"{seconds[1]:.1f} s, checked in {seconds[2]:.1f} s"
        )


PROOF_JOBS = [
    OpeningProofs((1, 2, 3, 4, 5, 6), "proofs of small boards"),
    OpeningProofs((7,), "proofs of 7x7", winning_only=True),
]
