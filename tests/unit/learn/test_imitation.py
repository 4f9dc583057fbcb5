"""Imitation: positions from random play and from files, and that they are learnt."""

import json

import numpy as np
import pytest
import torch

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import HexmateError
from hexmate.evaluate import heuristic
from hexmate.learn.value.imitation import Imitation
from hexmate.learn.value.labeled_positions import from_file, from_random_play
from hexmate.learn.value.models import make_model


def test_lessons_of_random_play_have_the_scores_of_the_heuristic():
    lessons = from_random_play(Board(4), 30, seed=2)
    for stones, turn, score in zip(lessons.stones, lessons.turns, lessons.targets, strict=True):
        cells = stones.ravel()
        board = Board.setup(
            np.flatnonzero(cells == 1).tolist(),
            np.flatnonzero(cells == 2).tolist(),
            Color(turn),
            size=4,
        )
        assert score == heuristic(board)
    again = from_random_play(Board(4), 30, seed=2)
    assert (again.stones == lessons.stones).all()


@pytest.mark.parametrize("model", ["mlp", "gnn"])
def test_the_heuristic_is_copied(model):
    torch.manual_seed(1)
    lessons = from_random_play(Board(3), 1000, seed=1)
    run = Imitation(make_model(model), lessons, epochs=12, batch_size=32, rate=5e-3)
    epochs = list(run.epochs())
    assert epochs[-1].held_out_loss < 0.05 * epochs[0].held_out_loss
    assert epochs[-1].agreement > 0.7


def sample(**changes):
    return {"N": 2, "to_move": 2, "result": -1, "board": [0, 1, 2, 0], **changes}


def write(path, *samples):
    path.write_text("".join(json.dumps(each) + "\n" for each in samples))
    return path


def test_lessons_of_a_file(tmp_path):
    path = write(tmp_path / "s.jsonl", sample(), sample(result=1, to_move=1), sample(result=0))
    results = from_file(path, "result")
    assert results.targets.tolist() == [0, 1, 0.5]
    assert results.turns.tolist() == [1, 0, 1]
    assert results.stones[0].tolist() == [[0, 1], [2, 0]]
    scores = from_file(path, "heuristic")
    assert scores.targets[0] == heuristic(Board.setup([1], [2], Color.WHITE, size=2))


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        ([], "one kind of board \\(got 0"),
        ([sample(), sample(N=1, board=[0])], "one kind of board \\(got 2"),
        ([{"N": 2}], r"s\.jsonl, line 1 is not a sample"),
        ([[1]], "line 1 is not a sample"),
        ([sample(), sample(board=[0, 1, 2])], r"s\.jsonl, line 2: board must have 4 cells"),
        ([sample(board=[0, 1, 2])], "line 1: board must have 4 cells"),
        ([sample(), sample(board="0120")], "line 2: board must have 4 cells"),
        ([sample(board=[0, 1, 2, 3])], "line 1: the cells of board must be 0, 1 or 2"),
        ([sample(board=[0, 1, 2, "0"])], "line 1: the cells of board must be 0, 1 or 2"),
        ([sample(), sample(), sample(result="won")], "line 3: result must be a number"),
        ([sample(result=2)], "line 1: result must be a number"),
        ([sample(to_move="2")], "line 1: to_move must be 1 or 2"),
        ([sample(N="2")], "line 1: N must be an integer"),
        ([sample(N=99)], "line 1: a board has 1 to 32 rows"),
        ([sample(shape="round")], "line 1: unknown shape"),
    ],
)
@pytest.mark.parametrize("target", ["result", "heuristic"])
def test_files_of_something_else(samples, says, target, tmp_path):
    with pytest.raises(HexmateError, match=says):
        from_file(write(tmp_path / "s.jsonl", *samples), target)


def test_bytes_that_are_no_text_are_found_in_their_line(tmp_path):
    path = write(tmp_path / "s.jsonl", sample(), sample())
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n")
    with pytest.raises(HexmateError, match="line 3 is not a sample"):
        from_file(path, "result")


def test_triangles_have_twice_the_cells(tmp_path):
    path = write(tmp_path / "s.jsonl", sample(shape="triangle", board=[0, 1, 2, 0, 0, 0, 0, 0]))
    assert from_file(path, "heuristic").stones.shape == (1, 2, 4)


def test_too_little_to_learn_from(tmp_path):
    with pytest.raises(HexmateError, match="no such file"):
        from_file(tmp_path / "no.jsonl", "result")
    with pytest.raises(HexmateError, match="at least 10 positions"):
        Imitation(make_model("mlp"), from_random_play(Board(3), 5, seed=1))
