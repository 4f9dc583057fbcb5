"""Negamax: right values, legal moves, limits kept."""

import threading
import time

import numpy as np
import pytest
from support.boards import IDS, SPECS, make
from support.patience import within
from support.slow_minimax import WIN, minimax

from hexmate import _core
from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.evaluate import SETTINGS, heuristic
from hexmate.search.negamax import BatchedNegamax, Negamax


def random_position(spec, rng, share=0.5) -> Board:
    """A position that is not over, with up to a share of the cells filled."""
    while True:
        board = make(spec)
        for _ in range(rng.randrange(int(board.num_cells * share) + 1)):
            if board.outcome() is None:
                board.push(rng.choice([m for m in board.legal_moves if m >= 0]))
        if board.outcome() is None:
            return board


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_value_is_that_of_full_width_minimax(spec, threads, rng):
    search = Negamax("hexproject", table_mib=4, threads=threads)
    for _ in range(3):
        board = random_position(spec, rng)
        for depth in range(1, 4 if board.num_cells <= 20 else 3):
            search.clear()
            found = search.search(board, depth=depth)
            assert found.score == minimax(board, depth), (board.to_string(), depth)
            assert found.move in board.legal_moves


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_evaluation_plugs_in(setting, rng):
    search = Negamax(setting, table_mib=4)
    board = random_position(("hex", (4, 4), None), rng)
    found = search.search(board, depth=2)
    assert found.score == minimax(board, 2, setting)


def test_scores_of_all_moves(rng):
    board = random_position(("hex", (4, 5), None), rng)
    scores = Negamax("hexproject", table_mib=4).scores(board, 2)
    assert len(scores) == len(board.legal_moves)
    for move, score in scores:
        board.push(move)
        expected = -minimax(board, 1, ply=1)
        board.pop()
        assert score == expected
    assert [score for _, score in scores] == sorted((s for _, s in scores), reverse=True)


@pytest.mark.parametrize(("size", "plies"), [(1, 1), (2, 3), (3, 5), (4, 9)])
def test_shortest_wins_of_empty_boards(size, plies):
    found = Negamax("hexmate").search(Board(size))
    assert found.proven
    assert found.score == WIN - plies
    assert found.depth == plies


def test_quickest_win_and_longest_defence():
    board = Board.setup(["b1", "b2"], ["a3", "d4"], size=4)
    assert board.turn == 0
    won = Negamax("hexproject").search(board, depth=5)
    assert won.proven
    assert won.score > 0
    assert len(won.pv) >= 1
    board.push(won.move)
    lost = Negamax("hexproject").search(board, depth=5)
    assert lost.score == -(won.score + 1)


def test_the_line_can_be_played(rng):
    for _ in range(10):
        board = random_position(("hex", (5, 5), None), rng)
        found = Negamax("hexmate", table_mib=4).search(board, depth=3)
        assert found.pv[0] == found.move
        for move in found.pv:
            board.push(move)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.05, 0.3])
@pytest.mark.parametrize("threads", [1, 2])
def test_time_limits_and_always_a_legal_move(seconds, threads):
    board = Board(11)
    search = Negamax("resistance", table_mib=4, threads=threads)
    started = time.perf_counter()
    found = search.search(board, seconds=seconds)
    assert found.move in board.legal_moves
    assert within(seconds + 0.25, started)


def test_node_limits_are_kept_and_repeatable():
    board = Board(9)
    first = Negamax("hexmate", table_mib=4).search(board, nodes=5000)
    second = Negamax("hexmate", table_mib=4).search(board, nodes=5000)
    assert first.nodes < 5000 + 200
    assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)


def test_stop_from_another_thread():
    search = Negamax("hexmate", table_mib=4)
    stop = _core.StopToken()
    timer = threading.Timer(0.1, stop.stop)
    timer.start()
    started = time.perf_counter()
    found = search.search(Board(11), stop=stop)
    assert within(1.0, started)
    assert found.move in Board(11).legal_moves
    assert search.latest().move == found.move


def test_excluded_moves_are_left_alone():
    board = Board(5)
    best = Negamax("hexproject").search(board, depth=2)
    other = Negamax("hexproject").search(board, depth=2, excluded=[best.move])
    assert other.move != best.move
    assert other.score <= best.score


def test_leaves_from_python_in_batches(rng):
    sizes = []

    def leaves(stones, turns):
        sizes.append(len(turns))
        boards = [Board.from_array(array, turn) for array, turn in zip(stones, turns, strict=True)]
        return np.array([heuristic(board, "hexproject") for board in boards])

    board = random_position(("hex", (4, 4), None), rng)
    for alpha in (0.0, 0.5, 1.0):
        search = BatchedNegamax(leaves, alpha, "hexproject", table_mib=4)
        for depth in (1, 2, 3):
            search.clear()
            assert search.search(board, depth=depth).score == minimax(board, depth)
    assert max(sizes) > 4, "leaves come in batches"


def test_batched_search_can_be_dropped_and_stopped():
    def leaves(stones, turns):
        return np.zeros(len(turns))

    search = BatchedNegamax(leaves, 0.5, table_mib=4, threads=2)
    assert search.search(Board(7), seconds=0.1).move in Board(7).legal_moves
    search.start(Board(7))
    del search


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"evaluation": "magic"}, "the evaluations are"),
        ({"table_mib": 0}, "1 to 65536"),
        ({"threads": 0}, "between 1 and 256"),
    ],
)
def test_bad_options(options, says):
    with pytest.raises(PlayerError, match=says):
        Negamax(**options)
