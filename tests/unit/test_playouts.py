"""Random playouts: seeded, threaded, and distributed as games played move by move."""

import math

import pytest
from support.boards import IDS, SPECS, make

from hexmate.board import Board, random_playouts
from hexmate.errors import MalformedError


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_winners_are_those_of_games_played_to_the_win(spec, rng):
    games, start = 3000, make(spec)
    if start.num_cells > 4:
        start.push(rng.randrange(start.num_cells))
    played = [0, 0, 0]
    for _ in range(games):
        board = start.copy()
        empty = [move for move in board.legal_moves if move >= 0]
        rng.shuffle(empty)
        while board.outcome() is None:
            board.push(empty.pop())
        winner = board.outcome().winner
        played[2 if winner is None else winner] += 1
    many = 200_000
    tally = random_playouts(start, many, seed=5)
    assert sum(tally) == many
    for count, expected in zip(played, tally, strict=True):
        share = expected / many
        sigma = math.sqrt(max(share * (1 - share), 1 / many) * (1 / games + 1 / many))
        assert abs(count / games - share) <= 4 * sigma


def test_same_seed_same_result_on_any_number_of_threads():
    board = Board(9)
    one = random_playouts(board, 20_000, seed=11)
    assert random_playouts(board, 20_000, seed=11, threads=3) == one
    assert random_playouts(board, 20_000, seed=12) != one


def test_the_board_is_left_alone():
    board = Board(5)
    board.push_str("c3")
    before = board.copy()
    random_playouts(board, 100)
    assert board == before
    assert board.moves == before.moves


@pytest.mark.parametrize(
    ("n", "threads"), [(-1, 1), (10, 0), (10, 257)], ids=["count", "no thread", "too many"]
)
def test_bad_arguments(n, threads):
    with pytest.raises(MalformedError):
        random_playouts(Board(3), n, threads=threads)


def test_a_resigned_game_counts_for_its_winner():
    board = Board(3)
    board.resign()
    assert random_playouts(board, 7) == (0, 7, 0)


def test_seeds_may_be_any_integer():
    assert random_playouts(Board(4), 2000, seed=-1) == random_playouts(Board(4), 2000, 2**64 - 1)
