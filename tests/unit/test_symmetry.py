"""Symmetries hold where they are said to hold."""

import pytest
from support.boards import IDS, SPECS, make, random_game

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.errors import SizeError
from hexmate.symmetry import Symmetry, cell_map, symmetries

TABLE = [
    ("hex", (5, 5), "identity rotate-180 transpose antitranspose"),
    ("hex", (3, 5), "identity rotate-180"),
    ("offset", (4, 5), "identity rotate-180"),
    ("offset", (5, 5), "identity flip-rows"),
    (
        "square",
        (4, 4),
        "identity rotate-180 flip-rows flip-cols transpose antitranspose rotate-90 rotate-270",
    ),
    ("square", (2, 4), "identity rotate-180 flip-rows flip-cols"),
    ("triangle", (4, 8), "identity rotate-180 transpose antitranspose"),
]


@pytest.mark.parametrize(("shape", "size", "names"), TABLE)
def test_which_symmetries_a_board_has(shape, size, names):
    assert " ".join(s.value for s in symmetries(Board(size, shape=shape))) == names


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_the_winner_goes_with_the_symmetry(spec, rng):
    for symmetry in symmetries(make(spec)):
        for _ in range(5):
            board = random_game(spec, rng)
            image = board.transformed(symmetry)
            winner = board.outcome().winner
            if winner is not None and symmetry.exchanges_colors:
                winner = winner.other
            assert image.outcome().winner == winner
            assert image.transformed(symmetry.inverse) == board.root().from_string(
                board.to_string()
            )


def test_transpose_is_the_mirror():
    board = Board(6)
    mapped = cell_map(board, Symmetry.TRANSPOSE)
    assert mapped.tolist() == [board.mirror(cell) for cell in range(36)]
    triangle = Board(4, shape="triangle")
    mapped = cell_map(triangle, Symmetry.TRANSPOSE)
    assert mapped.tolist() == [triangle.mirror(cell) for cell in range(32)]


def test_a_position_turned():
    board = Board.setup(["b1"], ["c3"], size=4)
    turned = board.transformed(Symmetry.ROTATE_180)
    assert turned == Board.setup(["c4"], ["b2"], size=4)
    mirrored = board.transformed(Symmetry.TRANSPOSE)
    assert mirrored == Board.setup(["c3"], ["a2"], board.turn.other, size=4)
    assert board.turn is BLACK


def test_a_symmetry_that_does_not_hold():
    with pytest.raises(SizeError, match="identity, rotate-180"):
        Board((3, 4)).transformed(Symmetry.TRANSPOSE)
    with pytest.raises(SizeError, match="no mirror image"):
        Board((3, 4)).mirror(0)
