"""Names, numbers and cubes."""

import pytest

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import Cube, cell_name, column_name, flat_index, parse_cell, row_col
from hexmate.errors import MalformedError, OffBoardError, SizeError


@pytest.mark.parametrize(
    ("name", "row", "col"),
    [("a1", 0, 0), ("i9", 8, 8), ("z1", 0, 25), ("aa32", 31, 26), ("ab3", 2, 27)],
)
def test_names(name, row, col):
    assert cell_name(row, col) == name
    assert parse_cell(name) == parse_cell(f" {name.upper()}\n") == (row, col)
    assert name.startswith(column_name(col))


@pytest.mark.parametrize("text", ["", "1a", "a", "5", "a0", "a1 b2", "é1", "a１", "a1\0", "\ud800"])
def test_not_a_name(text):
    with pytest.raises(MalformedError, match="as in c3"):
        parse_cell(text)


def test_flat_index_and_back():
    for cell in range(15):
        assert flat_index(*row_col(cell, 3, 5), 3, 5) == cell
    with pytest.raises(OffBoardError, match="f1 is off the 3x5 board"):
        flat_index(0, 5, 3, 5)
    with pytest.raises(OffBoardError, match="row -1"):
        flat_index(-1, 0, 3, 5)
    with pytest.raises(OffBoardError, match="0 to 14"):
        row_col(15, 3, 5)


def test_cube_arithmetic():
    one, two = Cube(1, -3, 2), Cube(2, 0, -2)
    assert one + two == Cube(3, -3, 0)
    assert one - one == Cube(0, 0, 0)
    assert one.distance(two) == two.distance(one) == 4
    with pytest.raises(MalformedError, match="add up to 0"):
        Cube(1, 1, 1)


def test_cube_keys_are_unique():
    cubes = [Cube(x, -x - z, z) for x in range(-40, 41) for z in range(-40, 41)]
    assert len({cube.key for cube in cubes}) == len(cubes)
    assert all(cube.key >= 0 for cube in cubes)


@pytest.mark.parametrize("shape", ["hex", "offset"])
def test_cubes_at_distance_one_are_the_neighbours(shape):
    board = Board((6, 7), shape=shape)
    cubes = [Cube.from_row_col(*board.row_col(cell), shape) for cell in range(board.num_cells)]
    for cell, cube in enumerate(cubes):
        assert board.cell(*cube.to_row_col(shape)) == cell
        assert board.neighbors(cell) == [
            c for c, other in enumerate(cubes) if cube.distance(other) == 1
        ]


def test_shapes_without_hexagons_have_no_cubes():
    with pytest.raises(SizeError, match="hex and offset"):
        Cube.from_row_col(0, 0, "square")


def test_colors():
    assert BLACK.other is WHITE
    assert WHITE.other is BLACK
    assert [Color.parse(t) for t in ("b", "BLACK", " w ", "White")] == [BLACK, BLACK, WHITE, WHITE]
    assert (str(BLACK), WHITE.letter, WHITE.title) == ("black", "w", "White")
    with pytest.raises(MalformedError, match="black, b, white or w"):
        Color.parse("red")
