"""Evaluation against the slow versions, on every shape and on boards of every size."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import slow_evaluate as slow
from support.boards import IDS, SPECS, make

from hexmate import evaluate
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import PlayerError
from hexmate.symmetry import cell_map, symmetries

SIZES = [
    *SPECS,
    ("hex", (1, 7), None),
    ("hex", (7, 1), None),
    ("hex", (11, 11), None),
    ("offset", (9, 8), None),
    ("square", (1, 4), None),
    ("square", (7, 10), None),
    ("triangle", (7, 14), None),
]
LARGE = [("hex", (32, 32), None), ("offset", (32, 31), None), ("triangle", (22, 44), None)]


def name_of(spec):
    return f"{spec[0]}-{spec[1][0]}x{spec[1][1]}"


def positions(spec, rng, count):
    """Random games cut short, finished ones among them, and random set-up positions."""
    for at in range(count):
        board = make(spec)
        if at % 3 == 2:
            full = rng.random()
            cells = rng.choices((0, 1, 2), (1 - full, full / 2, full / 2), k=board.num_cells)
            yield Board.from_array(cells, size=(board.rows, board.cols), shape=board.shape)
            continue
        for _ in range(rng.randrange(board.num_cells + 1) if at else 0):
            moves = [move for move in board.legal_moves if move >= 0]
            if not moves:
                break
            board.push(rng.choice(moves))
        yield board


def check_circuit(board, color):
    found = evaluate.resistance(board, color)
    expected, potentials, currents, matrix, node = slow.circuit(board, int(color))
    assert found.resistance == pytest.approx(expected, rel=1e-10)
    assert evaluate.total_resistance(board, color) == found.resistance
    assert found.potentials.shape == found.currents.shape == (board.rows, board.cols)
    if expected == 0:
        assert np.isnan(found.potentials).all()
        joined = [cell for g in board.groups(color) if len(g.edges) == 2 for cell in g.cells]
        assert np.flatnonzero(np.isinf(found.currents.ravel())).tolist() == sorted(joined)
        return
    np.testing.assert_allclose(found.potentials, potentials, atol=1e-9)
    np.testing.assert_allclose(found.currents, currents, atol=1e-9)
    check_nodes(found, matrix, node)


def check_nodes(found, matrix, node):
    """Kirchhoff: what flows into a node flows out of it."""
    volts = np.full(len(matrix), math.nan)
    volts[:2] = 5.0, 0.0
    for cell, number in node.items():
        volts[number] = found.potentials[cell]
    assert (volts[:2] == (5.0, 0.0)).all()
    for number in range(2, len(matrix)):
        links = np.flatnonzero(matrix[number])
        if not math.isnan(volts[number]):
            flow = (matrix[number, links] * (volts[number] - volts[links])).sum()
            assert abs(flow) < 1e-9


@pytest.mark.parametrize("spec", SIZES, ids=name_of)
def test_distances_agree_with_the_slow_ones(spec, rng):
    for board in positions(spec, rng, 24):
        for color in (BLACK, WHITE):
            assert evaluate.distance(board, color) == slow.distance(board, int(color))
            assert evaluate.two_distance(board, color) == slow.two_distance(board, int(color))


@pytest.mark.parametrize("spec", SIZES, ids=name_of)
def test_circuits_agree_with_a_dense_solution(spec, rng):
    for board in positions(spec, rng, 16):
        check_circuit(board, BLACK)
        check_circuit(board, WHITE)


@pytest.mark.parametrize("spec", SIZES, ids=name_of)
def test_shape_and_the_hexproject_score_agree_with_plain_sums(spec, rng):
    for board in positions(spec, rng, 24):
        for color in (BLACK, WHITE):
            assert evaluate.liberties(board, color) == slow.liberties(board, int(color))
            assert evaluate.bridge_score(board, color) == slow.bridge_score(board, int(color))
            assert evaluate.centre_score(board, color) == slow.centre_score(board, int(color))
        assert evaluate.features(board) == slow.features(board)
        if board.outcome() is None:
            assert evaluate.heuristic(board) == slow.seed(board)


@pytest.mark.slow
@pytest.mark.parametrize("spec", LARGE, ids=name_of)
def test_the_largest_boards(spec, rng):
    for board in positions(spec, rng, 3):
        assert evaluate.distance(board, WHITE) == slow.distance(board, 1)
        assert evaluate.features(board) == slow.features(board)
        check_circuit(board, BLACK)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
@pytest.mark.parametrize("setting", evaluate.SETTINGS)
def test_symmetric_positions_score_the_same(spec, setting, rng):
    for board in positions(spec, rng, 6):
        if board.outcome() is not None:
            continue
        for symmetry in symmetries(board):
            if setting == "hexproject" and board.shape == "triangle" and symmetry.exchanges_colors:
                continue  # the centre is counted in rows and columns, and these differ there
            image = board.transformed(symmetry)
            assert evaluate.heuristic(image, setting) == evaluate.heuristic(board, setting)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_a_symmetry_moves_the_circuit_with_the_cells(spec, rng):
    for board in positions(spec, rng, 4):
        for symmetry in symmetries(board):
            image = board.transformed(symmetry)
            where = cell_map(board, symmetry)
            for color in (BLACK, WHITE):
                twin = color.other if symmetry.exchanges_colors else color
                one, two = evaluate.resistance(board, color), evaluate.resistance(image, twin)
                assert one.resistance == pytest.approx(two.resistance, rel=1e-10)
                np.testing.assert_allclose(
                    two.currents.ravel()[where], one.currents.ravel(), atol=1e-9
                )
                moved = {int(where[c]) for c in evaluate.two_distance(board, color).cells}
                assert moved == set(evaluate.two_distance(image, twin).cells)


def test_finished_games():
    board = Board(3)
    for cell in ("b2", "a1", "b1", "c1", "a3"):
        board.push_str(cell)
    assert evaluate.distance(board, BLACK) == (0, ())
    assert evaluate.distance(board, WHITE) == (None, ())
    assert evaluate.two_distance(board, BLACK) == (0, ())
    assert evaluate.two_distance(board, WHITE).value is None
    won, lost = evaluate.resistance(board, BLACK), evaluate.resistance(board, WHITE)
    assert (won.resistance, lost.resistance) == (0.0, math.inf)
    assert (lost.currents == 0).all()
    for setting in evaluate.SETTINGS:
        assert evaluate.heuristic(board, setting) == -100_000
    board.pop()
    board.resign()
    for setting in evaluate.SETTINGS:
        assert evaluate.heuristic(board, setting) == -100_000


@pytest.mark.parametrize("size", [1, 2, 5, 11, 32])
def test_an_empty_board_is_the_same_for_both(size):
    board = Board(size)
    assert evaluate.distance(board, BLACK).value == evaluate.distance(board, WHITE).value == size
    black, white = (evaluate.total_resistance(board, color) for color in (BLACK, WHITE))
    assert black == pytest.approx(white)
    assert evaluate.heuristic(board) == 0
    assert evaluate.heuristic(board, "resistance") == 0


def test_unknown_settings_and_colours_are_refused():
    with pytest.raises(
        PlayerError, match="choose one of hexproject, hexmate, resistance, distance"
    ):
        evaluate.heuristic(Board(3), "sead")
    with pytest.raises(PlayerError, match="BLACK"):
        evaluate.distance(Board(3), 2)


@st.composite
def boards(draw):
    shape = draw(st.sampled_from(("hex", "offset", "square")))
    size = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    cells = draw(
        st.lists(st.sampled_from((0, 1, 2)), min_size=size[0] * size[1], max_size=size[0] * size[1])
    )
    return Board.from_array(cells, size=size, shape=shape)


@given(boards())
@settings(max_examples=150)
def test_any_position_of_any_board(board):
    for color in (BLACK, WHITE):
        near = evaluate.distance(board, color)
        two = evaluate.two_distance(board, color)
        assert near == slow.distance(board, int(color))
        assert two == slow.two_distance(board, int(color))
        assert near.value is not None or two.value is None
        assert two.value is None or two.value >= near.value
        check_circuit(board, color)


@pytest.mark.slow
@given(boards(), st.integers(0, 10**6))
@settings(max_examples=150)
def test_a_stone_never_harms_its_owner(board, choice):
    empty = [cell for cell in board.legal_moves if cell >= 0]
    if board.outcome() is not None or not empty:
        return
    for color in (BLACK, WHITE):
        far = evaluate.distance(board, color).value
        before = evaluate.total_resistance(board, color)
        after = board.copy()
        after.push(empty[choice % len(empty)], color)
        then = evaluate.distance(after, color).value
        assert (then is None) == (far is None)
        assert then is None or far - 1 <= then <= far
        assert evaluate.total_resistance(after, color) <= before + 1e-9
        assert evaluate.total_resistance(after, color.other) >= (
            evaluate.total_resistance(board, color.other) - 1e-9
        )
