"""Negamax with a value model: blending, options, the protocol, analysis."""

import numpy as np
import pytest
import torch

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.evaluate import heuristic
from hexmate.learn.value.evaluator import ValueEvaluator
from hexmate.learn.value.export import export_onnx
from hexmate.learn.value.models import make_model
from hexmate.players.base import Limit
from hexmate.players.conformance import check
from hexmate.players.registry import create


@pytest.fixture(scope="module", params=["mlp", "gnn"])
def trained(request, tmp_path_factory):
    """A model and its file."""
    torch.set_num_threads(1)
    torch.manual_seed(3)
    model = make_model(request.param).eval()
    path = tmp_path_factory.mktemp("models") / "m.onnx"
    export_onnx(model, path, Board(4))
    return model, path


@pytest.mark.slow
def test_keeps_the_protocol(trained):
    assert check(lambda: create(f"negamax:model={trained[1]},table=1")) == []


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1.0])
def test_a_leaf_is_the_blend(trained, alpha):
    model, path = trained
    board = Board(5)
    for move in ("c3", "b4"):
        board.push_str(move)
    info = create(f"negamax:model={path},alpha={alpha},depth=1,table=1").play(board, Limit()).info
    evaluator = ValueEvaluator(model, board)
    best = -np.inf
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        said = evaluator(child.to_array()[None], np.array([child.turn], np.int8))[0]
        best = max(best, -((1 - alpha) * heuristic(child) + alpha * said))
    assert info.score == pytest.approx(best, abs=2)


def test_analysis_has_several_lines(trained):
    player = create(f"negamax:model={trained[1]},table=1,threads=2")
    lines = {info.rank: info for info in player.analyse(Board(4), Limit(depth=2), 3)}
    assert sorted(lines) == [1, 2, 3]
    assert len({info.move for info in lines.values()}) == 3
    assert all(0 < info.win_probability < 1 for info in lines.values())


def test_options_that_make_no_sense(trained):
    with pytest.raises(PlayerError, match="alpha must be between 0 and 1"):
        create(f"negamax:model={trained[1]},alpha=2")
    with pytest.raises(PlayerError, match="alpha is the weight of a model; name the model too"):
        create("negamax:alpha=0.5")
