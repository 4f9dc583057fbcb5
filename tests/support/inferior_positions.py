"""Fill-in and inferior moves against the exhaustive solver, for the tests and for the long run."""

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.inferior import fill_in, inferior_moves
from hexmate.solve import Solver, Verdict


def _won(verdict: Verdict) -> bool:
    assert verdict in (Verdict.WIN, Verdict.LOSS)
    return verdict is Verdict.WIN


def _set_up(board: Board, black, white, turn: Color) -> Board:
    return Board.setup(black, white, size=(board.rows, board.cols), turn=turn)


def _wins(board: Board, mover: Color, solver: Solver) -> bool:
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner == mover
    return _won(solver.solve(board).verdict)


def compare_with_solver(board: Board, mover: Color, solver: Solver) -> str | None:
    """What is wrong with the fill-in and the inferior moves of a position, if anything."""
    black, white = board.stones(BLACK), board.stones(WHITE)
    board = _set_up(board, black, white, mover)
    if board.outcome() is not None:
        return None
    filled = fill_in(board)
    full = _set_up(board, [*black, *filled.black, *filled.dead], [*white, *filled.white], mover)
    verdicts = {move: _won(verdict) for move, verdict in solver.moves(board).items()}
    won = any(verdicts.values())
    if _wins(full, mover, solver) != won:
        return f"fill-in changes the winner of {board.to_string()}"
    open_cells = set(verdicts) - {*filled.dead, *filled.black, *filled.white}
    left = open_cells - {move.cell for move in inferior_moves(board, mover)}
    if won and open_cells and not any(verdicts[move] for move in left):
        return f"every winning move of {board.to_string()} is pruned"
    return None
