"""Puzzles as game records: the line, the other winning moves, and refutations as variations."""

from hexmate.game import Game, Node
from hexmate.puzzles.puzzle import Puzzle, Step

__all__ = ["puzzle_game"]

_SHOWN = 3
"""Losing moves of each step that are shown with their refutation: those with the rarest ones."""


def puzzle_game(puzzle: Puzzle) -> Game:
    """The puzzle as a game that starts at its position; the main line is the solution."""
    board = puzzle.board()
    themes = f"; {', '.join(puzzle.themes)}" if puzzle.themes else ""
    headers = {
        "name": f"Puzzle {puzzle.id}",
        "description": f"Rating {puzzle.difficulty.rating}, grade {puzzle.grade}{themes}",
    }
    game = Game.from_board(board, headers)
    node = game.root
    for step in puzzle.line:
        after = node.add_variation(step.move, comment="" if step.answer is not None else "Wins.")
        _add_others(node, step)
        node = after if step.answer is None else after.add_variation(step.answer)
    return game


def _add_others(node: Node, step: Step) -> None:
    for move in step.also:
        node.add_variation(move, comment="Wins too.")
    rarest = sorted(step.replies, key=lambda move: _uses(step, step.replies[move]))
    for move in rarest[:_SHOWN]:
        wrong = node.add_variation(move, comment="Loses.")
        wrong.add_variation(step.replies[move])


def _uses(step: Step, reply: int) -> int:
    return sum(each == reply for each in step.replies.values())
