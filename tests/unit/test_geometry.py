"""The drawing has the neighbours, edges and symmetries of the board."""

import cmath
import math
from itertools import pairwise

import pytest
from support.boards import SPECS, make

from hexmate.errors import MalformedError, SizeError
from hexmate.geometry import SIDES, Box, layout
from hexmate.graph import EDGES

BOARDS = [make(spec) for spec in SPECS if spec[2] is None or spec[1] not in ((3, 3), (6, 6))]
BOARDS += [make((shape, (6, 6), None)) for shape in ("hex", "offset", "square")]
VIEWS = [(rotation, mirror) for rotation in range(1, 13) for mirror in (False, True)]

each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.shape}-{b.rows}x{b.cols}")
each_view = pytest.mark.parametrize(("rotation", "mirror"), VIEWS)


def lay(board, rotation=10, mirror=False):
    return layout(board.rows, board.cols, board.shape, rotation=rotation, mirror=mirror)


def rounded(point):
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def walls(outline):
    return list(pairwise([*outline, outline[0]]))


def distance_to_segment(point, segment):
    p, a, b = (complex(*q) for q in (point, *segment))
    along = ((p - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(p - a - (b - a) * min(max(along, 0), 1))


def border_distance(place, point):
    return min(
        distance_to_segment(point, segment)
        for border in place.borders.values()
        for segment in pairwise(border)
    )


@each_board
@each_view
def test_cells_share_a_side_exactly_when_they_are_neighbours(board, rotation, mirror):
    owners = {}
    for cell, outline in enumerate(lay(board, rotation, mirror).outlines):
        for wall in walls(outline):
            owners.setdefault(frozenset(map(rounded, wall)), []).append(cell)
    shared = sorted(tuple(cells) for cells in owners.values() if len(cells) > 1)
    neighbours = sorted(
        (cell, other)
        for cell in range(board.num_cells)
        for other in board.neighbors(cell)
        if cell < other
    )
    assert shared == neighbours


@each_board
def test_a_border_runs_along_exactly_the_cells_of_its_edge(board):
    place = lay(board)
    graph = board.graph()
    for node, side in enumerate(EDGES, start=board.num_cells):
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(place.borders[side])]
        touching = {
            cell
            for cell, outline in enumerate(place.outlines)
            for wall in walls(outline)
            if any(distance_to_segment(middle, wall) < 1e-9 for middle in middles)
        }
        assert touching == set(graph.neighbors(node).tolist()), side


@each_board
@each_view
def test_the_borders_close_around_the_board(board, rotation, mirror):
    borders = lay(board, rotation, mirror).borders
    assert list(borders) == list(SIDES)
    for side, following in zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True):
        assert borders[side][-1] == pytest.approx(borders[following][0])


@each_board
def test_every_cell_is_regular_around_a_circle_of_diameter_one(board):
    place = lay(board)
    corners = {"hex": 6, "offset": 6, "square": 4, "triangle": 3}[board.shape]
    for center, outline in zip(place.centers, place.outlines, strict=True):
        assert len(outline) == corners
        assert [distance_to_segment(center, wall) for wall in walls(outline)] == pytest.approx(
            [0.5] * corners
        )


@each_view
@pytest.mark.parametrize("shape", ["hex", "triangle"])
def test_a1_stands_at_the_hour_of_the_rotation(shape, rotation, mirror):
    place = lay(make((shape, (4, 8 if shape == "triangle" else 4), None)), rotation, mirror)
    acute, opposite = complex(*place.centers[0]), complex(*place.centers[-1])
    hour_hand = cmath.rect(1, math.radians(rotation * 30 - 90))
    assert (acute - opposite) / abs(acute - opposite) == pytest.approx(hour_hand)


@pytest.mark.parametrize("shape", ["hex", "offset", "square", "triangle"])
def test_the_plain_drawing_reads_like_a_page(shape):
    centers = lay(make((shape, (4, 8), None))).centers
    right, down = complex(*centers[1]), complex(*centers[8])
    a1 = complex(*centers[0])
    assert (right - a1).real > 0
    assert (down - a1).imag > 0
    assert [y for _, y in centers[:8:2]] == pytest.approx([centers[0][1]] * 4)


@pytest.mark.parametrize("rotation", range(1, 13))
@pytest.mark.parametrize(
    "spec", [("hex", (5, 5), None), ("square", (4, 4), None), ("triangle", (3, 6), None)]
)
def test_mirroring_exchanges_rows_and_columns(spec, rotation):
    board = make(spec)
    plain, mirrored = lay(board, rotation), lay(board, rotation, mirror=True)
    for cell in range(board.num_cells):
        assert mirrored.centers[cell] == pytest.approx(plain.centers[board.mirror(cell)])


def test_mirrored_offset_rows_run_down_the_page():
    centers = lay(make(("offset", (3, 4), None)), mirror=True).centers
    assert [x for x, _ in centers[:4]] == pytest.approx([centers[0][0]] * 4)
    assert centers[1][1] > centers[0][1]


@each_board
@each_view
def test_the_frame_lies_outside_the_board(board, rotation, mirror):
    place = lay(board, rotation, mirror)
    for side, rim in place.rims(0.2).items():
        assert place.bands(0.2)[side] == place.borders[side] + rim[::-1]
        for point in rim:
            assert 0.2 - 1e-9 <= border_distance(place, point) <= 0.4 + 1e-9
            assert min(math.dist(point, center) for center in place.centers) > 0.5


def area(polygon):
    return abs(sum(a * d - b * c for (a, b), (c, d) in walls(polygon))) / 2


@pytest.mark.parametrize("mirror", [False, True])
def test_the_bands_of_a_square_board_are_mitred_trapezes(mirror):
    bands = layout(2, 5, "square", rotation=1, mirror=mirror).bands(0.5)
    sizes = {side: pytest.approx((length + length + 1) / 2 * 0.5) for side, length in
             (("top", 5), ("right", 2), ("bottom", 5), ("left", 2))}  # fmt: skip
    assert {side: area(band) for side, band in bands.items()} == sizes


# Of the plain drawing with a gap of one half: columns a and b, rows 1 and 2.
H = math.sqrt(3) / 2
LABELS = {
    "hex": [(-0.5, -H), (0.5, -H), (-1, 0), (-0.5, H)],
    "offset": [(0, -1 / 2 / H - 0.5), (1, -1 / 2 / H - 0.5), (-1, 0), (-1, H)],
    "square": [(0, -1), (1, -1), (-1, 0), (-1, 1)],
    "triangle": [(H, -0.5), (2 * H, -0.5), (0, 1), (H, 2.5)],
}


@pytest.mark.parametrize(("shape", "expected"), LABELS.items())
def test_labels_stand_before_their_row_or_column(shape, expected):
    place = lay(make((shape, (2, 4), None)))
    labels = [place.column_label(col, 0.5) for col in (0, 1)]
    labels += [place.row_label(row, 0.5) for row in (0, 1)]
    assert labels == [pytest.approx(point) for point in expected]


@each_board
@each_view
def test_labels_turn_with_the_board_and_keep_off_it(board, rotation, mirror):
    place, plain = lay(board, rotation, mirror), lay(board)
    labels, plain_labels = (
        [view.column_label(col, 0.5) for col in range(board.cols)]
        + [view.row_label(row, 0.5) for row in range(board.rows)]
        for view in (place, plain)
    )
    for label, plain_label in zip(labels, plain_labels, strict=True):
        assert border_distance(place, label) >= 0.5 - 1e-9
        far = [math.dist(label, center) for center in place.centers]
        assert far == pytest.approx([math.dist(plain_label, center) for center in plain.centers])


def test_bounds_hold_every_corner_tightly():
    place = layout(3, 4, "offset", rotation=2)
    points = [point for outline in place.outlines for point in outline]
    assert place.bounds() == pytest.approx(Box.around(points))
    assert Box.around([(1, 2), (4, 3)], margin=1) == (0, 1, 5, 3)


@pytest.mark.parametrize("rotation", [0, 13, -1, 2.5, "10", None])
def test_a_bad_rotation_is_refused(rotation):
    with pytest.raises(MalformedError, match="hour from 1 to 12"):
        layout(3, 3, rotation=rotation)


@pytest.mark.parametrize(
    ("rows", "cols", "shape"),
    [(0, 3, "hex"), (3, 0, "square"), (3, 3, "triangle"), (3, 3, "round")],
)
def test_a_board_that_cannot_be_is_refused(rows, cols, shape):
    with pytest.raises(SizeError):
        layout(rows, cols, shape)
