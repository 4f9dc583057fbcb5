"""Fill-in and inferior moves; the core's own tests compare every position of small boards."""

import random

import pytest
from support.connect_games import random_position
from support.inferior_positions import compare_with_solver
from support.slow_patterns import proves

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import SizeError
from hexmate.inferior import Reason, fill_in, inferior_moves, local_patterns
from hexmate.solve import Solver


def cells(board: Board, names: str) -> tuple[int, ...]:
    return tuple(sorted(board.parse(name) for name in names.split()))


def set_up(size, black: str, white: str) -> Board:
    return Board.setup(black.split(), white.split(), size=size)


# Stones of Black and White; dead cells, cells captured by Black and by White.
FILLED = [
    (5, "", "", "", "", ""),
    (9, "e8", "", "", "d9 e9", ""),  # a stone on the second row captures what is below it
    (9, "", "b5", "", "", "a5 a6"),
    (3, "b1 a2", "", "a1", "", ""),  # nothing that passes a1 needs it
    (5, "", "b3", "", "", "a1 b1 a2 b2 a3 a4"),  # and near an acute corner the whole corner
    (7, "b1 c2", "b4", "a1 d1 b3", "c1 b2", "a2 a3 a4 a5"),
]


@pytest.mark.parametrize(("size", "black", "white", "dead", "by_black", "by_white"), FILLED)
def test_fill_in(size, black, white, dead, by_black, by_white):
    board = set_up(size, black, white)
    found = fill_in(board)
    assert found.black == cells(board, by_black)
    assert found.white == cells(board, by_white)
    assert found.dead == cells(board, dead)


def test_other_shapes_are_refused():
    with pytest.raises(SizeError):
        fill_in(Board(5, shape="square"))
    with pytest.raises(SizeError):
        inferior_moves(Board(5, shape="offset"))


def test_a_winning_move_is_left_on_5x5(rng):
    solver = Solver()
    for _ in range(60):
        board = random_position("hex", (5, 5), rng.randrange(9, 23), rng)
        assert compare_with_solver(board, rng.choice((BLACK, WHITE)), solver) is None


def test_inferior_moves_name_open_cells_and_the_cell_that_makes_them_inferior(rng):
    reasons = set()
    for _ in range(40):
        board = random_position("hex", (8, 8), rng.randrange(10, 40), rng)
        filled = {cell for part in fill_in(board) for cell in part}
        found = inferior_moves(board)
        pruned = {move.cell for move in found}
        assert len(pruned) == len(found)
        for move in found:
            assert board[move.cell] is None
            assert board[move.by] is None
            assert not {move.cell, move.by, *move.carrier} & filled
            if move.reason is Reason.REVERSIBLE:
                assert move.by in move.carrier
            else:
                dominators = {each.cell: each.by for each in found}
                by = move.by
                while by in dominators:
                    assert next(m for m in found if m.cell == by).reason is Reason.DOMINATED
                    by = dominators[by]
        reasons |= {move.reason for move in found}
    assert reasons == set(Reason)


@pytest.mark.parametrize("kind", ["captured", "reversible", "dominated"])
def test_a_few_patterns_are_proven_again(kind):
    texts = local_patterns()[kind]
    for text in random.Random(1).sample(texts, 8):
        assert proves(kind, text), text
        assert not proves(kind, "x" + "." * 18 if kind == "captured" else "xy" + "." * 17)
