"""Ladders: what is proven of the positions, and that a short search is right about them."""

import json
from pathlib import Path

import pytest

from hexmate.benchmark_positions import evaluate_player, read_positions
from hexmate.color import BLACK
from hexmate.players import Limit, MctsPlayer
from hexmate.solve import Solver, Verdict

TEXT = (Path(__file__).parents[2] / "data" / "oracles" / "ladders.json").read_text("utf-8")
RAW = json.loads(TEXT)["positions"]
POSITIONS = read_positions(TEXT)
SMALL = [number for number, raw in enumerate(RAW) if raw["size"] <= 8]


def test_there_are_thirty_of_every_kind():
    assert len(POSITIONS) == len({each.board.to_string() for each in POSITIONS}) == 30
    for won in (True, False):
        for turn in (True, False):
            assert sum(p.won is won and (p.board.turn is BLACK) is turn for p in POSITIONS) >= 3


@pytest.mark.parametrize("number", SMALL[::2])
def test_the_answers_are_proven(number):
    position, solver = POSITIONS[number], Solver(16)
    verdicts = solver.moves(position.board)
    winning = {move for move, verdict in verdicts.items() if verdict is Verdict.WIN}
    assert winning == (position.winning_moves or set())
    assert bool(winning) is position.won


@pytest.mark.parametrize("number", range(30))
def test_each_ladder_is_forced(number):
    """Each push threatens to connect: the side that is pushed answers on the edge, move by move."""
    raw, board = RAW[number], POSITIONS[number].board.copy()
    moves = [board.parse(name) for name in raw["ladder"]]
    assert len(moves) in (5, 6)
    pushed = board.turn if len(moves) == 5 else board.turn.other
    for move in moves:
        assert board.outcome() is None
        if board.turn is pushed:
            other = board.copy()
            other.push(next(each for each in board.legal_moves if each != move))
            other.push(move)
            assert other.outcome().winner is pushed.other
        board.push(move)


def test_a_short_search_is_right():
    """A dose of what the soak runs in full."""
    player = MctsPlayer("small", device="int8", visits=400)
    score = evaluate_player(player, Limit(), POSITIONS[::3])
    assert (score.moves_right, score.winners_right) == (score.moves, score.winners)
    assert score.winners == 10
