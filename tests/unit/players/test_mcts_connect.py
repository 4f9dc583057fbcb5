"""Connections inside the tree search, and a solver beside it."""

import random
from dataclasses import replace

import pytest
from support.connect_games import random_position

from hexmate.board import Board
from hexmate.nets.evaluator import UniformEvaluator
from hexmate.players import Limit, MctsPlayer, create
from hexmate.solve import Solver, Verdict


def lost_and_won(size: tuple[int, int], count: int, rng: random.Random) -> list[Board]:
    """Random open positions."""
    boards = (random_position("hex", size, rng.randrange(2, 9), rng) for _ in range(count))
    return [board for board in boards if board.outcome() is None]


@pytest.mark.parametrize("connect", [1, 2, 16])
@pytest.mark.parametrize("size", [(5, 5), (4, 6)])
def test_what_is_proven_is_true(connect, size, rng):
    solver, proven = Solver(16), 0
    for board in lost_and_won(size, 12, rng):
        player = MctsPlayer(UniformEvaluator(), visits=60, connect=connect)
        result = player.play(board, Limit())
        verdicts = solver.moves(board)
        if result.info.proven:
            proven += 1
            won = verdicts[result.move] is Verdict.WIN
            assert result.info.win_probability == float(won)
        for line in player.analyse(board, Limit(visits=60), lines=50):
            if line.proven:
                assert (verdicts[line.move] is Verdict.WIN) == (line.win_probability == 1)
    assert proven > 5


def test_a_won_position_is_won_and_told_at_once(rng):
    """With connections at the root alone, without a network that knows anything."""
    solver = Solver(16)
    player = MctsPlayer(UniformEvaluator(), visits=20, connect=1000)
    board = Board(5)
    told = []
    while board.outcome() is None:
        result = player.play(board, Limit())
        told.append(result.info.proven)
        board.push(result.move)
        assert solver.solve(board).verdict is Verdict.LOSS
        if board.outcome() is None:
            board.push(rng.choice(list(board.legal_moves)))
    assert all(told)
    assert len(told) <= 10


def test_without_connections_nothing_changes(rng):
    for board in lost_and_won((6, 6), 5, rng):
        plain = MctsPlayer(UniformEvaluator(), visits=100)
        off = MctsPlayer(UniformEvaluator(), visits=100, connect=0)
        one, two = (player.play(board, Limit()) for player in (plain, off))
        assert replace(one.info, time=None) == replace(two.info, time=None)


def test_a_solver_beside_the_search_finds_the_win():
    board = Board(6)
    player = MctsPlayer(UniformEvaluator(), solver=True)
    result = player.play(board, Limit(time=60))
    assert result.info.proven
    assert result.info.time < 60
    board.push(result.move)
    assert Solver().solve(board).verdict is Verdict.LOSS
    answer = player.play(board, Limit(time=2))
    assert answer.info.proven
    assert answer.info.win_probability == 0
    player.close()


def test_options_by_name():
    player = create("mcts:net=small,visits=8,connect=4,solver=on")
    assert player.play(Board(7), Limit()).move in Board(7).legal_moves
    player.close()
