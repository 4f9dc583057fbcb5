"""Openings: every single stone, balanced stones, and files."""

import json
from pathlib import Path

import pytest

from hexmate.arena.openings import openings
from hexmate.board import Board
from hexmate.errors import ArenaError
from hexmate.records import save

ORACLE = Path(__file__).parents[2] / "data" / "oracles" / "fair_openings_11.json"


def test_none_is_one_empty_opening():
    assert openings("none", Board(11, swap="pieces")) == [()]


def test_all_are_the_stones_that_leave_a_game():
    assert len(openings("all", Board(11))) == 121
    assert openings("all", Board((1, 2))) == []
    assert openings("all", Board((2, 1))) == [("a1",), ("a2",)]
    assert len(openings("all", Board.from_string("3x3 hex - 3/1b1/2w b"))) == 7


def test_balanced_openings_of_11x11_are_the_known_ones():
    listed = [(name,) for name in json.loads(ORACLE.read_text("utf-8"))["fair"]]
    assert openings("balanced", Board(11)) == listed
    assert openings("balanced", Board(11, shape="square")) != listed


@pytest.mark.parametrize(
    ("board", "names"),
    [
        (Board(5), "a2 a3 a4 e4 e3 e2"),
        (Board((4, 6)), "a2 a3 f3 f2"),
        (Board(6, shape="offset"), "a3 a4 a5 f4 f3 f2"),
        (Board(3, shape="triangle"), "a2 f2"),
        (Board(1), ""),
        (Board(2), "a1 b2"),
    ],
)
def test_balanced_openings_elsewhere(board, names):
    assert openings("balanced", board) == [(name,) for name in names.split()]


def test_balanced_openings_need_an_empty_board():
    with pytest.raises(ArenaError, match="empty board"):
        openings("balanced", Board.from_string("3x3 hex - 3/1b1/2w b"))


def test_a_file_of_move_lists(tmp_path):
    file = tmp_path / "book.txt"
    file.write_text("\ufeffa2 b3\n\n  C3,d1 a1\nb2 swap-pieces\n", "utf-8")
    board = Board(4, swap="pieces")
    assert openings(str(file), board) == [("a2", "b3"), ("C3", "d1", "a1"), ("b2", "swap-pieces")]


@pytest.mark.parametrize("name", ["book.sgf", "book.jsonl", "book.moves"])
def test_a_file_of_records(tmp_path, name):
    from hexmate.game import Game

    file, games = tmp_path / name, []
    for moves in ("a2 b3", "c3"):
        game = Game(5)
        node = game.root
        for move in moves.split():
            node = node.add_variation(move)
        games.append(game)
    save(games, file)
    assert openings(str(file), Board(5)) == [("a2", "b3"), ("c3",)]
    with pytest.raises(ArenaError, match=f"{name}, opening 1: it must start from an empty"):
        openings(str(file), Board(6))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("a2\nb2 b2\n", "opening 2: b2 is occupied"),
        ("a2\nz9\n", "opening 2: z9 is off the 3x3 board"),
        ("a2\nlorem\n", "opening 2: 'lorem' is not a cell"),
        ("b1 a1 b2 a2 b3\n", "opening 1: the game is already over after it"),
        ("a2 swap\n", "opening 1: .*swap"),
        ("", "contains no openings"),
        ("\n\n", "contains no openings"),
        ("lorem ipsum", "the openings cannot be read"),
        ("(;GM[11]SZ[3]AB[b2])", "opening 1: it must start from an empty"),
        ("(;GM[11]SZ[3];B[b2];W[swap-sides])", "opening 1: it was played with another swap rule"),
    ],
)
def test_a_bad_file_is_one_error(tmp_path, content, says):
    file = tmp_path / "book.txt"
    file.write_text(content, "utf-8")
    with pytest.raises(ArenaError, match=says):
        openings(str(file), Board(3))


@pytest.mark.filterwarnings("ignore::hexmate.errors.RecordWarning")
@pytest.mark.parametrize("moves", [";B[b2];B[a1]", ";W[b2];B[a1]"])
def test_moves_of_other_colours_than_they_would_have_here(tmp_path, moves):
    file = tmp_path / "book.sgf"
    file.write_text(f"(;GM[11]SZ[3]{moves})", "utf-8")
    with pytest.raises(ArenaError, match="opening 1: a colour moves out of turn"):
        openings(str(file), Board(3))


def test_a_missing_file(tmp_path):
    with pytest.raises(ArenaError, match=r"book\.txt: no such file"):
        openings(str(tmp_path / "book.txt"), Board(3))
