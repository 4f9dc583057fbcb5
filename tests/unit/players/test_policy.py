"""A network's policy: what it says of the position itself, and nothing else."""

import numpy as np
import pytest
from support.table_net import look_up

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import SizeError
from hexmate.players import Limit, PolicyPlayer, create


class Table:
    """Answers that follow from the view, counted."""

    def __init__(self):
        self.asked = 0

    def evaluate(self, views):
        self.asked += len(views)
        answers = [look_up(view) for view in views.reshape(len(views), -1)]
        return np.stack([each for each, _ in answers]), np.float32([each for _, each in answers])


def seen(board):
    """The board as its side to move sees it, in a square."""
    side = max(board.rows, board.cols)
    view = np.full((side, side), 3, np.uint8)
    for cell in range(board.num_cells):
        stone = board[cell]
        view[divmod(cell, board.cols)] = 0 if stone is None else 1 if stone is board.turn else 2
    return view if board.turn is Color.BLACK else view.T


@pytest.mark.parametrize("size", [5, (4, 6)])
def test_plays_the_likeliest_empty_cell_for_both_colours(size):
    board, table = Board(size), Table()
    player = PolicyPlayer(table)
    for number in range(6):
        view = seen(board)
        logits, chance = look_up(view.ravel())
        likes = logits.reshape(view.shape)
        likes = likes if board.turn is Color.BLACK else likes.T
        best = max(board.legal_moves, key=lambda cell: likes[divmod(cell, board.cols)])
        result = player.play(board, Limit())
        assert result.move == best
        assert result.info.win_probability == pytest.approx(chance)
        assert table.asked == number + 1
        board.push(result.move)


def test_looks_for_no_win():
    board = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    report = next(PolicyPlayer(Table()).analyse(board, Limit()))
    assert report.win_probability not in (0.0, 1.0)


def test_lines_come_in_order_and_openings_are_evaluated():
    player = create("policy")
    lines = list(player.analyse(Board(9), Limit(), 3))
    assert [line.rank for line in lines] == [1, 2, 3]
    assert lines[0].prior > lines[1].prior > lines[2].prior
    board = Board(11, swap="pieces")
    assert not player.accept_opening(board, board.push_str("f6"))
    with pytest.raises(SizeError, match="hex shape"):
        player.start(Board(5, shape="square"), Board(5).turn)
