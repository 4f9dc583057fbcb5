"""Boards as PNG: read back with a small reader of their own."""

import json
import string
import struct
import zlib

import numpy as np
import pytest

from hexmate import png
from hexmate.board import Board
from hexmate.errors import MalformedError
from hexmate.lettering import strokes
from hexmate.raster import Canvas, rgb
from hexmate.svg_theme import THEMES


def pixels(data):
    """The pixels of a PNG without filters, uint8 [height, width, 3]; checks every chunk."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            kind + body
        )
        chunks[kind] = body
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 2)
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def share(image, color):
    """How much of an image has exactly a colour."""
    return float((image == np.array(rgb(color), np.uint8)).all(axis=2).mean())


def test_a_position_shows_its_stones_and_edges():
    board = Board(5)
    for move in ("c3", "b4", "d2"):
        board.push_str(move)
    image, look = pixels(png.board(board, size=400, theme="dark")), THEMES["dark"]
    assert max(image.shape[:2]) == 400
    empty = pixels(png.board(Board(5), size=400, theme="dark"))
    for pieces, stones in ((look.black, 2), (look.white, 1)):
        more = share(image, pieces.fill) - share(empty, pieces.fill)
        assert more > 0.005 * stones
    assert share(empty, look.background) > 0.1
    assert share(image, look.cell) < share(empty, look.cell)


@pytest.mark.parametrize("shape", ["hex", "offset", "square", "triangle"])
@pytest.mark.parametrize("theme", list(THEMES))
def test_every_shape_and_theme(shape, theme):
    board = Board((3, 6) if shape == "triangle" else (3, 4), shape=shape)
    board.push_str("a1")
    image = pixels(png.board(board, theme=theme, rotation=1, mirror=True, size=(120, 90)))
    assert image.shape == (90, 120, 3)
    assert share(image, THEMES[theme].black.fill) > 0.002


def test_the_last_stone_is_ringed_and_the_chain_is_drawn():
    board = Board(3)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        board.push_str(move)
    look = THEMES["light"]
    drawn = pixels(png.board(board, size=300))
    bare = pixels(png.board(board, size=300, last_move=False, path=False))
    assert share(drawn, look.black.last) > 0.001
    assert share(drawn, look.path) > 0.001
    assert share(bare, look.black.last) == share(bare, look.path) == 0


@pytest.mark.parametrize("kind", ["triangle", "circle", "square", "cross", "dot"])
def test_marks(kind):
    marked = pixels(png.board(Board(3), size=300, coordinates=False, marks={"b2": kind}))
    assert share(marked, THEMES["light"].ink) > 0.0005


def test_coordinates_are_written_outside_of_the_board():
    named, bare = (
        pixels(png.board(Board(3), size=400, coordinates=wanted)) for wanted in (True, False)
    )
    ink = THEMES["light"].ink
    assert share(named, ink) > 0.002
    assert share(bare, ink) == 0


def test_numbers_and_labels_are_written_on_the_stones():
    board = Board(3)
    for move in ("a1", "b2", "c3"):
        board.push_str(move)
    look = THEMES["dark"]

    def written(**options):
        image = pixels(png.board(board, size=400, theme="dark", coordinates=False, **options))
        return share(image, look.black.text), share(image, look.white.text), share(image, look.ink)

    blank, numbered = written(), written(numbers=True)
    assert numbered[0] > blank[0]
    assert numbered[1] > blank[1]
    assert numbered[2] == 0
    assert written(numbers=1)[1] == blank[1]
    assert written(labels={"b1": "x"})[2] > 0
    assert written(labels={"b1": " "})[2] == 0
    assert written(labels={"b1": "é"}) == written(labels={"b1": "e"})
    long = {"b1": "abcdefghijk"}
    assert written(labels=long) == written(labels={"b1": "abcdefgzzzz"}) != blank


def test_every_character_looks_different():
    characters = [*string.ascii_letters, *string.digits, *"+-=.,:'!?%*/()<>", "字"]
    drawn = {json.dumps(strokes(character, (0, 0), 1000)): character for character in characters}
    # A capital i is a small L, and a capital o is a zero, as in many fonts.
    assert len(drawn) == len(characters) - 2
    xs, ys = zip(
        *(point for line in strokes("Wgj 10", (50, 20), 10) for point in line), strict=True
    )
    assert (min(xs) + max(xs)) / 2 == pytest.approx(50, abs=0.02)
    assert min(ys) == 16.5
    assert max(ys) < 26


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"numbers": -1}, "bad numbers"),
        ({"size": 0}, "bad size"),
        ({"size": (100, 2001)}, "1 to 2000"),
        ({"marks": {"a1": "star"}}, "unknown mark"),
        ({"theme": "pink"}, "unknown theme"),
    ],
)
def test_bad_arguments(options, words):
    with pytest.raises(MalformedError, match=words):
        png.board(Board(3), **options)


@pytest.mark.parametrize("color", ["red", "#12345", "#gggggg", ""])
def test_colours_must_be_hexadecimal(color):
    with pytest.raises(MalformedError, match="#2f9e4a"):
        rgb(color)


def test_figures_outside_of_the_canvas_are_cut_off():
    canvas = Canvas(20, 10, "#000000")
    canvas.paint(canvas.disc((0, 0), 5), "#ffffff")
    canvas.paint(canvas.disc((100, 100), 5), "#ffffff")
    canvas.line([(-50, 5), (50, 5)], 2, "#ff0000")
    image = pixels(canvas.png())
    assert tuple(image[0, 0]) == (255, 255, 255)
    assert tuple(image[5, 19]) == tuple(image[5, 10]) == (255, 0, 0)
    assert tuple(image[9, 19]) == (0, 0, 0)


def test_polygons_that_share_an_edge_leave_no_seam():
    canvas = Canvas(40, 20, "#000000")
    left = canvas.polygon([(2, 2), (15.3, 2), (20.7, 18), (2, 18)])
    right = canvas.polygon([(15.3, 2), (38, 2), (38, 18), (20.7, 18)])
    canvas.paint_all([left, right], "#ffffff")
    assert pixels(canvas.png())[3:17, 3:37].min() > 250
