"""The position line."""

import pytest

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.errors import HexmateError, MalformedError, SizeError

LINES = [
    "11x11 hex - 11/11/11/11/11/11/11/11/11/11/11 b",
    "3x3 hex pieces 3/1b1/3 w",
    "3x3 hex sides/used 3/1b1/3 w",
    "2x4 offset sides bwbw/4 b",
    "3x3 square - 3/ww1/2b w",
    "2x4 triangle pieces 4/2b1 w",
    "1x12 hex - 10bw w",
]


@pytest.mark.parametrize("line", LINES)
def test_lines_read_and_write(line):
    board = Board.from_string(line)
    assert board.to_string() == line
    assert Board.from_string(f"  {line}\n") == board


def test_the_right_to_swap_is_in_the_line():
    board = Board(3, swap="sides")
    board.push_str("b2")
    assert Board.from_string(board.to_string()).swap_available
    board.push_str("swap")
    again = Board.from_string(board.to_string())
    assert again == board
    assert not again.swap_available
    assert again.turn is WHITE


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("", MalformedError, "as in"),
        ("hello", MalformedError, "as in"),
        ("3x3 hex - 3/3/3", MalformedError, "as in"),
        ("3x3 hex - 3/3 b", MalformedError, "2 rows of stones, not 3"),
        ("3x3 hex - 3/4/3 b", MalformedError, "row 2"),
        ("3x3 hex - 3/2/3 b", MalformedError, "row 2 of the position has 2 cells, not 3"),
        ("3x3 hex - 3/99999999/3 b", MalformedError, "row 2"),
        ("3x3 hex - 3/3/3 x", MalformedError, "as in"),
        ("0x0 hex - 3 b", MalformedError, "rows"),
        ("99x1 hex - " + "/".join("1" * 99) + " b", SizeError, "1 to 32"),
        ("3x3 blob - 3/3/3 b", SizeError, "hex, offset"),
        ("3x3 hex what 3/3/3 b", SizeError, "pieces, sides"),
        ("2x3 hex pieces 3/3 b", SizeError, "swap-sides"),
        ("3" * 10**6, MalformedError, "as in"),
    ],
)
def test_lines_that_are_wrong(line, error, says):
    with pytest.raises(error, match=says) as caught:
        Board.from_string(line)
    assert isinstance(caught.value, HexmateError)
