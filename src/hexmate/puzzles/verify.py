"""Proving puzzles again: every winning move wins, every refutation refutes."""

from collections.abc import Iterator

from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.puzzles.puzzle import Puzzle, Step, puzzle_id
from hexmate.puzzles.themes import themes_of
from hexmate.puzzles.winning import only_delays, wins_after
from hexmate.solve import Solver, Verdict

__all__ = ["problems"]

_NODES = 20_000
"""More than any puzzle needs; a limit keeps a wrong one from taking for ever."""


def problems(puzzle: Puzzle, solver: Solver | None = None) -> list[str]:
    """What is wrong with a puzzle; nothing if every claim is proven."""
    solver = solver or Solver(16)
    try:
        return list(_found(puzzle, solver))
    except HexmateError as error:
        return [str(error)]


def _found(puzzle: Puzzle, solver: Solver) -> Iterator[str]:
    board = puzzle.board()
    if puzzle.id != puzzle_id(board):
        yield f"the id should be {puzzle_id(board)}"
    themes = themes_of(board, puzzle.line)
    if themes != puzzle.themes:
        yield f"the themes should be {', '.join(themes) or 'none'}"
    first = puzzle.line[0]
    for move in first.also:
        if not only_delays(board, move, first.move, solver, nodes=_NODES):
            yield f"{board.name(move)} wins by another plan"
    for number, step in enumerate(puzzle.line, 1):
        for problem in _step_problems(board, step, solver):
            yield f"move {number}: {problem}"
        board.push(step.move)
        if step.answer is not None:
            board.push(step.answer)
        elif step is not puzzle.line[-1]:
            yield f"move {number}: there is no answer, but the line continues"
            return


def _step_problems(board: Board, step: Step, solver: Solver) -> Iterator[str]:
    wins = {step.move, *step.also}
    if wins & set(step.replies) or wins | set(step.replies) != set(board.legal_moves):
        yield "winning and losing moves must be all empty cells, each once"
    for move in sorted(wins):
        if not wins_after(board, (move,), solver, nodes=_NODES):
            yield f"{board.name(move)} is not proven to win"
    proven: set[int] = set()
    for move, reply in step.replies.items():
        if move not in proven:
            same = {other for other, each in step.replies.items() if each == reply}
            refuted = _refuted(board, move, reply, solver)
            if move not in refuted:
                yield f"{board.name(reply)} does not refute {board.name(move)}"
            proven |= refuted & same


def _refuted(board: Board, move: int, reply: int, solver: Solver) -> set[int]:
    """The moves that a reply is proven to refute, by the proof for one of them."""
    board.push(move)
    try:
        board.push(reply)
        try:
            if board.outcome() is not None:
                return {move}
            found = solver.solve(board, nodes=_NODES)
            if found.verdict is not Verdict.LOSS:
                return set()
            # A stone outside the cells that the proof needs changes nothing.
            return ({move} | set(board.legal_moves)) - set(found.carrier)
        finally:
            board.pop()
    finally:
        board.pop()
