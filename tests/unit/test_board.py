"""The board's own vocabulary: moves, text, copies, endings."""

import copy
import pickle

import numpy as np
import pytest

from hexmate.board import Board, Group
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import (
    GameOverError,
    HexmateError,
    IllegalMoveError,
    MalformedError,
    NoMoveError,
    OccupiedError,
    OffBoardError,
    PlayerError,
    SizeError,
    SwapError,
)
from hexmate.outcome import Outcome, Termination


def played(moves: str, size=5, **options) -> Board:
    board = Board(size, **options)
    for move in moves.split():
        board.push_str(move)
    return board


def test_sizes_and_defaults():
    board = Board()
    assert (board.rows, board.cols, board.shape, board.swap) == (11, 11, "hex", None)
    assert (board.turn, board.ply, board.moves) == (BLACK, 0, [])
    wide = Board((3, 7), shape="offset", swap="sides")
    assert (wide.rows, wide.cols, wide.num_cells) == (3, 7, 21)
    triangle = Board(4, shape="triangle")
    assert (triangle.rows, triangle.cols) == (4, 8)
    assert Board((4, 8), shape="triangle") == triangle
    assert Board(32).num_cells == 1024
    assert Board(22, shape="triangle").num_cells == 968


@pytest.mark.parametrize(
    ("size", "options", "says"),
    [
        (0, {}, "1 to 32"),
        (33, {}, "1 to 32"),
        ((3, 0), {}, "1 to 32"),
        (-1, {}, "1 to 32"),
        ((1, 2, 3), {}, "rows, cols"),
        ("big", {}, "rows, cols"),
        (23, {"shape": "triangle"}, "1 to 22"),
        ((4, 4), {"shape": "triangle"}, "8 columns"),
        (5, {"shape": "round"}, "hex, offset, square or triangle"),
        (5, {"swap": "maybe"}, "pieces, sides or None"),
        ((3, 4), {"swap": "pieces"}, "use swap-sides"),
        (4, {"shape": "offset", "swap": "pieces"}, "use swap-sides"),
    ],
)
def test_boards_that_cannot_be(size, options, says):
    with pytest.raises(SizeError, match=says):
        Board(size, **options)


def test_moves_as_text():
    board = Board((3, 5), swap="sides")
    assert board.push_str(" E3 ") == 14
    assert board.peek() == 14
    assert board.parse("swap") == board.parse("swap-sides") == SWAP
    assert board.parse("PASS") == PASS
    assert [board.name(m) for m in (0, 14, SWAP, PASS)] == ["a1", "e3", "swap-sides", "pass"]


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", MalformedError, "as in c3"),
        ("33", MalformedError, "as in c3"),
        ("c", MalformedError, "as in c3"),
        ("c0", MalformedError, "as in c3"),
        ("c" * 5000, MalformedError, "as in c3"),
        ("f1", OffBoardError, "columns are a to e, rows 1 to 3"),
        ("a4", OffBoardError, "columns are a to e, rows 1 to 3"),
        ("b2", OccupiedError, "occupied by Black"),
        ("swap-pieces", SwapError, "swap-sides"),
    ],
)
def test_refused_text(text, error, says):
    board = Board((3, 5), swap="sides")
    board.push_str("b2")
    with pytest.raises(error, match=says):
        board.push_str(text)
    assert board.moves == [6]


@pytest.mark.parametrize(("move", "error"), [(15, OffBoardError), (-3, OffBoardError)])
def test_refused_numbers(move, error):
    with pytest.raises(error):
        Board((3, 5)).push(move)


def test_errors_are_hexmate_errors_and_builtins():
    assert issubclass(IllegalMoveError, (HexmateError, ValueError))
    assert issubclass(MalformedError, ValueError)
    assert issubclass(GameOverError, RuntimeError)
    assert issubclass(NoMoveError, IndexError)
    assert not issubclass(MalformedError, IllegalMoveError)
    assert not issubclass(GameOverError, IllegalMoveError)


def test_a_player_that_does_not_exist():
    for call in (lambda b: b.push(0, 2), lambda b: b.stones(7), lambda b: b.groups(-1)):
        with pytest.raises(PlayerError, match="BLACK"):
            call(Board(3))


def test_nothing_to_take_back():
    for call in (Board(3).pop, Board(3).peek):
        with pytest.raises(NoMoveError):
            call()


def test_out_of_turn_stones_are_undone_by_pop():
    board = Board(4)
    board.push_str("a1", WHITE)
    assert (board["a1"], board.turn) == (WHITE, BLACK)
    board.push_str("b1", BLACK)
    board.push_str("c1", color=BLACK)
    assert board.played == [(WHITE, 0), (BLACK, 1), (BLACK, 2)]
    assert [board.pop(), board.turn] == [2, WHITE]
    assert [board.pop(), board.turn] == [1, BLACK]
    assert [board.pop(), board.turn] == [0, BLACK]


def test_swap_pieces():
    board = played("b1 swap", swap="pieces")
    assert (board["b1"], board["a2"], board.turn) == (None, WHITE, BLACK)
    assert board.moves == [1, SWAP]
    assert board.pop() == SWAP
    assert (board["b1"], board["a2"], board.turn, board.swap_available) == (
        BLACK,
        None,
        WHITE,
        True,
    )


def test_swap_sides():
    board = played("b1 swap-sides", swap="sides")
    assert (board["b1"], board.turn, board.swap_available) == (BLACK, WHITE, False)
    with pytest.raises(SwapError):
        board.push(SWAP)
    board.push_str("c3")
    assert (board["c3"], board.turn) == (WHITE, BLACK)


@pytest.mark.parametrize(
    ("moves", "options", "says"),
    [
        ("a1", {}, "without the swap rule"),
        ("", {"swap": "pieces"}, "first stone"),
        ("a1 b1", {"swap": "pieces"}, "first stone"),
        ("pass", {"swap": "pieces"}, "first stone"),
        ("pass pass a1", {"swap": "sides"}, "first stone"),
    ],
)
def test_no_swap(moves, options, says):
    board = played(moves, **options)
    assert not board.swap_available
    assert SWAP not in board.legal_moves
    with pytest.raises(SwapError, match=says):
        board.push(SWAP)


def test_text_is_for_push_str():
    board = Board(5)
    for arguments in (("c3",), ("c3", WHITE), ("swap",)):
        with pytest.raises(TypeError, match=rf"use push_str\('{arguments[0]}'\)"):
            board.push(*arguments)
    assert board.ply == 0


def test_black_cannot_swap():
    board = played("a1", swap="pieces")
    with pytest.raises(SwapError):
        board.push(SWAP, BLACK)


def test_legal_moves():
    board = played("a1", size=3, swap="pieces")
    moves = board.legal_moves
    assert len(moves) == 9
    assert list(moves) == [1, 2, 3, 4, 5, 6, 7, 8, SWAP]
    assert 1 in moves
    assert np.int64(1) in moves
    assert SWAP in moves
    assert 0 not in moves
    assert PASS not in moves
    assert "b1" not in moves
    assert 10**30 not in moves
    assert board.is_legal(PASS)
    assert moves.mask().shape == (3, 3)
    assert moves.mask().sum() == 8
    assert not moves.mask()[0, 0]
    board.push_str("b2")
    assert len(moves) == 7, "the view follows the board"


def test_game_over():
    board = played("b2 a1 b1 c1 a3", size=3)
    assert board.outcome() == Outcome(Termination.CONNECTION, BLACK)
    assert board.outcome().result() == "B+"
    assert list(board.legal_moves) == []
    assert not board.is_legal(PASS)
    for move in (8, PASS, SWAP):
        with pytest.raises(GameOverError, match="Black has won"):
            board.push(move)
    board.pop()
    assert board.outcome() is None


@pytest.mark.parametrize(
    ("end", "termination", "result"),
    [
        ("resign", Termination.RESIGNATION, "W+Resign"),
        ("forfeit", Termination.FORFEIT, "W+Forfeit"),
        ("time_out", Termination.TIMEOUT, "W+Time"),
    ],
)
def test_endings_that_are_not_moves(end, termination, result):
    board = played("a1 b2")
    getattr(board, end)()
    assert board.outcome() == Outcome(termination, WHITE)
    assert board.outcome().result() == result
    assert board.ply == 2
    with pytest.raises(GameOverError):
        getattr(board, end)()
    again = pickle.loads(pickle.dumps(board))
    assert again.outcome() == board.outcome()
    assert board != played("a1 b2")
    board.reopen()
    assert board == played("a1 b2")
    getattr(board, end)(WHITE)
    assert board.outcome().winner is BLACK
    board.pop()
    assert board.outcome() is None


def test_a_draw():
    board = played("a1 b1 b2 a2", size=2, shape="square")
    assert board.outcome() == Outcome(Termination.FULL_BOARD, None)
    assert board.outcome().result() == "Draw"
    with pytest.raises(GameOverError, match="draw"):
        board.push(PASS)


def test_setup():
    board = Board.setup(["b2", 0], ["c3"], size=4)
    assert board.turn is WHITE
    assert board.ply == 0
    assert (board["b2"], board["a1"], board["c3"], board[0, 1]) == (BLACK, BLACK, WHITE, None)
    with pytest.raises(NoMoveError):
        board.pop()
    with pytest.raises(OccupiedError):
        Board.setup(["b2"], ["b2"], size=4)
    with pytest.raises(OffBoardError):
        Board.setup([99], size=4)
    assert Board.setup(["a1"], turn=WHITE, size=3, swap="pieces").swap_available
    assert Board.setup(black=["a1", "a2", "a3"], size=3).outcome().winner is BLACK


def test_arrays():
    board = played("a1 c2 b3", size=(3, 4))
    array = board.to_array()
    assert array.dtype == np.int8
    assert array.tolist() == [[1, 0, 0, 0], [0, 0, 2, 0], [0, 1, 0, 0]]
    array[0, 0] = 2
    assert board["a1"] is BLACK, "an array is a copy"
    assert Board.from_array(board.to_array()) == board
    assert Board.from_array(board.to_array().reshape(-1), size=(3, 4)) == board


@pytest.mark.parametrize(
    ("cells", "size", "error", "says"),
    [
        ([0] * 8, 3, SizeError, "9 cells, not 8"),
        ([0] * 9, None, SizeError, "needs its size"),
        ([0] * 8 + [3], 3, MalformedError, "0 .empty., 1"),
    ],
)
def test_arrays_that_do_not_fit(cells, size, error, says):
    with pytest.raises(error, match=says):
        Board.from_array(cells, size=size)


def test_groups():
    board = Board.setup(["a1", "a2", "c3"], ["d4"], size=4)
    assert board.groups(BLACK) == [Group((0, 4), ("top",)), Group((10,), ())]
    assert board.groups(WHITE) == [Group((15,), ("right",))]


def test_copies_are_independent():
    board = played("a1 b2", swap="pieces")
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert twin == board
        twin.push_str("c3")
        assert twin != board
        assert board.ply == 2


def test_root():
    board = Board.setup(["a1"], ["b2"], size=4)
    board.push_str("c3")
    board.resign()
    assert board.root() == Board.setup(["a1"], ["b2"], size=4)
    assert board.outcome() is not None


def test_pickle_keeps_history_and_kind():
    class MyBoard(Board):
        pass

    board = played("b1 swap c3 d4", swap="pieces")
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert again.played == board.played
    again.pop(), again.pop(), again.pop()
    assert again.swap_available
    assert type(MyBoard(3).copy()) is MyBoard


def test_boards_compare_by_position():
    assert played("a1 b2 c3 d4") == played("c3 d4 a1 b2")
    assert played("a1 b2") != played("a1 b2 pass")
    assert Board(5) != Board(5, swap="sides")
    assert Board(5) != Board(5, shape="square")
    assert Board(5) != "5x5"
    with pytest.raises(TypeError):
        hash(Board(3))


def test_position_keys_never_change():
    assert Board(11).position_key() == 15833270646015110395
    board = played("f6 g5 h4", size=11)
    assert board.position_key() == GOLDEN_KEY
    assert played("b1", swap="pieces").position_key() != played("b1").position_key()


GOLDEN_KEY = 3574467991193278256


def test_pictures_of_itself():
    board = played("a1 b2", size=3)
    assert "<svg" in board._repr_svg_()
    assert len(str(board).splitlines()) >= 3
    assert eval(repr(board)) == board
