"""Keys of positions: stones and turn, whatever the way there, the swap rule, or a half turn."""

import pytest
from support.boards import IDS, SPECS, make, random_game

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.errors import SizeError
from hexmate.store.positions import PositionKeys, PositionWalk
from hexmate.symmetry import Symmetry


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_the_image_has_the_keys_exchanged(spec, rng):
    end = random_game(spec, rng)
    board = make(spec)
    for color, move in end.played:
        board.push(move, color)
        keys = PositionKeys.of(board)
        assert all(-(2**63) <= key < 2**63 for key in keys)
        try:
            image = board.transformed(Symmetry.ROTATE_180)
        except SizeError:
            assert keys.key == keys.turned
        else:
            assert PositionKeys.of(image) == (keys.turned, keys.key)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_a_walk_meets_the_same_keys(spec, rng):
    end = random_game(spec, rng, odd_moves=0.1)
    board = make(spec)
    walk = PositionWalk(board)
    for color, move in end.played:
        board.push(move, color)
        if move >= 0:
            walk.push(move, color)
        else:
            walk = PositionWalk(board)
        assert walk.keys == PositionKeys.of(board)


def test_the_swap_rule_does_not_matter():
    boards = [Board(5, swap=swap) for swap in (None, "pieces", "sides")]
    for board in boards:
        board.push_str("a2")
    assert len({board.position_key() for board in boards}) == 3
    assert len({PositionKeys.of(board) for board in boards}) == 1


def test_a_swap_makes_the_position_that_it_shows():
    swapped = Board(5, swap="pieces")
    swapped.push_str("a2")
    swapped.push_str("swap")
    assert PositionKeys.of(swapped) == PositionKeys.of(Board.setup([], ["b1"], size=5))
    kept = Board(5, swap="sides")
    kept.push_str("a2")
    before = PositionKeys.of(kept)
    kept.push_str("swap")
    assert PositionKeys.of(kept) == before


def test_the_turn_the_size_and_the_shape_matter():
    boards = [
        Board.setup(["a2"], ["b2"], size=5),
        Board.setup(["a2"], ["b2"], WHITE, size=5),
        Board.setup(["a2"], ["b2"], size=(5, 6)),
        Board.setup(["a2"], ["b2"], size=(6, 5)),
        Board.setup(["a2"], ["b2"], size=5, shape="square"),
        Board.setup(["b2"], ["a2"], size=5),
    ]
    keys = {key for board in boards for key in PositionKeys.of(board)}
    assert len(keys) == 2 * len(boards)
