"""Swap maps: what the data says, how it is read, and that the pages have the same."""

import importlib.util
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexmate.board import Board
from hexmate.book import SIZES, map_after, swap_map
from hexmate.book.swap_maps import DATA
from hexmate.cli.app import app
from hexmate.color import BLACK, WHITE
from hexmate.errors import SizeError

ROOT = Path(__file__).parents[3]
OPENINGS = json.loads((ROOT / "tests/data/oracles/openings.json").read_text("utf-8"))["boards"]


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("size", range(3, 9))
def test_small_maps_are_the_known_openings(size):
    found, board = swap_map(size), Board(size)
    winning = {board.name(cell) for cell in range(size * size) if found.should_swap(cell)}
    assert found.exact
    assert set(found.values) == {0.0, 1.0}
    assert winning == set(OPENINGS[str(size)]["winning"])


@pytest.mark.parametrize("size", SIZES)
def test_half_a_turn_changes_nothing_and_known_stones_are_right(size):
    found, board = swap_map(size), Board(size)
    assert found.values == found.values[::-1]
    assert len(found.values) == size * size
    for loses in ("a1", "b1"):
        assert not found.should_swap(loses)
    middle = board.cell(size // 2, (size - 1) // 2)  # on the short diagonal
    assert found.should_swap(middle)
    assert found.black(board.name(middle)) == found.black(middle)


@pytest.mark.parametrize("size", range(9, 20))
def test_searched_maps_tell_how_and_name_fair_stones(size):
    found = swap_map(size)
    assert not found.exact
    assert found.visits >= 1
    assert found.network
    assert found.date.startswith("20")
    assert all(0 < value < 1 for value in found.values)
    fair = found.fair_stones()
    distances = [abs(found.black(cell) - 0.5) for cell in fair]
    assert 2 <= len(fair) < size * size / 2
    assert distances == sorted(distances)
    assert distances[0] < 0.1
    assert sorted(fair) == sorted(size * size - 1 - cell for cell in fair)


def test_exact_maps_have_no_fair_stone():
    assert swap_map(7).fair_stones() == []


@pytest.mark.parametrize("size", [0, 2, 20])
def test_other_sizes_have_no_map(size):
    with pytest.raises(SizeError, match="from 3x3 to 19x19"):
        swap_map(size)


def opened(cell, **options):
    board = Board(**options)
    board.push_str(cell)
    return board


@pytest.mark.parametrize(
    ("board", "covered"),
    [
        (Board(11), True),
        (Board(11, swap="sides"), True),
        (opened("c3", size=5, swap="pieces"), True),
        (Board((11, 9)), False),
        (Board(2), False),
        (Board(20), False),
        (Board(7, shape="square"), False),
        (Board.setup([], ["c3"], turn=BLACK, size=5), False),
        (Board.setup(["c3"], [], turn=BLACK, size=5), False),
        (Board.setup(["c3", "a1"], [], turn=WHITE, size=5), False),
        (Board.setup([], [], turn=WHITE, size=5), False),
    ],
    ids=str,
)
def test_a_map_covers_the_first_stone_of_black_on_its_boards(board, covered):
    found = map_after(board)
    assert (found is not None) is covered
    assert found is None or found.size == board.rows


def test_pictures_show_numbers_or_dots():
    searched, exact = swap_map(11).picture(), swap_map(5).picture(theme="dark", size=200)
    assert searched.count('class="label"') == 121
    assert searched.count('class="heat"') + searched.count('class="cool"') == 121
    assert exact.count('class="mark dot"') == len(OPENINGS["5"]["winning"])


def test_the_pages_have_the_same_maps():
    pack = tool("pack_swap_maps")
    maps = json.loads(DATA.read_text("utf-8"))["maps"]
    assert pack.packed(maps) == DATA.read_text("utf-8")
    assert pack.script(maps) == pack.SCRIPT.read_text("utf-8")
    assert sorted(map(int, maps)) == list(SIZES)


def test_packing_keeps_proven_values_apart_from_estimates():
    pack = tool("pack_swap_maps")
    stones = [
        {"size": 9, "cell": Board(9).name(cell), "black": 0.25, "proven": None, "visits": 90 + cell}
        for cell in range(41)
    ]
    stones[0] |= {"black": 1.0}
    stones[1] |= {"black": 0.0, "visits": 3, "proven": 0.0}
    results = {"net": "small", "sha256": "ab", "date": "2026-01-02", "stones": stones}
    found = pack.searched_maps(results)
    assert list(found) == ["9"]
    assert found["9"]["values"][:3] == [999, 0, 250]
    assert found["9"]["visits"] == 90
    stones.pop()  # a map with a gap is not packed
    assert pack.searched_maps(results) == {}


def test_the_command_prints_and_draws(tmp_path):
    run = CliRunner().invoke(app, ["book", "swap", "--size", "5"])
    assert run.exit_code == 0
    assert run.stdout.startswith(swap_map(5).text())
    assert "Exact" in run.stdout
    target = tmp_path / "map.svg"
    run = CliRunner().invoke(app, ["book", "swap", "--svg", str(target), "--theme", "dark"])
    assert run.exit_code == 0
    assert "visits after each stone" in run.stdout
    assert target.read_text("utf-8").strip() == swap_map(11).picture(theme="dark")
    assert CliRunner().invoke(app, ["book", "swap", "--size", "20"]).exit_code == 2
