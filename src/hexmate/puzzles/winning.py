"""Every winning move of a position, proven, with a refutation of every other move."""

from collections.abc import Iterable
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.connect import BridgeState, bridges
from hexmate.solve import Solver, Verdict

__all__ = ["Verdicts", "only_delays", "winning_moves", "wins_after"]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The moves that win, in the order in which they were tried, and what refutes the others."""

    wins: tuple[int, ...]
    replies: dict[int, int]


def winning_moves(
    board: Board, solver: Solver, order: Iterable[int], *, nodes: int, most: int | None = None
) -> Verdicts | None:
    """Solve every move, in this order; None if the solver does not finish within the nodes.

    With `most` the search ends as soon as so many winning moves are found.
    """
    wins: list[int] = []
    replies: dict[int, int] = {}
    moves = list(order)
    for move in moves:
        if move in replies:
            continue
        board.push(move)
        try:
            over = board.outcome() is not None
            found = None if over else solver.solve(board, nodes=nodes)
        finally:
            board.pop()
        if found is None or found.verdict is Verdict.LOSS:
            wins.append(move)
            if most is not None and len(wins) >= most:
                break
        elif found.verdict is Verdict.WIN and found.move is not None:
            # The same answer beats every move outside the cells that the proof needs.
            needed = {*found.carrier, found.move}
            for other in moves:
                if other == move or other not in needed:
                    replies.setdefault(other, found.move)
        else:
            return None
    return Verdicts(tuple(wins), replies)


def wins_after(board: Board, moves: Iterable[int], solver: Solver, *, nodes: int) -> bool:
    """Whether the side that makes the last of these moves is proven to win then."""
    pushed = 0
    try:
        for move in moves:
            board.push(move)
            pushed += 1
        if board.outcome() is not None:
            return True
        return solver.solve(board, nodes=nodes).verdict is Verdict.LOSS
    finally:
        for _ in range(pushed):
            board.pop()


def only_delays(board: Board, move: int, main: int, solver: Solver, *, nodes: int) -> bool:
    """Whether a move only attacks a bridge first: after the answer the main move still wins."""
    for bridge in bridges(board, board.turn.other):
        if bridge.state is BridgeState.WHOLE and move in bridge.carrier:
            answers = [cell for cell in bridge.carrier if cell != move]
            if len(answers) == 1 and main != answers[0]:
                return wins_after(board, (move, answers[0], main), solver, nodes=nodes)
    return False
