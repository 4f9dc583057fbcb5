"""Edge templates: a dose of their proofs, and where they are found."""

import pytest
from support.template_proofs import problems

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import VirtualConnections
from hexmate.templates import EdgeTemplate, edge_templates, find_templates

NAMED = {each.name: each for each in edge_templates() if each.name}
LOW = [each for each in edge_templates() if each.row <= 3]


@pytest.mark.parametrize("template", LOW, ids=str)
def test_templates_hold_and_need_every_cell(template):
    assert problems(template, played_out=8) == []
    assert problems(template.mirrored(), played_out=0) == []


@pytest.mark.parametrize("name", ["IV1a", "IV1b"])
def test_a_dose_of_the_fourth_row(name):
    assert problems(NAMED[name], played_out=0) == []


def test_a_wrong_template_is_refuted():
    ziggurat = NAMED["III1a"]
    assert "is not connected" in problems(ziggurat._replace(carrier=ziggurat.carrier[1:]))
    wide = ziggurat._replace(carrier=(*ziggurat.carrier, (1, 3)))
    assert problems(wide) == ["does not need (1, 3)"]


def test_no_template_contains_another():
    for one in edge_templates():
        for two in edge_templates():
            if one.stones == two.stones and one != two:
                assert not set(one.carrier) <= set(two.carrier)
                assert not set(one.carrier) <= set(two.mirrored().carrier)


@pytest.mark.parametrize("template", edge_templates(), ids=str)
def test_text_and_mirror_image_are_reversible(template):
    assert EdgeTemplate.from_rows(template.name, template.rows()) == template
    assert template.mirrored().mirrored() == template


@pytest.mark.parametrize(
    ("color", "edges"), [(BLACK, ("top", "bottom")), (WHITE, ("left", "right"))]
)
@pytest.mark.parametrize("size", [(9, 11), (11, 9)])
def test_found_at_each_edge_of_a_colour(size, color, edges):
    for at, edge in enumerate(edges):
        rows, cols = size
        across = rows if color == BLACK else cols
        height = 2 if at == 0 else across - 3
        row, col = (height, 5) if color == BLACK else (5, height)
        cell = row * cols + col
        stones = ([cell], []) if color == BLACK else ([], [cell])
        board = Board.setup(*stones, size=size)
        found = [each for each in find_templates(board, color) if each.edge == edge]
        assert {each.template.name for each in found} >= {"III1a", "III1b"}
        truth = VirtualConnections(board)
        assert len(found[0].carrier) == len(truth.full(color, cell, edge)[0].carrier)


def test_not_found_where_a_cell_is_taken():
    free = Board.setup(["e7"], [], size=9)
    blocked = Board.setup(["e7"], ["e9", "d8"], size=9)
    assert find_templates(free, BLACK)
    assert find_templates(free, WHITE) == []
    assert find_templates(blocked, BLACK) == []
