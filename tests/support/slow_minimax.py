"""Full-width minimax without a table, a window or an order: what negamax must agree with."""

from hexmate.board import Board
from hexmate.evaluate import heuristic

WIN = 100_000
BOUND = 90_000


def minimax(board: Board, depth: int, setting: str = "hexproject", ply: int = 0) -> int:
    """The score for the side to move: leaves by the setting, wins by their distance."""
    outcome = board.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return WIN - ply if outcome.winner == board.turn else ply - WIN
    if depth == 0:
        score = heuristic(board, setting)
        return max(1 - BOUND, min(BOUND - 1, score))
    best = -WIN
    for move in list(board.legal_moves):
        if move < 0:
            continue
        board.push(move)
        best = max(best, -minimax(board, depth - 1, setting, ply + 1))
        board.pop()
    return best
