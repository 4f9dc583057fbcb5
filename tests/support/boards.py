"""Boards that every rule is tried on: all shapes, not only square ones, all swap rules."""

import random

from hexmate.board import Board
from hexmate.color import Color
from hexmate.coords import PASS

SPECS = [
    ("hex", (1, 1), None),
    ("hex", (3, 3), "pieces"),
    ("hex", (3, 3), "sides"),
    ("hex", (2, 5), "sides"),
    ("hex", (5, 2), None),
    ("hex", (6, 6), "pieces"),
    ("offset", (3, 3), "sides"),
    ("offset", (4, 3), None),
    ("offset", (3, 6), "sides"),
    ("square", (3, 3), "pieces"),
    ("square", (2, 4), "sides"),
    ("square", (5, 5), None),
    ("triangle", (1, 2), "pieces"),
    ("triangle", (3, 6), "pieces"),
    ("triangle", (4, 8), "sides"),
]

IDS = [f"{shape}-{rows}x{cols}-{swap}" for shape, (rows, cols), swap in SPECS]


def make(spec) -> Board:
    shape, size, swap = spec
    return Board(size, shape=shape, swap=swap)


def random_game(spec, rng: random.Random, *, odd_moves: float = 0.0) -> Board:
    """A finished game; `odd_moves` is the share of passes and of moves out of turn."""
    board = make(spec)
    while board.outcome() is None and board.ply < 4 * board.num_cells:
        color: Color | None = None
        move = rng.choice(list(board.legal_moves))
        if rng.random() < odd_moves:
            if rng.random() < 0.3:
                move = PASS
            elif move >= 0:
                color = board.turn.other
        board.push(move, color)
    return board
