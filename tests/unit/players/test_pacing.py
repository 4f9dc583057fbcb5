"""Time for a move under a clock: what makes it longer or shorter, and that no clock runs out."""

import itertools
import random
from dataclasses import dataclass

import numpy as np
import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.referee import play_game
from hexmate.arena.terms import Pairing, Terms
from hexmate.board import Board
from hexmate.nets.evaluator import UniformEvaluator
from hexmate.players import Clock, Limit, MctsPlayer
from hexmate.players.pacing import MoveBudget, MovePace


@dataclass
class Move:
    move: int
    visits: int
    win_probability: float = 0.5
    proven: float | None = None


def wanted(*reports, usual=1.0):
    """What a pace wants after the last of the reports, each given with its second."""
    pace = MovePace(MoveBudget(usual, 3 * usual))
    return [pace.wants(moves, seconds) for seconds, moves in reports][-1]


def report(first=60, second=20, move=0, share=0.5):
    return [Move(move, first, share), Move(9 - move, second, share)]


def test_contested_moves_get_more_time_than_clear_ones():
    level, usual, clear = (wanted((0.5, report(60, second))) for second in (60, 20, 0))
    assert clear < 0.5 < usual < 1 < level


def test_a_best_move_that_changes_gets_more_time():
    steady = wanted((0.1, report(move=0)), (0.5, report(move=0)))
    early = wanted((0.1, report(move=0)), (0.2, report(move=1)), (0.8, report(move=1)))
    late = wanted((0.1, report(move=0)), (0.7, report(move=1)), (0.8, report(move=1)))
    assert steady < early < late


def test_a_win_probability_that_falls_gets_more_time():
    rising, falling = (
        wanted((0.1, report(share=0.5)), (0.5, report(share=share))) for share in (0.6, 0.4)
    )
    assert falling > 1.3 * rising


@pytest.mark.parametrize("share", [0.02, 0.98])
def test_a_decided_game_gets_less(share):
    assert wanted((0.5, report(share=share))) < 0.5 * wanted((0.5, report()))


def test_a_forced_move_gets_none():
    forced = [Move(0, 3), Move(1, 2, proven=0.0), Move(2, 0, proven=0.0)]
    assert wanted((0.1, forced)) == 0
    assert wanted((0.1, forced[:1])) == 0
    assert wanted((0.1, [*forced, Move(3, 1)])) > 0


def test_no_move_gets_more_than_the_most():
    pace = MovePace(MoveBudget(1.0, 1.2))
    moves = itertools.cycle([report(50, 50, 0, 0.6), report(50, 50, 1, 0.3)])
    assert max(pace.wants(next(moves), second / 10) for second in range(1, 60)) == 1.2


@pytest.mark.parametrize("empty", [121, 60, 5])
@pytest.mark.parametrize("increment", [0.0, 1.0])
def test_budgets_leave_something_on_the_clock(empty, increment):
    board = Board(11)
    for cell in range(121 - empty):
        board.push(cell)
        if board.outcome() is not None:
            board.pop()
            break
    for left in (0.01, 0.1, 1, 10, 1000):
        clock = Clock(left, left, increment)
        budget = MoveBudget.of(board, Limit(clock=clock))
        assert 0 <= budget.usual <= budget.most <= 0.5 * left
        assert MoveBudget.of(board, Limit(time=0.001, clock=clock)).most <= 0.001
    assert MoveBudget.of(board, Limit(time=1)) is None


@pytest.mark.parametrize(
    ("main", "increment", "lag"), [(60, 1, 0.2), (300, 0, 0.2), (5, 0.3, 0.1), (1, 1, 0.1)]
)
def test_clocks_never_run_out_although_every_answer_comes_late(main, increment, lag):
    for seed in range(3):
        rng, board, left = random.Random(seed), Board(11), float(main)
        for _ in range(55):
            pace = MovePace(MoveBudget.of(board, Limit(clock=Clock(left, left, increment))))
            seconds, step = 0.0, rng.uniform(0.005, 0.02)
            while True:
                seconds += step
                moves = report(50, rng.randrange(51), rng.randrange(2), rng.random())
                if seconds + step >= pace.wants(moves, seconds):
                    break
            left -= seconds + lag
            assert left > 0
            left += increment
            for _ in range(2):
                board.push(rng.choice(list(board.legal_moves)))
                if board.outcome() is not None:
                    board.pop()


class Watch:
    """A clock that goes on by a hundredth of a second whenever it is read."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        self.seconds += 0.01
        return self.seconds


class Blurred(UniformEvaluator):
    """Knows nothing, but not the same of every position."""

    def evaluate(self, views):
        logits, wins = super().evaluate(views)
        return logits, wins + np.float32(0.1) * (views[:, 2, 2] == 1).astype(np.float32)


@pytest.mark.parametrize("control", ["1+0.1", "4", "1"])
def test_games_by_the_clock_end_on_the_board(control, monkeypatch):
    watch = Watch()
    monkeypatch.setattr("hexmate.players.mcts.perf_counter", watch)
    terms = Terms("5x5 hex - 5/5/5/5/5 b", TimeControl.parse(control))
    pairing = Pairing(0, "mcts", "mcts", ("a2",), 1)
    game = play_game(terms, pairing, lambda *_: MctsPlayer(Blurred()), now=watch)
    assert game.reason == "connection"
    assert len(game.times) > 8
    assert max(game.times) > 0.05
