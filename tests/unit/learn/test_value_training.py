"""Training value models: settings, games, the buffer, resuming, and that the loss falls."""

import itertools
import json
import random
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from hexmate.errors import HexmateError
from hexmate.learn.device import choose_device
from hexmate.learn.value import training
from hexmate.learn.value.config import TrainConfig
from hexmate.learn.value.evaluator import ValueEvaluator
from hexmate.learn.value.games import HEURISTIC, SelfPlayGame, play_together
from hexmate.learn.value.models import make_model
from hexmate.learn.value.replay import ValueReplayBuffer
from hexmate.learn.value.training import ValueTraining

CPU = choose_device("cpu")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"model": "cnn"}, "model must be one of mlp, gnn"),
        ({"train_games": 0}, "train_games must be at least 1"),
        ({"min_depth": 9, "max_depth": 8}, "min_depth must not exceed max_depth"),
        ({"batch_size": 0}, "batch_size must be at least 1"),
        ({"buffer": 100}, "buffer must hold at least one batch"),
        ({"alpha": 1.5}, "alpha must be between 0 and 1"),
        ({"prob_frozen": -0.1}, "prob_frozen must be between 0 and 1"),
        ({"prob_frozen": 0.6, "prob_heuristic": 0.6}, "must not exceed 1 together"),
        ({"rate": 0}, "rate must be above 0"),
        ({"weight_decay": -1}, "weight_decay must be at least 0"),
        ({"seconds": 0}, "seconds must be above 0"),
        ({"size": 3, "random_moves": 9}, "random_moves must be fewer"),
        ({"size": 40}, "40"),
        ({"width": 0}, "width must be at least 1"),
    ],
)
def test_settings_are_checked_when_made(settings, says):
    with pytest.raises(HexmateError, match=says):
        TrainConfig(**settings)


def test_settings_are_those_of_the_original():
    config = TrainConfig()
    assert (config.train_games, config.min_depth, config.max_depth) == (200, 10, 20)
    assert (config.batch_size, config.updates_per_game, config.buffer) == (256, 1, 50_000)
    assert (config.prob_frozen, config.prob_heuristic, config.alpha) == (0.3, 0.0, 0.2)
    assert (config.snapshot_every, config.snapshots, config.random_moves) == (20, 5, 1)
    assert TrainConfig.from_dict(json.loads(json.dumps(config.as_dict()))) == config
    with pytest.raises(HexmateError, match="unknown settings: colour"):
        TrainConfig.from_dict({"colour": 1})


def test_the_buffer_is_circular_and_drawn_from_evenly():
    replay = ValueReplayBuffer(5, 2, 2)
    for number in range(7):
        replay.add(np.full((2, 2), number % 3, np.int8), number % 2, number)
    assert len(replay) == 5
    assert sorted(replay.everything()[2].tolist()) == [2, 3, 4, 5, 6]
    drawn = replay.draw(5_000, np.random.default_rng(1))[2]
    counts = np.bincount(drawn.astype(int), minlength=7)
    assert counts[:2].tolist() == [0, 0]
    assert (abs(counts[2:] - 1_000) < 150).all()
    again = ValueReplayBuffer(5, 2, 2)
    again.restore(replay.state())
    again.add(np.zeros((2, 2), np.int8), 0, 7)
    assert sorted(again.everything()[2].tolist()) == [3, 4, 5, 6, 7]


def games_of(config, evaluators, count=3):
    games = [SelfPlayGame(config, n, evaluators, random.Random(n)) for n in range(count)]
    play_together(games)
    return games


@pytest.mark.parametrize(
    "settings", [{"size": 4}, {"size": 3, "shape": "square", "random_moves": 3, "explore": 0.3}]
)
@pytest.mark.parametrize("sides", list(itertools.product((True, False), repeat=2)))
def test_games_end_and_leave_samples(settings, sides):
    config = TrainConfig(nodes=200, min_depth=2, max_depth=3, **settings)
    evaluator = ValueEvaluator(make_model("mlp").eval(), config.board())
    evaluators = tuple(evaluator if side else HEURISTIC for side in sides)
    for game in games_of(config, evaluators):
        outcome = game.board.outcome()
        samples = game.samples()
        assert outcome is not None
        opening = game.board.ply - len(samples)
        assert 1 <= opening <= config.random_moves
        board = config.board()
        for color, move in game.board.played[:opening]:
            board.push(move, color)
        for (stones, turn, result), (_, move) in zip(
            samples, game.board.played[opening:], strict=True
        ):
            assert (stones == board.to_array()).all()
            assert turn == board.turn
            assert result == (0.5 if outcome.winner is None else float(outcome.winner == turn))
            board.push(move)


def test_games_are_the_same_however_many_are_played_at_once():
    config = TrainConfig(size=4, nodes=300, min_depth=2, max_depth=4, explore=0.1)
    torch.manual_seed(1)
    evaluator = ValueEvaluator(make_model("mlp").eval(), config.board())
    together = [game.board.played for game in games_of(config, (evaluator, evaluator), 4)]
    alone = []
    for number in range(4):
        game = SelfPlayGame(config, number, (evaluator, evaluator), random.Random(number))
        play_together([game])
        alone.append(game.board.played)
    assert together == alone
    assert len({tuple(played) for played in alone}) > 1


SMALL = {
    "size": 4,
    "nodes": 150,
    "min_depth": 1,
    "max_depth": 2,
    "batch_size": 32,
    "updates_per_game": 2,
    "buffer": 200,
    "snapshot_every": 4,
    "snapshots": 2,
    "checkpoint_every": 4,
    "prob_frozen": 0.4,
    "prob_heuristic": 0.3,
    "explore": 0.1,
}


def weights(run):
    return torch.cat([each.flatten() for each in run.model.state_dict().values()])


@pytest.mark.parametrize(("model", "threads"), [("mlp", 1), ("gnn", 3)])
def test_a_run_that_was_cut_ends_with_the_same_weights(model, threads, tmp_path):
    config = TrainConfig(model=model, train_games=12, selfplay_threads=threads, **SMALL)
    whole = ValueTraining(config, tmp_path / "whole", CPU)
    progress = list(whole.rounds())[-1]
    assert (progress.games, progress.updates) == (12, 24)
    assert progress.loss < 2
    assert sum(games for _, games in progress.scores.values()) > 0
    cut = ValueTraining(config, tmp_path / "cut", CPU)
    for progress in cut.rounds():
        if progress.games >= 7:  # beyond a checkpoint, so that some work is done again
            break
    resumed = ValueTraining(config, tmp_path / "cut", CPU, resume=True)
    assert resumed.games < 12
    list(resumed.rounds())
    assert torch.equal(weights(resumed), weights(whole))
    assert (resumed.positions, resumed.updates) == (whole.positions, whole.updates)


@pytest.mark.parametrize(
    ("place", "calls", "kept"),
    [
        ("play_together", 1, 0),
        ("play_together", 3, 6),
        ("update", 1, 0),
        ("update", 14, 6),
        ("add", 5, 0),
        ("add", 70, 6),
        ("keep", 1, 3),
    ],
)
def test_ctrl_c_keeps_all_whole_rounds(place, calls, kept, tmp_path, monkeypatch):
    """Wherever it comes, and resuming ends with the weights of a run that was never stopped."""
    changes = {"buffer": 40, "checkpoint_every": 100}
    config = TrainConfig(train_games=9, selfplay_threads=3, **SMALL | changes)
    whole = ValueTraining(config, tmp_path / "whole", CPU)
    list(whole.rounds())
    cut = ValueTraining(config, tmp_path / "cut", CPU)
    spots = {
        "play_together": (training, "play_together"),
        "update": (cut._optimizer, "step"),
        "add": (cut._replay, "add"),
        "keep": (cut, "_keep"),
    }
    left = itertools.count(calls, -1)

    def stopping(*arguments):
        done = original(*arguments)
        if next(left) == 1:
            raise KeyboardInterrupt
        return done

    owner, name = spots[place]
    original = getattr(owner, name)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, stopping)
        with pytest.raises(KeyboardInterrupt):
            list(cut.rounds())
    cut.save()
    resumed = ValueTraining(config, tmp_path / "cut", CPU, resume=True)
    assert resumed.games == kept
    list(resumed.rounds())
    assert torch.equal(weights(resumed), weights(whole))
    assert (resumed.positions, resumed._scores) == (whole.positions, whole._scores)
    assert not list((tmp_path / "cut").glob("*.tmp"))


def test_what_cannot_be_resumed(tmp_path):
    config = TrainConfig(train_games=1, **SMALL)
    with pytest.raises(HexmateError, match="no checkpoint to resume"):
        ValueTraining(config, tmp_path, CPU, resume=True)
    list(ValueTraining(config, tmp_path, CPU).rounds())
    with pytest.raises(HexmateError, match="already holds a run"):
        ValueTraining(config, tmp_path, CPU)
    other = TrainConfig(train_games=5, **SMALL | {"nodes": 99, "alpha": 0.3})
    with pytest.raises(HexmateError, match=r"99 now; alpha is .* in the run, 0.3 now"):
        ValueTraining(other, tmp_path, CPU, resume=True)
    more = TrainConfig(train_games=2, **SMALL)
    assert [each.games for each in ValueTraining(more, tmp_path, CPU, resume=True).rounds()] == [2]
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(HexmateError, match="is not a checkpoint"):
        ValueTraining(more, tmp_path, CPU, resume=True)


def test_a_run_of_an_old_version_is_resumed(tmp_path):
    with tarfile.open(Path(__file__).parents[2] / "data/runs/runs-0.1.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    folder = tmp_path / "value-run"
    state = torch.load(folder / "checkpoint.pt")
    config = TrainConfig.from_dict(state["config"])
    assert config.as_dict() == json.loads((folder / "config.json").read_text())
    del state["config"]["explore"]
    torch.save(state, folder / "checkpoint.pt")
    with pytest.raises(HexmateError, match=r"explore is 0\.0 in the run, 0\.5 now"):
        ValueTraining(replace(config, explore=0.5), folder, CPU, resume=True)
    run = ValueTraining(config, folder, CPU, resume=True)
    assert run.games == 4
    assert [each.games for each in run.rounds()] == [6, 8]


def test_the_loss_falls(tmp_path):
    config = TrainConfig(train_games=24, **SMALL | {"updates_per_game": 20, "buffer": 2_000})
    losses = [progress.loss for progress in ValueTraining(config, tmp_path, CPU).rounds()]
    assert losses[-1] < losses[0]
    assert losses[-1] < 0.55
