"""The counts of the oracle."""

import json
from pathlib import Path

import pytest

from hexmate.board import Board, perft
from hexmate.errors import MalformedError

ORACLE = json.loads(
    (Path(__file__).parents[1] / "data" / "oracles" / "perft.json").read_text("utf-8")
)


@pytest.mark.parametrize(("size", "counts"), ORACLE["boards"].items())
def test_oracle(size, counts):
    rows, cols = map(int, size.split("x"))
    assert [perft(Board((rows, cols)), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("swap", ["pieces", "sides"])
def test_the_swap_is_one_more_second_move(swap):
    assert perft(Board(11, swap=swap), 2) == 14641


def test_a_finished_game_has_no_continuation():
    board = Board(1)
    board.push(0)
    assert perft(board, 0) == 1
    assert perft(board, 1) == 0


def test_a_negative_depth_is_an_error():
    with pytest.raises(MalformedError, match="0 or more"):
        perft(Board(3), -1)
