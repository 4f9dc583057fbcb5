"""The resistance evaluation on 11x11, for both colours, in the middle of a game."""

import random

from benchmarks.measure import Result, seconds_each
from hexmate import BLACK, WHITE, Board
from hexmate.evaluate import total_resistance

SIZE = 11
STONES = 40


def middle_games(count: int) -> list[Board]:
    """Random positions of 40 stones in which neither side has won."""
    rng = random.Random(1)
    boards: list[Board] = []
    while len(boards) < count:
        board = Board(SIZE)
        for cell in rng.sample(range(board.num_cells), STONES):
            if board.outcome() is None:
                board.push(cell)
        if board.outcome() is None:
            boards.append(board)
    return boards


def measure() -> list[Result]:
    boards = middle_games(200)

    def both_colors() -> int:
        for board in boards:
            total_resistance(board, BLACK)
            total_resistance(board, WHITE)
        return len(boards)

    each = seconds_each(both_colors)
    rate = f"{1 / each:,.0f}/s"
    return [Result("resistance of both colours, per second", rate, "-", 1 / each, 20_000)]
