"""SVG boards, read back with an XML parser."""

import dataclasses
import math
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import IDS, SPECS, make, random_game

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, MalformedError, OffBoardError
from hexmate.svg import MARKS, THEMES, board

SVG = "{http://www.w3.org/2000/svg}"

each_spec = pytest.mark.parametrize("spec", SPECS, ids=IDS)
each_theme = pytest.mark.parametrize("theme", THEMES)


def drawn(position, **options):
    return ET.fromstring(board(position, **options))


def played(*moves, size=3, **rules):
    position = Board(size, **rules)
    for move in moves:
        position.push_str(move)
    return position


def cells(root):
    return {e.get("data-cell"): e for e in root.iter() if e.get("data-cell") is not None}


def classes(root):
    return {name: e.get("class").split() for name, e in cells(root).items()}


def having(root, name):
    return [e for e in root.iter() if name in e.get("class", "").split()]


def layer(root, name):
    return next((g for g in root if g.get("class") == name), None)


def center(cell):
    """Return the middle of a cell's outline."""
    points = numbers(cell.find(f"{SVG}path").get("d"))
    return sum(points[::2]) / (len(points) // 2), sum(points[1::2]) / (len(points) // 2)


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?", text)]


def words(root, kind):
    """Return text by cell, found by where it stands."""
    texts = {}
    for element in having(root, kind):
        x, y = float(element.get("x")), float(element.get("y"))
        y -= 0.35 * float(element.get("font-size"))
        name = min(cells(root), key=lambda n: math.dist((x, y), center(cells(root)[n])))
        assert math.dist((x, y), center(cells(root)[name])) < 0.1
        texts[name] = element.text
    return texts


@each_spec
def test_one_addressable_element_for_each_cell(spec, rng):
    position = random_game(spec, rng)
    root = drawn(position)
    named = [e.get("data-cell") for e in root.iter() if e.get("data-cell") is not None]
    assert named == [position.name(cell) for cell in range(position.num_cells)]
    for cell in range(position.num_cells):
        color = position.color_at(cell)
        kinds = classes(root)[position.name(cell)]
        assert kinds[:2] == ["cell", "empty" if color is None else str(color)]
        group = cells(root)[position.name(cell)]
        assert len(having(group, "stone")) == (color is not None)


def test_the_root_introduces_the_picture():
    root = drawn(played("b2", size=(3, 5)))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Hex board (hex), 3 rows and 5 columns: White to move"
    assert (root.get("data-rows"), root.get("data-cols")) == ("3", "5")
    assert root.get("width") is None


def test_the_title_tells_who_has_won():
    resigned = played("b2")
    resigned.resign()
    assert drawn(resigned).find(f"{SVG}title").text.endswith(": Black wins")
    draw = Board.setup(["a1", "b2"], ["b1", "a2"], size=2, shape="square")
    assert drawn(draw).find(f"{SVG}title").text.endswith(": draw")


def test_boards_on_one_page_do_not_collide():
    options = {"labels": {"a1": "x"}, "lines": [["a1", "b2"]], "heat": {"c3": 1}, "numbers": True}
    for theme in THEMES:
        root = drawn(played("b2", "a1"), theme=theme, **options)
        assert all(e.get("id") is None for e in root.iter())
        assert root.find(f".//{SVG}style") is None


def reach(element):
    """Return the points that an element must show, given its own attributes."""
    if element.tag == f"{SVG}path":
        flat = numbers(element.get("d"))
        return list(zip(flat[::2], flat[1::2], strict=True))
    if element.tag == f"{SVG}circle":
        x, y, r = (float(element.get(k)) for k in ("cx", "cy", "r"))
        return [(x - r, y - r), (x + r, y + r)]
    if element.tag == f"{SVG}text":
        x, y, size = (float(element.get(k)) for k in ("x", "y", "font-size"))
        half = 0.32 * size * len(element.text)
        return [(x - half, y - 0.75 * size), (x + half, y)]
    return []


@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("rotation", range(1, 13))
@pytest.mark.parametrize(
    ("shape", "size"),
    [("hex", (3, 5)), ("hex", (1, 1)), ("hex", (12, 28)), ("offset", (4, 3)), ("square", (2, 4)),
     ("triangle", (3, 6))],
)  # fmt: skip
def test_everything_lies_inside_the_view(shape, size, rotation, mirror, coordinates):
    position = make((shape, size, None))
    root = drawn(position, rotation=rotation, mirror=mirror, coordinates=coordinates)
    left, top, width, height = numbers(root.get("viewBox"))
    points = [point for element in root.iter() for point in reach(element)]
    assert len(points) >= 3 * position.num_cells
    assert all(left < x < left + width and top < y < top + height for x, y in points)
    # Neither is there more air than a cell around the board.
    edges = [point for edge in having(root, "edge") for point in reach(edge)]
    assert min(x for x, _ in edges) < left + 60
    assert max(y for _, y in edges) > top + height - 60


@each_theme
def test_stones_stand_in_the_middle_of_their_cells(theme):
    for shape in ("hex", "offset", "square", "triangle"):
        position = Board.setup(["a1", "b2"], ["b1", "a2"], size=4, shape=shape)
        for name, cell in cells(drawn(position, theme=theme, rotation=3)).items():
            for stone in having(cell, "stone"):
                points = reach(stone)
                middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
                assert middle == pytest.approx(center(cell), abs=0.02), name


def test_edges_are_painted_in_the_colours_of_their_owners():
    root = drawn(Board(4))
    owners = {tuple(e.get("class").split()[1:]): e.get("fill") for e in having(root, "edge")}
    black, white = THEMES["light"].black.edge, THEMES["light"].white.edge
    assert owners == {
        ("top", "black"): black,
        ("bottom", "black"): black,
        ("left", "white"): white,
        ("right", "white"): white,
    }
    top = min(y for edge in having(root, "top") for _, y in reach(edge))
    assert top == min(y for edge in having(root, "edge") for _, y in reach(edge))


def test_coordinates_are_letters_and_numbers():
    root = drawn(Board((2, 28)))
    assert [e.text for e in having(root, "column")][24:] == ["y", "z", "aa", "ab"]
    assert [e.text for e in having(root, "row")] == ["1", "2"]
    assert layer(drawn(Board(2), coordinates=False), "coordinates") is None


LAST = [
    (played(), None),
    (played("b2"), "b2"),
    (played("b2", "a1"), "a1"),
    (played("b2", "pass"), None),
    (played("a2", "swap", swap="pieces"), "b1"),
    (played("a2", "swap", swap="sides"), "a2"),
    (played("a2", "swap", "c3", swap="sides"), "c3"),
    (Board.setup(["a2"], [], size=3), None),
]


@pytest.mark.parametrize(("position", "last"), LAST)
def test_the_last_stone_is_ringed(position, last):
    root = drawn(position)
    ringed = [name for name, cell in cells(root).items() if having(cell, "ring")]
    assert ringed == ([last] if last else [])
    assert [name for name, kinds in classes(root).items() if "last" in kinds] == ringed
    assert not having(drawn(position, last_move=False), "ring")


def test_the_swap_of_a_set_up_stone_is_ringed():
    position = Board.setup(["a2"], [], size=3, swap="pieces")
    position.push(SWAP)
    assert [name for name, cell in cells(drawn(position)).items() if having(cell, "ring")] == ["b1"]
    assert words(drawn(position, numbers=True), "number") == {"b1": "1"}


NUMBERS = [
    (False, {}),
    (True, {"b2": "1", "a1": "2", "c1": "4"}),
    (1, {"c1": "4"}),
    (3, {"a1": "2", "c1": "4"}),
    (99, {"b2": "1", "a1": "2", "c1": "4"}),
    (0, {}),
]


@pytest.mark.parametrize(("numbers", "expected"), NUMBERS)
def test_stones_are_numbered_in_order_of_play(numbers, expected):
    position = played("b2", "a1")
    position.push(PASS)
    position.push_str("c1", WHITE)
    assert words(drawn(position, numbers=numbers), "number") == expected


def test_a_swapped_stone_has_the_number_of_the_swap():
    pieces = played("a2", "swap", "c3", swap="pieces")
    assert words(drawn(pieces, numbers=True), "number") == {"b1": "2", "c3": "3"}
    sides = played("a2", "swap", "c3", swap="sides")
    assert words(drawn(sides, numbers=True), "number") == {"a2": "1", "c3": "3"}


def test_a_label_replaces_a_number():
    root = drawn(played("b2", "a1"), numbers=True, labels={"b2": "x", 8: 0.5})
    assert words(root, "number") == {"a1": "2"}
    assert words(root, "label") == {"b2": "x", "c3": "0.5"}


@pytest.mark.parametrize("label", ["7", "42", "0.53", "a long label"])
def test_a_label_is_set_to_fit_its_cell(label):
    position = Board.setup([], ["b2"], size=3)
    for theme in THEMES:
        sizes = {}
        for name in ("a1", "b2"):
            (word,) = having(drawn(position, labels={name: label}, theme=theme), "label")
            sizes[name] = float(word.get("font-size"))
            assert 0.6 * sizes[name] * len(label) < 40, "about the width of a cell"
        assert (sizes["b2"] < sizes["a1"]) == (THEMES[theme].white.form == "diamond")


@given(st.text(max_size=12))
def test_any_label_is_well_formed_and_reads_back(label):
    text = having(drawn(Board(1), labels={"a1": label}), "label")[0].text or ""
    kept = re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", label)
    assert text == kept.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("kind", [*MARKS, *(kind.upper() for kind in MARKS)])
def test_every_mark_is_drawn_on_its_cell(kind):
    root = drawn(played("b2"), marks={"b2": kind, 2: "cross"})
    first, second = having(root, "mark")
    assert first.get("class") == f"mark {MARKS[kind.lower()]}"
    assert second.get("class") == "mark cross"
    for mark, name in ((first, "b2"), (second, "c1")):
        assert all(math.dist(p, center(cells(root)[name])) < 16 for p in reach(mark))
    ink = {mark.get("stroke") or mark.get("fill") for mark in (first, second)} - {"none"}
    assert ink == {THEMES["light"].black.text, THEMES["light"].ink}


def test_sgf_marks_are_the_usual_figures():
    figures = {"TR": "triangle", "CR": "circle", "SQ": "square", "MA": "cross", "SL": "dot"}
    assert {name.upper(): kind for name, kind in MARKS.items() if len(name) == 2} == figures


def heat_of(root):
    shades = {}
    for name, cell in cells(root).items():
        for kind in ("heat", "cool"):
            for shade in having(cell, kind):
                shades[name] = (kind, float(shade.get("fill-opacity")))
    return shades


def test_heat_of_one_sign_runs_from_the_lowest_to_the_highest_value():
    shades = heat_of(drawn(Board(3), heat={"a1": 0.5, "b1": 0.6, 8: 0.7, "b2": math.nan}))
    assert {kind for kind, _ in shades.values()} == {"heat"}
    opacity = {name: value for name, (_, value) in shades.items()}
    assert list(opacity) == ["a1", "b1", "c3"]
    assert 0 < opacity["a1"] < opacity["b1"] < opacity["c3"] < 1
    assert heat_of(drawn(Board(3), heat={"a1": -7, "b1": -6, "c3": -5})) == shades


def test_signed_heat_is_even_on_both_sides_of_zero():
    shades = heat_of(drawn(Board(2), heat=[[-2, -1], [0, 1]]))
    assert shades["a1"][0] == shades["b1"][0] == "cool"
    assert shades["b2"] == ("heat", shades["b1"][1])
    assert shades["a2"][1] == 0
    assert shades["a1"][1] > shades["b1"][1]


@pytest.mark.parametrize("heat", [[1, 2, 3, 4, 5, 6], [[1, 2, 3], [4, 5, 6]]])
def test_heat_takes_flat_and_square_arrays(heat):
    position = Board((2, 3))
    shades = heat_of(drawn(position, heat=np.array(heat)))
    assert shades == heat_of(drawn(position, heat=dict(enumerate(range(1, 7)))))
    assert list(shades) == ["a1", "b1", "c1", "a2", "b2", "c2"]


@given(st.lists(st.floats(), min_size=4, max_size=4))
def test_any_heat_gives_opacities_in_the_order_of_its_values(values):
    shades = heat_of(drawn(Board(2), heat=values))
    signed = {n: value if kind == "heat" else -value for n, (kind, value) in shades.items()}
    assert all(-1 <= value <= 1 for value in signed.values())
    known = [v for v in zip(values, ("a1", "b1", "a2", "b2"), strict=True) if not math.isnan(v[0])]
    assert sorted(shades) == sorted(name for _, name in known)
    ordered = [signed[name] for _, name in sorted(known)]
    assert all(a <= b + 0.01 for a, b in pairwise(ordered))


def line_ends(root, name):
    group = layer(root, name)
    if group is None:
        return []
    color = group[-1].get("stroke")
    return [reach(path) for path in group if path.get("stroke") == color]


def test_lines_join_the_centres_of_their_cells():
    root = drawn(Board(3), lines=[["a1", "b2", 8], ("c1",), []])
    spots = {name: center(cell) for name, cell in cells(root).items()}
    bend, dot = line_ends(root, "lines")
    assert bend[:3] == [pytest.approx(spots[name], abs=0.02) for name in ("a1", "b2", "c3")]
    assert dot == [pytest.approx(spots["c1"], abs=0.02)] * 2
    assert layer(drawn(Board(3)), "lines") is None


@each_spec
def test_the_winning_chain_is_drawn(spec, rng):
    position = random_game(spec, rng)
    root = drawn(position)
    chain = [position.name(cell) for cell in position.winning_path()]
    assert {name for name, kinds in classes(root).items() if "win" in kinds} == set(chain)
    if chain:
        (way,) = line_ends(root, "path")
        spots = [center(cells(root)[name]) for name in chain]
        assert way[: len(chain)] == [pytest.approx(spot, abs=0.02) for spot in spots]
    for bare in (drawn(position, path=False), drawn(position.root())):
        assert layer(bare, "path") is None
        assert not having(bare, "win")


def test_what_lies_above_the_cells_lets_the_pointer_through():
    position = Board.setup(["a1", "a2"], [], size=2)
    root = drawn(position, lines=[["a1", "b1"]], labels={"b2": "x"})
    above = [g for g in root if g.get("pointer-events") == "none"]
    assert [g.get("class") for g in above] == ["path", "lines", "notes", "coordinates"]
    order = [g.get("class") for g in root]
    assert order.index("edges") < order.index("cells") < order.index("path")


@each_theme
def test_a_theme_gives_its_colours(theme):
    look = THEMES[theme]
    picture = board(
        Board.setup(["a1", "a2"], ["b1"], size=2),
        theme=theme,
        heat={"a1": -1, "b1": 1},
        lines=[["b1"]],
    )
    for part in (look.background, look.cell, look.grid, look.ink, look.path, look.line, look.heat,
                 look.cool, look.black.fill, look.white.fill, look.font.split(",")[0]):  # fmt: skip
        assert part in picture
    assert board(Board(2), theme=look) == board(Board(2), theme=theme)


def luminance(color):
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@each_theme
def test_a_theme_can_be_read(theme):
    look = THEMES[theme]
    assert contrast(look.black.fill, look.white.fill) >= 4.5
    assert contrast(look.ink, look.cell) >= 4.5
    assert contrast(look.ink, look.background) >= 4.5
    for pieces in (look.black, look.white):
        assert contrast(pieces.text, pieces.fill) >= 4.5
        assert contrast(pieces.last, pieces.fill) >= 2.5
        assert max(contrast(c, look.cell) for c in (pieces.fill, pieces.outline)) >= 2


def test_the_colorblind_theme_differs_by_form():
    position = Board.setup(["a1"], ["b1"], size=3)
    stones = having(drawn(position, theme="colorblind"), "stone")
    assert [stone.tag for stone in stones] == [f"{SVG}circle", f"{SVG}path"]
    edges = layer(drawn(position, theme="colorblind"), "edges")
    assert sum(e.get("stroke-dasharray") is not None for e in edges) == 2


def test_a_theme_of_ones_own_is_escaped():
    odd = dataclasses.replace(THEMES["light"], cell='"<&>"', font="'A' \"B\"")
    root = drawn(Board(2), theme=odd)
    assert layer(root, "cells").get("fill") == '"<&>"'
    assert root.get("font-family") == "'A' \"B\""


@pytest.mark.parametrize("rotation", [10, 1])
def test_size_is_the_longer_side(rotation):
    root = drawn(Board((2, 6)), rotation=rotation, size=500)
    width, height = float(root.get("width")), float(root.get("height"))
    _, _, box_width, box_height = numbers(root.get("viewBox"))
    assert max(width, height) == 500
    assert width / height == pytest.approx(box_width / box_height, rel=0.001)
    assert (width > height) == (rotation == 10)


BAD = [
    ({"theme": "pink"}, MalformedError, "light, dark, colorblind"),
    ({"theme": None}, MalformedError, "unknown theme"),
    ({"rotation": 0}, MalformedError, "1 to 12"),
    ({"marks": {"a1": "star"}}, MalformedError, "triangle, circle"),
    ({"marks": {"d1": "cross"}}, OffBoardError, "d1"),
    ({"marks": {9: "cross"}}, OffBoardError, "9"),
    ({"labels": {-1: "x"}}, OffBoardError, "-1"),
    ({"labels": {"hello": "x"}}, MalformedError, "hello"),
    ({"labels": {1.5: "x"}}, MalformedError, "1.5"),
    ({"lines": [["a1", "a4"]]}, OffBoardError, "a4"),
    ({"numbers": -1}, MalformedError, "bad numbers"),
    ({"numbers": "all"}, MalformedError, "bad numbers"),
    ({"heat": [1, 2]}, MalformedError, r"\[3, 3\] or \[9\]"),
    ({"heat": {"a1": "hot"}}, MalformedError, "bad heat"),
    ({"heat": "hot"}, MalformedError, "bad heat"),
    ({"heat": {"a9": 1}}, OffBoardError, "a9"),
    ({"size": 0}, MalformedError, "positive"),
    ({"size": math.inf}, MalformedError, "positive"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD)
def test_bad_arguments_are_named(options, error, message):
    assert issubclass(error, HexmateError)
    with pytest.raises(error, match=message):
        board(Board(3), **options)


def test_drawing_leaves_the_board_alone():
    position = played("b2", "swap", "a1", swap="pieces")
    before = (position.copy(), position.moves)
    assert board(position, numbers=True) == board(position, numbers=True)
    assert (position, position.moves) == before
    assert position.turn == WHITE
