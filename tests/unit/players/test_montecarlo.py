"""Flat Monte Carlo: the same number of games for every move."""

import threading
import time

import pytest
from support.boards import IDS, SPECS, make
from support.patience import within

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import GameOverError, PlayerError
from hexmate.players import Limit, MonteCarloPlayer, create


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("4x4 hex - 1b2/1b2/1bw1/w2w b", {"b4"}),
        ("4x4 hex - 1b2/ww1w/1b2/b3 w", {"c2"}),
        ("4x4 hex - 1b2/1b2/1bw1/w2b w", {"b4"}),
        ("3x3 square - 1b1/1b1/w1w b", {"b3"}),
    ],
)
def test_wins_and_blocks(line, right):
    board = Board.from_string(line)
    assert board.name(MonteCarloPlayer(2000, seed=1).play(board, Limit()).move) in right


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_plays_every_board_to_its_end_without_a_swap(spec):
    board, player = make(spec), MonteCarloPlayer(20, seed=3)
    while board.outcome() is None:
        move = player.play(board, Limit()).move
        assert move != SWAP
        board.push(move)


def test_same_seed_same_game_on_any_number_of_threads():
    def game(seed, threads=1):
        board, player = Board(5), MonteCarloPlayer(50, threads, seed)
        while board.outcome() is None:
            board.push(player.play(board, Limit()).move)
        return board.moves

    assert game(1) == game(1) == game(1, threads=3)
    assert game(1) != game(2)


def test_playouts_and_limits():
    board = Board(4)
    assert MonteCarloPlayer(30).play(board, Limit()).info.nodes == 30 * 16
    assert MonteCarloPlayer().play(board, Limit()).info.nodes == 1000 * 16
    assert MonteCarloPlayer().play(board, Limit(visits=640)).info.nodes == 640
    assert MonteCarloPlayer(30).play(board, Limit(time=60)).info.nodes == 30 * 16
    started = time.perf_counter()
    MonteCarloPlayer().play(board, Limit(time=0.1))
    assert time.perf_counter() - started >= 0.1
    assert within(0.4, started)


def test_stop_from_another_thread():
    player, stopped = MonteCarloPlayer(threads=2), []

    def stop():
        stopped.append(time.perf_counter())
        player.stop()

    threading.Timer(0.1, stop).start()
    player.play(Board(14), Limit(time=20))
    assert within(0.25, stopped[0])


def test_analysis_streams_the_best_first():
    infos = list(MonteCarloPlayer().analyse(Board(9), Limit(time=0.35), lines=2))
    assert len(infos) % 2 == 0
    assert len(infos) >= 4
    last, second = infos[-2:]
    assert last.win_probability >= second.win_probability
    assert last.cells[last.move] == last.win_probability


def test_a_finished_game_has_no_move():
    board = Board(1)
    board.push(0)
    with pytest.raises(GameOverError):
        MonteCarloPlayer().play(board, Limit())


def test_the_swap():
    player = MonteCarloPlayer(20, seed=1)
    board = Board(4, swap="pieces")
    assert board.is_legal(player.propose_opening(board))
    corner = board.push_str("a1")
    assert player.accept_opening(board, corner) is True
    board.pop()
    strong = board.push_str("b3")
    assert player.accept_opening(board, strong) is False


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("montecarlo:playouts=0", "playouts must be at least 1"),
        ("montecarlo:threads=0", "threads are 1 to 256"),
        ("montecarlo:time=1", "'time=1' is not an option of montecarlo"),
    ],
)
def test_bad_options(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)
