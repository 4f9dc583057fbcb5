"""`import hexmate` brings numpy and the core, nothing heavier."""

import subprocess
import sys

import pytest

import hexmate

HEAVY = (
    "scipy",
    "typer",
    "rich",
    "torch",
    "onnxruntime",
    "sqlalchemy",
    "fastapi",
    "ray",
    "asyncio",
)


def test_nothing_heavy_is_loaded():
    code = "import sys, hexmate; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "numpy" in loaded
    assert not loaded.intersection(HEAVY)


def test_everything_public_is_there():
    for name in hexmate.__all__:
        assert hasattr(hexmate, name)


def test_modules_are_loaded_on_first_use():
    code = """
import sys, hexmate
assert "hexmate.svg" not in sys.modules
assert "svg" in dir(hexmate)
board = hexmate.Board(3)
assert hexmate.svg.board(board).startswith("<svg")
assert hexmate.records.load("3: a1").end().board() != board
print(hexmate.players.create("random", seed=1).name)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "random\n"


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'svgs'"):
        hexmate.svgs  # noqa: B018
