"""Positions that are solved in slices: what is shown meanwhile, and what is found at last."""

import math

import pytest

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.solve import Solution, Solver, Verdict
from hexmate.solve.watching import SolvedSoFar, watch_solution

# Of a board of 3x3, by the picture: + wins and . loses for the first stone.
OPENINGS_3 = "..+ +++ +.."


class SlowSolver:
    """Knows a position after so many slices, each of which takes the whole time it was given."""

    def __init__(self, slices: int, verdict: Verdict = Verdict.LOSS) -> None:
        self.left, self.verdict, self.asked = slices, verdict, list[float]()

    def __call__(self, board: Board, *, seconds: float) -> Solution:
        self.asked.append(seconds)
        self.left -= 1
        verdict = self.verdict if self.left <= 0 else Verdict.UNKNOWN
        return Solution(verdict, None, 10, seconds)


def clock_of(solver: SlowSolver) -> float:
    return math.fsum(solver.asked)


def watched(board: Board, solver: SlowSolver, **options: float) -> list[SolvedSoFar]:
    states = watch_solution(board, solver, every=0.5, clock=lambda: clock_of(solver), **options)
    return list(states)


def last_of(board: Board, seconds: float = 30.0, all_moves: bool = True) -> SolvedSoFar:
    *_, last = watch_solution(board, Solver(4).solve, seconds=seconds, all_moves=all_moves)
    return last


def test_every_move_of_a_small_board_has_a_verdict():
    last = last_of(Board(3))
    shown = "".join("+" if last.moves[cell] is Verdict.WIN else "." for cell in range(9))
    assert shown == OPENINGS_3.replace(" ", "")
    assert (last.verdict, last.complete, last.nodes > 0) == (Verdict.WIN, True, True)


@pytest.mark.parametrize("size", [(2, 3), (4, 4), (5, 4)])
def test_the_moves_agree_with_the_solver(size):
    board = Board(size)
    board.push(1)
    assert dict(last_of(board).moves) == Solver(4).moves(board)


def test_it_tells_how_far_the_search_is():
    solver = Solver(4)
    states = list(
        watch_solution(
            Board(9),
            solver.solve,
            seconds=0.3,
            every=0.1,
            progress=solver.progress,
            all_moves=False,
        )
    )
    for state in states:
        assert state.progress is not None
        assert min(state.progress.to_win, state.progress.to_lose) > 0
        assert set(state.progress.line) <= set(range(81))
    *_, last = watch_solution(Board(3), Solver(4).solve, seconds=9, progress=solver.progress)
    assert last.progress is None


def test_a_lost_position_needs_no_further_search():
    board = Board.setup(["b1", "b2"], ["a1"], size=3, turn=WHITE)
    last = last_of(board)
    assert last.verdict is Verdict.LOSS
    assert set(last.moves.values()) == {Verdict.LOSS}
    assert last.winning == []
    assert last.complete


def test_squares_may_be_drawn():
    last = last_of(Board(2, shape="square"))
    assert last.complete
    assert dict(last.moves) == Solver(4).moves(Board(2, shape="square"))


def test_the_position_alone_is_enough_if_that_was_asked():
    last = last_of(Board(4), all_moves=False)
    assert last.complete
    assert not last.moves
    assert last.move in (3, 6, 9, 12)


def test_it_tells_how_far_it_is_after_each_slice():
    states = watched(Board(3), SlowSolver(slices=4), seconds=60)
    assert [state.nodes for state in states] == [10, 20, 30, 40]
    assert [state.seconds for state in states] == [0.5, 1.0, 1.5, 2.0]
    assert [state.verdict for state in states] == [Verdict.UNKNOWN] * 3 + [Verdict.LOSS]


def test_it_ends_when_the_time_is_up():
    solver = SlowSolver(slices=100)
    states = watched(Board(3), solver, seconds=1.2)
    assert solver.asked == pytest.approx([0.5, 0.5, 0.2])
    assert not states[-1].complete
    assert states[-1].verdict is Verdict.UNKNOWN


def test_moves_that_the_time_did_not_suffice_for_are_not_listed():
    class OneMove(SlowSolver):
        def __call__(self, board: Board, *, seconds: float) -> Solution:
            if board.num_empty == 9:
                return Solution(Verdict.WIN, 4, 1, 0.1)
            return super().__call__(board, seconds=seconds)

    *_, last = watch_solution(Board(3), OneMove(slices=100), seconds=1)
    assert last.moves == {4: Verdict.WIN}
    assert (last.verdict, last.complete, last.winning) == (Verdict.WIN, False, [4])
