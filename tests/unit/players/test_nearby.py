"""Distances and last stones."""

import pytest

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.players.nearby import (
    centre_distances,
    edge_distances,
    edges_of,
    last_stone,
    shared_free_cells,
)


@pytest.mark.parametrize(
    ("size", "shape", "distances"),
    [
        (3, "hex", (2, 1, 1, 1, 0, 1, 1, 1, 2)),
        ((2, 3), "hex", (1, 0, 1, 1, 0, 1)),
        (3, "square", (2, 1, 2, 1, 0, 1, 2, 1, 2)),
        ((1, 1), "offset", (0,)),
    ],
)
def test_steps_to_the_centre(size, shape, distances):
    assert centre_distances(Board(size, shape=shape)) == distances


@pytest.mark.parametrize(
    ("size", "shape", "edge", "distances"),
    [
        ((2, 3), "hex", "top", (1, 1, 1, 2, 2, 2)),
        ((2, 3), "hex", "right", (3, 2, 1, 3, 2, 1)),
        ((2, 3), "square", "bottom", (2, 2, 2, 1, 1, 1)),
        ((1, 2), "triangle", "left", (1, 2)),
    ],
)
def test_steps_to_an_edge(size, shape, edge, distances):
    assert edge_distances(Board(size, shape=shape), edge) == distances


def test_edges_of_a_color():
    assert edges_of(BLACK) == ("top", "bottom")
    assert edges_of(WHITE) == ("left", "right")


def test_shared_free_cells():
    board = Board(5)
    assert shared_free_cells(board, board.parse("d2"), board.parse("c4")) == 2
    board.push_str("c3")
    assert shared_free_cells(board, board.parse("d2"), board.parse("c4")) == 1


@pytest.mark.parametrize(
    ("swap", "moves", "black", "white"),
    [
        (None, [], None, None),
        (None, [5], 5, None),
        (None, [5, PASS, 7, PASS], 7, None),
        (None, [5, 6, 7], 7, 6),
        ("sides", [1, SWAP], 1, None),
        ("sides", [1, SWAP, 5], 1, 5),
        ("pieces", [1, SWAP], None, 4),
        ("pieces", [1, SWAP, 1], 1, 4),
        ("pieces", [1, SWAP, 2, 3], 2, 3),
    ],
)
def test_last_stones(swap, moves, black, white):
    board = Board(4, swap=swap)
    for move in moves:
        board.push(move)
    assert (last_stone(board, BLACK), last_stone(board, WHITE)) == (black, white)
    assert board.moves == moves


def test_stones_that_were_set_up_were_not_placed_last():
    board = Board.setup(["b1"], [], size=4, swap="pieces")
    assert last_stone(board, BLACK) is None
    board.push(SWAP)
    assert last_stone(board, WHITE) == board.parse("a2")
