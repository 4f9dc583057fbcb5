"""Boards as commands: which stones and moves are told, in whose words, and what is left to tell."""

import pytest

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.coords import PASS
from hexmate.errors import PlayerError
from hexmate.htp.dialect import SWAPS, EngineDialect, Script, script_of, steps


def board(line="5x5 hex - 5/5/5/5/5 b", moves=""):
    made = Board.from_string(line)
    for word in moves.split():
        made.push_str(word)
    return made


EMPTY = {rule: f"5x5 hex {rule} 5/5/5/5/5 b" for rule in ("pieces", "sides")}


@pytest.mark.parametrize(
    ("made", "dialect", "plays"),
    [
        (board(moves="a1 b2"), EngineDialect(), "black a1, white b2"),
        (board(moves="a1 b2"), EngineDialect(("red", "blue")), "red a1, blue b2"),
        (board("3x3 hex - b2/bw1/3 w"), EngineDialect(), "black a1, white b2, black a2"),
        (board("3x3 hex - 3/1w1/3 b", "c3"), EngineDialect(), "white b2, black c3"),
        # A swap is told as a move where the engine has a word for it ...
        (board(EMPTY["pieces"], "b1 swap"), EngineDialect(swaps=SWAPS["pieces"]),
         "black b1, white swap-pieces"),
        (board(EMPTY["sides"], "b1 swap c3"), EngineDialect(swaps=SWAPS["sides"]),
         "black b1, white swap-pieces, white c3"),
        (board(EMPTY["sides"], "b1 swap"), EngineDialect(swaps={"sides": "swap"}),
         "black b1, white swap"),
        # ... and else as the stones that it left.
        (board(EMPTY["pieces"], "b1 swap c3"), EngineDialect(swaps=SWAPS["sides"]),
         "white a2, black c3"),
        (board(EMPTY["sides"], "b1 swap c3"), EngineDialect(), "black b1, white c3"),
        (board("5x5 hex pieces 1b3/5/5/5/5 w", "swap"), EngineDialect(), "white a2"),
    ],
)  # fmt: skip
def test_plain_scripts(made, dialect, plays):
    script = script_of(made, dialect)
    assert script.start == (f"boardsize {made.cols} {made.rows}", "clear_board")
    assert script.plays == tuple(f"play {play}" for play in plays.split(", "))


def test_passes_and_turns_need_no_words():
    made = board(moves="a1")
    made.push(PASS)
    made.push_str("b2")
    made.push_str("c3", WHITE)
    assert script_of(made, EngineDialect()).plays == tuple(
        f"play {play}" for play in ("black a1", "black b2", "white c3")
    )


def test_old_engines_have_no_clear_board_and_columns_come_first():
    assert script_of(Board((3, 7)), EngineDialect(clears=False)).start == ("boardsize 7 3",)


def test_other_shapes_need_an_engine_of_ours():
    made = board("2x4 triangle sides 4/4 b", "b1 swap pass a1")
    with pytest.raises(PlayerError, match="boards of the hex shape, not on triangle"):
        script_of(made, EngineDialect())
    assert script_of(made, EngineDialect(private=True)) == Script(
        ("set_position 2x4 triangle sides 4/4 b",),
        ("play black b1", "play white swap-sides", "play white pass", "play black a1"),
    )


@pytest.mark.parametrize(
    ("had", "wanted", "expected"),
    [
        ("a b", "a b", ""),
        ("a b", "a b c d", "c d"),
        ("a b c", "a b d", "undo d"),
        ("a b c", "a b", "undo"),
        ("a b c", "d", "START d"),
        ("a b c d", "a e f", "START a e f"),
        (None, "a", "START a"),
    ],
)
def test_steps(had, wanted, expected):
    def script(words):
        return None if words is None else Script(("START",), tuple(words.split()))

    assert steps(script(had), script(wanted)) == expected.split()
    without_undo = steps(script(had), script(wanted), can_undo=False)
    assert "undo" not in without_undo
    if "undo" in expected:
        assert without_undo == ["START", *wanted.split()]


def test_another_board_is_begun_anew():
    assert steps(Script(("boardsize 3 3",), ("a",)), Script(("boardsize 4 4",), ("a",))) == [
        "boardsize 4 4",
        "a",
    ]
