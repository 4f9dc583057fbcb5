"""The principal variation of a solved position."""

from collections.abc import Callable

from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import bridge_win
from hexmate.solve.solver import Solution, Verdict

__all__ = ["principal_variation"]


def principal_variation(
    board: Board, solution: Solution, solve: Callable[[Board], Solution]
) -> list[int]:
    """A line in which the winner plays winning moves, until only bridges are left.

    The loser plays where the winner then needs the most cells. The line ends early where `solve`
    answers unknown, and on shapes other than hex, where solutions have no carriers.
    """
    board, line = board.copy(), list[int]()
    while board.outcome() is None and bridge_win(board, _winner(board, solution)) is None:
        move = solution.move
        if solution.verdict is Verdict.LOSS:
            move = _hardest(board, solution, solve)
        if move is None or solution.verdict not in (Verdict.WIN, Verdict.LOSS):
            break
        board.push(move)
        line.append(move)
        if board.outcome() is None:
            solution = solve(board)
            if solution.verdict is Verdict.UNKNOWN:
                break
    return line


def _winner(board: Board, solution: Solution) -> Color:
    return board.turn if solution.verdict is Verdict.WIN else board.turn.other


def _hardest(board: Board, solution: Solution, solve: Callable[[Board], Solution]) -> int | None:
    best, most = None, -1
    for cell in solution.carrier:
        board.push(cell)
        answer = solve(board)
        board.pop()
        if answer.verdict is Verdict.UNKNOWN:
            return best
        if len(answer.carrier) > most:
            best, most = cell, len(answer.carrier)
    return best
