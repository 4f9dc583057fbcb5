"""Text boards, as pictures."""

import re
from inspect import cleandoc

import pytest
from support.boards import IDS, SPECS, make, random_game

from hexmate.board import Board
from hexmate.coords import column_name
from hexmate.text import board

each_spec = pytest.mark.parametrize("spec", SPECS, ids=IDS)


def played(moves, size, **rules):
    position = Board(size, **rules)
    for move in moves.split():
        position.push_str(move)
    return position


def picture(text):
    """Return a drawing as it stands, without the bars in front of its lines."""
    return "\n".join(line.partition("|")[2] for line in cleandoc(text).splitlines())


PICTURES = {
    "hex": (
        played("b2 c1 d3", (3, 4)),
        """
        | a b c d
        |1 . . W . 1
        | 2 . B . . 2
        |  3 . . .[B]3
        |     a b c d
        """,
    ),
    "hex, won": (
        played("b2 a1 b1 c1 a3", 3),
        """
        | a b c
        |1 w B w 1
        | 2 . B . 2
        |  3[B]. . 3
        |     a b c
        """,
    ),
    "hex, swapped": (
        played("a2 swap c3", 3, swap="pieces"),
        """
        | a b c
        |1 . W . 1
        | 2 . . . 2
        |  3 . .[B]3
        |     a b c
        """,
    ),
    "hex, just swapped": (
        played("a2 swap", 3, swap="sides"),
        """
        | a b c
        |1 . . . 1
        | 2[B]. . 2
        |  3 . . . 3
        |     a b c
        """,
    ),
    "hex, ten rows": (
        played("a1 b10", (10, 2)),
        """
        |  a b
        | 1 B . 1
        |  2 . . 2
        |   3 . . 3
        |    4 . . 4
        |     5 . . 5
        |      6 . . 6
        |       7 . . 7
        |        8 . . 8
        |         9 . . 9
        |         10 .[W]10
        |             a b
        """,
    ),
    "offset": (
        played("a1 c2 b4", (4, 3), shape="offset"),
        """
        |  a b c
        |1 B . . 1
        | 2 . . W 2
        |3 . . . 3
        | 4 .[B]. 4
        |   a b c
        """,
    ),
    "offset, three rows": (
        played("a1", (3, 2), shape="offset"),
        """
        |  a b
        |1[B]. 1
        | 2 . . 2
        |3 . . 3
        |  a b
        """,
    ),
    "square, won": (
        played("a1 a2 b1 b2 a3 c2", 3, shape="square"),
        """
        |  a b c
        |1 b b . 1
        |2 W W[W]2
        |3 b . . 3
        |  a b c
        """,
    ),
    "triangle": (
        played("a1 d1 c2", 2, shape="triangle"),
        r"""
        |   a b c d
        |1 \B/.\./W\ 1
        |  2 \./.[B].\ 2
        |     a b c d
        """,
    ),
    "set up": (
        Board.setup(["a1"], ["b2"], size=2),
        """
        | a b
        |1 B . 1
        | 2 . W 2
        |    a b
        """,
    ),
}


@pytest.mark.parametrize(("position", "text"), PICTURES.values(), ids=PICTURES)
def test_pictures(position, text):
    assert board(position) == picture(text)


WON = played("b2 a1 b1 c1 a3", 3)
OPTIONS = {
    "no coordinates": (
        WON,
        {"coordinates": False},
        """
        | w B w
        |  . B .
        |  [B]. .
        """,
    ),
    "no last move": (
        WON,
        {"coordinates": False, "last_move": False},
        """
        | w B w
        |  . B .
        |   B . .
        """,
    ),
    "no path": (
        WON,
        {"coordinates": False, "path": False},
        """
        | W B W
        |  . B .
        |  [B]. .
        """,
    ),
    "bare triangle": (
        played("a1", 2, shape="triangle"),
        {"coordinates": False, "last_move": False},
        r"""
        |\B/.\./.\
        |  \./.\./.\
        """,
    ),
}


@pytest.mark.parametrize(("position", "options", "text"), OPTIONS.values(), ids=OPTIONS)
def test_options(position, options, text):
    assert board(position, **options) == picture(text)


@each_spec
def test_plain_boards_are_ascii_without_blanks_at_the_end(spec, rng):
    for line in board(random_game(spec, rng)).split("\n"):
        assert line.isascii()
        assert line.isprintable()
        assert line == line.rstrip() != ""


@pytest.mark.parametrize("coordinates", [True, False])
@each_spec
def test_colour_changes_no_character(spec, coordinates, rng):
    position = random_game(spec, rng)
    plain = board(position, coordinates=coordinates)
    painted = board(position, coordinates=coordinates, ansi=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    for line in painted.split("\n"):
        codes = re.findall(r"\x1b\[([0-9;]*)m", line)
        assert codes[1::2] == ["0"] * (len(codes) // 2), "every colour is put away again"
        assert codes[::2]
        assert "0" not in codes[::2]


def test_stones_and_chains_have_colours_of_their_own():
    row = Board.setup(["a1"], ["c1"], size=(2, 5))
    won = Board.setup(["a1", "a2"], ["c1"], size=(2, 5))
    empty, black, white, chain = (
        re.search(rf"\x1b\[([0-9;]*)m ?{glyph}", board(position, ansi=True, coordinates=False))[1]
        for position, glyph in ((Board(1), r"\."), (row, "B"), (row, "W"), (won, "B"))
    )
    assert len({empty, black, white, chain}) == 4


def spot(position, cell):
    """Return (line, character) of a cell, found by a stone on it."""
    stone = Board.setup([cell], [], size=(position.rows, position.cols), shape=position.shape)
    lines = board(stone).split("\n")
    ((line, character),) = ((i, row.index("B")) for i, row in enumerate(lines) if "B" in row)
    return line, character


STEPS = {
    "hex": {(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)},
    "offset": {(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)},
    "square": {(0, -2), (0, 2), (-1, 0), (1, 0)},
}


def steps(position, cell):
    """Return how neighbours are reached in the drawing, by (lines, characters)."""
    if position.shape != "triangle":
        return STEPS[position.shape]
    points_down = position.row_col(cell)[1] % 2 == 0
    return {(0, -2), (0, 2), (-1 if points_down else 1, 0)}


@each_spec
def test_neighbours_stand_next_to_each_other(spec):
    position = make(spec)
    spots = {cell: spot(position, cell) for cell in range(position.num_cells)}
    for cell, (line, character) in spots.items():
        near = {(line + down, character + right) for down, right in steps(position, cell)}
        assert [other for other in spots if spots[other] in near] == sorted(
            position.neighbors(cell)
        )


@pytest.mark.parametrize("shape", ["hex", "offset", "square"])
def test_the_largest_boards_stay_aligned(shape):
    position = make((shape, (32, 32), None))
    lines = board(position).split("\n")
    assert len(lines) == 32 + 4
    body = lines[2:34]
    for row, line in enumerate(body):
        indent = {"hex": row, "offset": row % 2, "square": 0}[shape]
        assert line == f"{'':{indent}}{row + 1:2} {' '.join('.' * 32)} {row + 1}"
    for tens, ones, nearest in ((*lines[:2], body[0]), (*lines[34:], body[-1])):
        starts = [i for i, glyph in enumerate(nearest) if glyph == "."]
        slant = {True: -1, False: 1}[nearest is body[0]] if shape == "hex" else 0
        names = [(tens[i + slant].strip() + ones[i + slant]) for i in starts]
        assert names == [column_name(col) for col in range(32)]


def test_a_large_triangle_stays_aligned():
    lines = board(Board(22, shape="triangle")).split("\n")
    assert lines[23] == " " * 42 + r"22 " + "\\./." * 22 + "\\ 22"
    first = lines[2]
    for col, at in enumerate(i for i, glyph in enumerate(first) if glyph == "."):
        assert (lines[0][at] + lines[1][at]).strip() == column_name(col)
