"""What is true of every board."""

import pickle

from hypothesis import given
from hypothesis import strategies as st
from support.boards import SPECS, make

from hexmate.board import Board, random_playouts
from hexmate.color import BLACK, WHITE
from hexmate.symmetry import Symmetry

sizes = st.tuples(st.integers(1, 9), st.integers(1, 9))


@st.composite
def full_boards(draw, shape="hex", size=sizes):
    rows, cols = draw(size)
    cells = draw(st.lists(st.sampled_from((1, 2)), min_size=rows * cols, max_size=rows * cols))
    return Board.from_array(cells, size=(rows, cols), shape=shape)


@st.composite
def games(draw):
    board = make(draw(st.sampled_from(SPECS)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=80)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


@given(full_boards())
def test_a_full_hex_board_has_exactly_one_winner(board):
    joined = [
        any(len(group.edges) == 2 for group in board.groups(color)) for color in (BLACK, WHITE)
    ]
    assert sum(joined) == 1
    assert board.outcome().winner == joined.index(True)


@given(full_boards(shape="offset"))
def test_a_full_offset_board_has_exactly_one_winner(board):
    assert board.outcome().winner is not None


@given(full_boards())
def test_rotation_keeps_the_winner(board):
    assert board.transformed(Symmetry.ROTATE_180).outcome() == board.outcome()


@given(full_boards(size=st.integers(1, 9).map(lambda n: (n, n))))
def test_transposing_exchanges_the_winner(board):
    image = board.transformed(Symmetry.TRANSPOSE)
    assert image.outcome().winner == board.outcome().winner.other


@given(games())
def test_keys_do_not_depend_on_the_way(board):
    again = Board.from_string(board.to_string())
    assert again.position_key() == board.position_key()
    assert pickle.loads(pickle.dumps(board)).position_key() == board.position_key()
    symmetry = Symmetry.IDENTITY
    assert board.transformed(symmetry).position_key() == board.position_key()


@given(games())
def test_text_and_pickle_give_the_same_board(board):
    again = pickle.loads(pickle.dumps(board))
    assert (again, again.played) == (board, board.played)
    assert Board.from_string(board.to_string()) == board


@given(games())
def test_pop_undoes_push(board):
    for move in list(board.legal_moves)[:5]:
        before = (board.to_string(), board.position_key(), board.groups(BLACK), board.groups(WHITE))
        board.push(move)
        assert board.pop() == move
        after = (board.to_string(), board.position_key(), board.groups(BLACK), board.groups(WHITE))
        assert after == before


@given(games(), st.integers(0, 300), st.integers(0, 2**64 - 1))
def test_playouts_add_up(board, n, seed):
    assert sum(random_playouts(board, n, seed)) == n
