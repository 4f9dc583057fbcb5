"""Openings and swaps: from the swap maps where there is one, else by evaluation."""

import json
from pathlib import Path

import pytest

from hexmate.board import Board
from hexmate.book import swap_map
from hexmate.players import create
from hexmate.players.openings import (
    OpeningEvaluator,
    fair_opening,
    searched_opening,
    worth_keeping,
)
from hexmate.players.stopping import StopToken

OPENINGS = json.loads(
    (Path(__file__).parents[2] / "data/oracles/openings.json").read_text("utf-8")
)["boards"]
SPECS = ["mcts", "policy", "negamax", "uct", "montecarlo", "perfect", "level:n=12"]


def never(board):
    raise AssertionError(f"{board} was searched")


@pytest.mark.parametrize("swap", ["pieces", "sides"])
@pytest.mark.parametrize("spec", SPECS)
def test_every_player_answers_openings_as_the_map_says(spec, swap):
    player = create(spec, seed=1)
    for size in (5, 11, 19):
        for cell in range(0, size * size, size + 2):
            board = Board(size, swap=swap)
            board.push(cell)
            assert player.accept_opening(board, cell) is not swap_map(size).should_swap(cell)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("size", [9, 13])
def test_every_player_opens_with_a_fair_stone_of_the_map(spec, size):
    player = create(spec, seed=1)
    assert player.propose_opening(Board(size, swap="pieces")) in swap_map(size).fair_stones()


def test_levels_do_not_always_open_the_same():
    player, board = create("level:n=12", seed=7), Board(11, swap="pieces")
    assert len({player.propose_opening(board) for _ in range(30)}) > 1


def test_the_seed_chooses_among_fair_stones():
    fair, board = swap_map(11).fair_stones(), Board(11, swap="pieces")
    found = [fair_opening(board, never, seed) for seed in range(len(fair) + 1)]
    assert found == [*fair, fair[0]]


@pytest.mark.parametrize("size", range(3, 9))
def test_openings_of_exact_maps_lie_where_winning_meets_losing(size):
    board, found = Board(size, swap="pieces"), swap_map(size)
    opening = fair_opening(board, never, seed=0)
    around = [*board.neighbors(opening)]
    near = {found.should_swap(cell) for cell in (opening, *around)}
    assert near == {True, False}


@pytest.mark.parametrize("board", [Board((5, 6)), Board(4, shape="square"), Board(20)], ids=str)
def test_other_boards_are_evaluated(board):
    seen = []

    def evaluate(position):
        seen.append(position)
        return 0.5

    assert board.is_legal(fair_opening(board, evaluate, seed=0))
    assert seen
    board.push(0)
    assert worth_keeping(board, evaluate)
    assert not worth_keeping(board, lambda position: 0.49)


def test_among_equals_the_last_stone_is_taken():
    board, tried = Board(4), []

    def evaluate(position):
        tried.append(position.peek())
        return float(len(tried) % 2)

    assert searched_opening(board, evaluate, seed=0) == tried[-1]


@pytest.mark.parametrize("size", ["2", "3", "4"])
def test_evaluation_is_exact_on_small_boards(size):
    evaluator = OpeningEvaluator()
    for cell in range(int(size) ** 2):
        board = Board(int(size), swap="pieces")
        board.push(cell)
        wins = board.name(cell) in OPENINGS[size]["winning"]
        assert evaluator.win_probability(board, StopToken()) == (0.0 if wins else 1.0)
