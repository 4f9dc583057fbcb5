"""HexGui's drawings, in the order and the forms that it can read."""

import pytest

from hexmate.board import Board
from hexmate.htp.graphics import best_line, gfx_block, influence, win_probabilities
from hexmate.players.base import Info

BOARD = Board((3, 4))


def test_a_block_of_graphics_has_four_parts_in_order():
    infos = [
        Info(move=5, win_probability=0.7, visits=9, pv=(5, 0, 1), cells={5: 0.6, 2: 0.4, 99: 0.1}),
        Info(move=2, visits=3),
    ]
    assert gfx_block(BOARD, infos, "uct").splitlines() == [
        "gogui-gfx:",
        "uct",
        "VAR B b2 W a1 B b1",
        "INFLUENCE b2 .700 c1 .400",
        "LABEL b2 9 c1 3",
        "TEXT uct: 70.0 % b2 a1 b1",
        "",
    ]


@pytest.mark.parametrize("infos", [[], [Info()], [Info(win_probability=0.5)]])
def test_no_block_without_a_move(infos):
    assert gfx_block(BOARD, infos, "uct") == ""


def test_win_rates_come_from_lines_and_cells():
    infos = [Info(move=1, win_probability=1.5, cells={1: 0.2, 2: -1.0}), Info(cells={2: 0.7})]
    assert win_probabilities(infos) == {1: 1.0, 2: 0.0}


def test_numbers_fit_into_a_cell():
    drawn = influence(BOARD, {0: 0.8364, 1: 0.0, 2: 1.0, 3: 0.99949}, "numbers")
    assert drawn == "INFLUENCE a1 .836 b1 .000 c1 1.00 d1 .999\nTEXT numbers"


def test_a_line_is_at_least_its_move():
    assert best_line(BOARD, [Info(move=3)]) == ["d1"]
    assert best_line(BOARD, [Info(move=3, pv=(400,))]) == ["d1"]


def test_a_drawing_without_cells_still_has_a_status():
    assert influence(BOARD, {}, "nothing") == "INFLUENCE\nTEXT nothing"
