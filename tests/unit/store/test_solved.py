"""Solved positions are kept, found again whichever way the board is turned, and never replaced."""

import pytest

from hexmate.board import Board
from hexmate.solve.archive import SolvedPositions
from hexmate.solve.solver import Solution, Solver, Verdict
from hexmate.symmetry import symmetries

BOARD = Board.setup(["b1", "c3"], ["d2", "a4"], size=4)


def test_solutions_are_found_for_every_symmetry(store):
    known, solver = SolvedPositions(store.solved), Solver(4)
    assert known.find(BOARD) is None
    solution = solver.solve(BOARD)
    known.add(BOARD, solution)
    assert known.find(BOARD) == solution
    assert store.solved.count() == 1
    for symmetry in symmetries(BOARD):
        turned = BOARD.transformed(symmetry)
        found = known.find(turned)
        assert found.verdict is solution.verdict
        turned.push(found.move)
        assert turned.outcome() is not None or solver.solve(turned).verdict is Verdict.LOSS
        known.add(BOARD.transformed(symmetry), found)
    assert store.solved.count() == 1


def test_the_first_solution_stays_and_unknown_ones_are_not_kept(store):
    known = SolvedPositions(store.solved)
    first = Solution(Verdict.LOSS, None, 10**12, 0.5, (1, 2))
    known.add(Board(3), first)
    known.add(Board(3), Solution(Verdict.WIN, 4, 2, 0.5))
    assert known.find(Board(3)) == first
    known.add(Board(4), Solution(Verdict.UNKNOWN, None, 1, 1.0))
    assert known.find(Board(4)) is None


@pytest.mark.parametrize("shape", ["square", "triangle", "offset"])
def test_other_shapes_and_swap_rules(store, shape):
    known = SolvedPositions(store.solved)
    board = Board(3, shape=shape, swap="sides")
    solution = Solution(Verdict.DRAW, 0, 5, 0.1)
    known.add(board, solution)
    assert known.find(Board(3, shape=shape)).verdict is Verdict.DRAW
    assert known.find(Board(3)) is None
