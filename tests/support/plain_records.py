"""Files with many plain games, as collections have them."""

import random
from pathlib import Path

from hexmate.board import Board

OPENINGS = ("a10", "b4", "c2", "f6", "k2", "d5", "h9", "a3")


def plain_sgf(rng: random.Random, size: int = 11, moves: int = 60) -> str:
    """A game of random moves after one of a few openings, with names, a date and a result."""
    board, played = Board(size), []
    cells = rng.sample(range(board.num_cells), board.num_cells)
    if size == 11:
        cells.append(board.parse(rng.choice(OPENINGS)))
    while board.outcome() is None and len(played) < moves:
        cell = cells.pop()
        if board.color_at(cell) is None:
            played.append(f";{board.turn.letter.upper()}[{board.name(cell)}]")
            board.push(cell)
    outcome = board.outcome()
    result = outcome.result() if outcome else rng.choice(("B+Resign", "W+Resign"))
    black, white = rng.sample(range(1000), 2)
    day = f"20{rng.randint(10, 24)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    head = f"(;FF[4]GM[11]SZ[{size}]PB[Player {black}]PW[Player {white}]DT[{day}]RE[{result}]"
    return head + "".join(played) + ")\n"


def write_collection(path: Path, games: int, seed: int = 0, moves: int = 60) -> Path:
    """Write a collection of different games on 11x11."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(plain_sgf(rng, moves=moves) for _ in range(games))
    return path
