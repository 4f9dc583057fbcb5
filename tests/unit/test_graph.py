"""Sparse matrices of a position."""

import sys

import pytest

from hexmate.board import Board
from hexmate.errors import HexmateError


def test_matrices():
    board = Board.setup(["a1"], ["b2"], size=2)
    graph = board.graph()
    dense = graph.adjacency().toarray()
    assert dense.shape == (8, 8)
    assert dense[:4, :4].tolist() == [[0, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 1, 0]]
    assert dense[4].tolist() == [1, 1, 0, 0, 0, 0, 0, 0], "the top edge touches the first row"
    assert dense[6].tolist() == [1, 0, 1, 0, 0, 0, 0, 0], "the left edge touches the first column"
    assert graph.ownership().toarray().tolist() == [
        [1, 0, 0, 0, 1, 1, 0, 0],
        [0, 0, 0, 1, 0, 0, 1, 1],
    ]


def test_without_scipy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(HexmateError, match="hexmate\\[graphs\\]"):
        Board(3).graph().adjacency()
