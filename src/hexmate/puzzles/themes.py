"""What a puzzle is an example of. A theme is named only where it is certain."""

from collections.abc import Sequence
from itertools import pairwise

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.connect import Bridge, BridgeState, bridge_win, bridges
from hexmate.puzzles.puzzle import THEMES, Step
from hexmate.templates import find_templates

__all__ = ["themes_of"]

_LADDER = 3
"""Stones in a row that make a ladder."""
_TEMPLATE_ROWS = (3, 4)
"""Rows from the edge on which a stone needs more than a bridge to connect."""


def themes_of(board: Board, line: Sequence[Step]) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of `THEMES`. They follow from the stones alone."""
    found = {
        "bridge": _is_bridge(board, line[0].move),
        "ladder": _is_ladder(board, line),
        "edge template": _is_edge_template(board, line[0].move),
        "foiling": _is_foiling(board, line),
        "sacrifice": _is_sacrifice(board, line),
    }
    return tuple(name for name in THEMES if found[name])


def _after(board: Board, moves: Sequence[int]) -> Board:
    after = board.copy()
    for move in moves:
        after.push(move)
    return after


def _moves(line: Sequence[Step]) -> list[int]:
    return [move for step in line for move in (step.move, step.answer) if move is not None]


def _is_bridge(board: Board, move: int) -> bool:
    """The solution makes a bridge to another group or to an edge."""
    after = _after(board, [move])
    near = set(board.neighbors(move))
    before = {each.carrier for each in _whole_bridges(board, board.turn)}
    new = [each for each in _whole_bridges(after, board.turn) if each.carrier not in before]
    return any(set(each.carrier) <= near for each in new)


def _whole_bridges(board: Board, color: Color) -> list[Bridge]:
    return [each for each in bridges(board, color) if each.state is BridgeState.WHOLE]


def _is_ladder(board: Board, line: Sequence[Step]) -> bool:
    """Both sides play stone after stone along an edge, on neighbouring rows."""
    own = [step.move for step in line]
    answers = [step.answer for step in line if step.answer is not None]
    return any(
        _runs_along(board, own[at : at + _LADDER], answers[at : at + _LADDER - 1], color)
        for at in range(len(own) - _LADDER + 1)
        for color in (board.turn, board.turn.other)
    )


def _runs_along(board: Board, own: Sequence[int], answers: Sequence[int], color: Color) -> bool:
    """Whether these stones run in one direction along the edges of a colour, near one of them."""
    if len(answers) < _LADDER - 1:
        return False
    first, second = ([_place(board, cell, color) for cell in cells] for cells in (own, answers))
    last_row = (board.rows if color == BLACK else board.cols) - 1
    rows = {row for row, _ in first} | {row for row, _ in second}
    near = all(row <= 2 for row in rows) or all(row >= last_row - 2 for row in rows)
    steps = {
        later[1] - earlier[1] for cells in (first, second) for earlier, later in pairwise(cells)
    }
    level = all(len({row for row, _ in cells}) == 1 for cells in (first, second))
    return near and level and len(rows) == 2 and steps in ({1}, {-1})


def _place(board: Board, cell: int, color: Color) -> tuple[int, int]:
    """The row, counted from an edge of the colour, and the place along that edge."""
    row, col = board.row_col(cell)
    return (row, col) if color == BLACK else (col, row)


def _is_edge_template(board: Board, move: int) -> bool:
    """The solution, on the third or fourth row, is connected to an edge by a template of its own.

    No stone beside it was connected to that edge before, by a template or by touching it.
    """
    winner, near = board.turn, set(board.neighbors(move))
    known = {
        placed.edge for placed in find_templates(board, winner) if near.intersection(placed.stones)
    }
    for group in board.groups(winner):
        if near.intersection(group.cells):
            known.update(group.edges)
    return any(
        placed.stones == (move,)
        and placed.template.row in _TEMPLATE_ROWS
        and placed.edge not in known
        for placed in find_templates(_after(board, [move]), winner)
    )


def _is_foiling(board: Board, line: Sequence[Step]) -> bool:
    """The solution breaks into a bridge, and the opponent restores it but loses elsewhere."""
    move, answer = line[0].move, line[0].answer
    return any(
        set(bridge.carrier) == {move, answer} for bridge in _whole_bridges(board, board.turn.other)
    )


def _is_sacrifice(board: Board, line: Sequence[Step]) -> bool:
    """At the end the winner would win even if the opponent had the stone of the solution."""
    if len(line) < 2:
        return False
    winner, move = board.turn, line[0].move
    end = _after(board, _moves(line))
    stones = {color: set(end.stones(color)) - {move} for color in (winner, winner.other)}
    stones[winner.other].add(move)
    without = Board.setup(
        stones[BLACK], stones[BLACK.other], winner.other, size=(board.rows, board.cols)
    )
    outcome = without.outcome()
    if outcome is not None:
        return outcome.winner is winner
    return bridge_win(without, winner) is not None
