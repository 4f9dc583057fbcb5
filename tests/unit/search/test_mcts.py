"""The core's tree search with a table for a network: what it must agree with, count and prove."""

import threading

import numpy as np
import pytest
from support import slow_mcts
from support.table_net import answer, look_up, think

from hexmate import _core
from hexmate.board import Board
from hexmate.errors import GameOverError, PlayerError, SizeError

POSITIONS = [
    "3x3 hex - 3/3/3 b",
    "4x4 hex - 4/1b2/4/4 w",
    "3x5 hex - 5/2b2/1w3 b",
    "5x3 hex - 3/3/1b1/3/3 w",
    "5x5 hex - 5/5/2b2/1w3/5 b",
    "6x6 hex sides 6/6/3b2/6/6/6 w",
    "7x7 hex - 7/7/7/7/7/7/7 b",
]


@pytest.mark.parametrize("line", POSITIONS)
@pytest.mark.parametrize("visits", [1, 2, 50, 700])
def test_agrees_with_the_plain_reference_move_for_move(line, visits):
    board = Board.from_string(line)
    root = slow_mcts.search(board, visits, look_up)
    report = think(board, visits, see_bridges=False)
    assert {m.move: m.visits for m in report.moves if m.visits} == root.visits
    assert report.proven == (None if root.won is None else float(root.won))
    for move in report.moves:
        assert move.prior == pytest.approx(root.priors[move.move], rel=1e-4)
        if move.proven is None and move.visits:
            mean = root.values[move.move] / root.visits[move.move]
            assert move.win_probability == pytest.approx(mean, abs=1e-4)
        elif move.proven is not None:
            assert move.proven == float(root.results[move.move])


@pytest.mark.parametrize("batch", [1, 3, 8])
def test_whole_games_follow_the_reference_or_stay_legal(batch):
    board = Board(4)
    while board.outcome() is None:
        report = think(board, 100, batch, see_bridges=False)
        assert sum(move.visits for move in report.moves) == report.visits
        if batch == 1:
            root = slow_mcts.search(board, 100, look_up)
            if root.won is None:
                assert root.visits[report.moves[0].move] == max(root.visits.values())
        board.push(report.moves[0].move)


def test_batches_look_at_different_leaves():
    search = _core.Mcts()
    search.start(Board(7))
    views = np.zeros((8, 49), np.uint8)
    assert answer(search, views) == 1
    assert answer(search, views) == 8
    assert len({view.tobytes() for view in views}) == 8


def test_gumbel_shares_few_visits_among_candidates():
    report = think(Board(6), 16, gumbel_visits=16, candidates=4)
    assert sorted(m.visits for m in report.moves if m.visits) == [2, 2, 6, 6]
    assert report.moves[0].visits == 6


def test_threads_may_share_a_search():
    search = _core.Mcts()
    search.start(Board(6))

    def work():
        views = np.zeros((4, 36), np.uint8)
        while search.report().visits < 300:
            answer(search, views)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report = search.report()
    assert report.visits >= 300
    assert sum(move.visits for move in report.moves) == report.visits


def test_what_cannot_be_searched_is_refused():
    search = _core.Mcts()
    with pytest.raises(SizeError, match="hex shape"):
        search.start(Board(4, shape="square"))
    over = Board(1)
    over.push(0)
    with pytest.raises(GameOverError):
        search.start(over)
    search.start(Board(4))
    with pytest.raises(PlayerError, match="16 cells a row"):
        search.gather(np.zeros((2, 9), np.uint8))
    tickets = search.gather(np.zeros((2, 16), np.uint8))
    with pytest.raises(PlayerError, match="fewer answers than leaves"):
        search.scatter(tickets, np.zeros((0, 16), np.float32), np.zeros(0, np.float32))
    with pytest.raises(PlayerError, match="candidates are 1 or more"):
        _core.Mcts(candidates=0)
