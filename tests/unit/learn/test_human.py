"""Learning from people's games: reading, positions, training, evaluation, and the model file."""

import gzip
import json

import numpy as np
import pytest
import torch

from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.coords import SWAP
from hexmate.errors import ModelError, TrainingError
from hexmate.learn.human import training
from hexmate.learn.human.distill import SoftPool, advance, imagine, soft_batches, soft_losses
from hexmate.learn.human.evaluation import band_matrix, predict, probabilities
from hexmate.learn.human.export import HumanWeights, export_human
from hexmate.learn.human.games import TEST, TRAINING, VALIDATION, part_of, read_games
from hexmate.learn.human.model import HumanNet, Inputs
from hexmate.learn.human.positions import Positions
from hexmate.learn.human.training import HumanSettings, HumanTrainer, train, train_on_games
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.nets.human_file import HumanFile, human_inputs

CPU = torch.device("cpu")
TINY = NetSize(3, 8)
GAMES = [
    {
        "size": 4,
        "moves": "a2 swap c3 b3 d1 b4",
        "winner": "white",
        "rated": "white",
        "rating": 1700,
    },
    {"size": 4, "moves": "b3 c2 c3 d2 a4 b2", "winner": "white", "rated": "black", "rating": 2100},
    {"size": 3, "moves": "b2 a1 b1 c1 b3", "winner": "black", "rated": None, "rating": None},
    {"size": 3, "moves": "a1 b2 c1", "winner": "black", "rated": "black", "rating": 1500},
]


def write(path, games=GAMES):
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


@pytest.fixture
def games(tmp_path):
    return read_games(write(tmp_path / "games.jsonl"))


@pytest.fixture
def positions(games):
    return Positions(games, np.ones(len(games), bool), 5, CPU)


def test_games_as_arrays(games, tmp_path):
    assert games.sizes.tolist() == [4, 4, 3, 3]
    assert games.swapped.tolist() == [True, False, False, False]
    assert games.ratings.tolist() == [[0, 1700], [2100, 0], [0, 0], [1500, 0]]
    assert games.strong.tolist() == [False, False, True, False]
    assert games.resigned.tolist() == [True, True, False, True]
    assert (games.rows[0, 1], games.cols[0, 1]) == (0, 1)
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(gzip.compress(write(tmp_path / "plain.jsonl").read_bytes()))
    assert (read_games(packed).rows == games.rows).all()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"moves": ""}, "line 2: a game needs at least one move"),
        ({"moves": "a1 a1"}, "line 2: "),
        ({"moves": "a1 z9"}, "line 2: "),
        ({"winner": "red"}, "line 2: 'red'"),
        ({"size": 99}, "line 2: "),
    ],
)
def test_the_first_bad_line_is_named(tmp_path, change, says):
    path = write(tmp_path / "games.jsonl", [GAMES[0], {**GAMES[1], **change}])
    with pytest.raises(TrainingError, match=says):
        read_games(path)
    with pytest.raises(TrainingError, match="cannot read"):
        read_games(tmp_path / "none.jsonl")


def test_a_tenth_of_the_games_is_for_the_test():
    parts = [part_of(11, f"a{n} b{n}") for n in range(5000)]
    assert 0.08 < parts.count(TEST) / 5000 < 0.12
    assert 0.02 < parts.count(VALIDATION) / 5000 < 0.04
    assert parts.count(TRAINING) + parts.count(TEST) + parts.count(VALIDATION) == 5000


def boards_of(games):
    for game in games:
        board = Board(game["size"], swap="pieces")
        for word in game["moves"].split():
            yield board.copy(), board.parse(word)
            board.push_str(word)
        if board.outcome() is None:
            yield board.copy(), None


@pytest.mark.parametrize("turned", [False, True])
def test_positions_are_those_of_the_boards(positions, turned):
    numbers = torch.arange(len(positions))
    inputs, targets = positions.batch(numbers, torch.full((len(positions),), turned))
    found = list(boards_of(GAMES))
    assert len(found) == len(positions)
    for at, (board, move) in enumerate(found):
        size = board.rows
        views, ages, context = human_inputs(board)
        step = -1 if turned else 1
        assert (inputs.views[at, :size, :size].numpy() == views[0][::step, ::step]).all()
        assert (inputs.ages[at, :size, :size].numpy() == ages[0][::step, ::step]).all()
        assert inputs.context[at, 3] == context[0, 3]
        assert (inputs.views[at, size:] == 3).all()
        assert targets.moves[at] == cell_seen(board, move, turned)
        assert targets.resigns[at] == (move is None)


def cell_seen(board, move, turned):
    if move is None:
        return -1
    if move == SWAP:
        return 25
    row, col = board.row_col(move)
    if board.turn == WHITE:
        row, col = col, row
    if turned:
        row, col = board.rows - 1 - row, board.cols - 1 - col
    return row * 5 + col


def test_moves_lead_to_the_next_position(positions):
    numbers = torch.arange(len(positions))
    inputs, targets = positions.batch(numbers, torch.zeros(len(positions), dtype=torch.bool))
    same = (positions.games[1:] == positions.games[:-1]) & (targets.moves[:-1] >= 0)
    after = advance(inputs, targets.moves.clamp_min(0))
    for ours, theirs in zip(after, inputs, strict=True):
        assert torch.equal(ours[:-1][same], theirs[1:][same])
    assert same.sum() == 19


def test_moves_are_learnt_and_ratings_matter(positions):
    settings = HumanSettings(passes=80, batch=8, rate=1e-2, warm_steps=5, dropout=0.1, seed=2)
    reports = []
    torch.manual_seed(1)
    net = HumanNet(TINY, knots=(1500, 1700, 2100))
    average = train_on_games(net, [positions], settings, reports.append)
    found = predict([average], [positions])
    assert found.score().first > 0.6
    assert dict(found.table())["all"].moves == 20
    assert reports[-1].done == 1
    matrix = band_matrix([average], [positions], [1500, 1700, 2100])
    assert len(matrix) == 7
    assert len({*matrix[2]}) == 3


def test_a_trunk_can_be_taken_over(positions):
    torch.manual_seed(1)
    strong, net = HexNet(TINY).eval(), HumanNet(TINY)
    settings = HumanSettings(passes=1, batch=8, rate=0.0, fixed_norms=True)
    train_on_games(net, [positions], settings, begin_with=strong)
    assert torch.equal(net.stem.weight[:, :3], strong.stem.weight)
    assert torch.equal(net.blocks[1].conv1.weight, strong.blocks[1].conv1.weight)


def test_a_student_learns_from_teachers(positions):
    torch.manual_seed(1)
    teacher = HumanNet(TINY).eval().requires_grad_(False)
    draw = torch.Generator().manual_seed(1)
    training_inputs, targets = positions.batch(
        torch.arange(len(positions)), torch.zeros(len(positions), dtype=torch.bool)
    )
    known = SoftPool.label([teacher], training_inputs, targets.moves)
    made = imagine(teacher, positions, 100, 2, draw, at_once=16)
    imagined = SoftPool.label([teacher], made, torch.full((len(made.views),), -1))
    pool = SoftPool.joined([known, imagined])
    assert torch.allclose(pool.policy.float().sum(1), torch.ones(len(pool)), atol=1e-2)
    settings = HumanSettings(passes=1, batch=16, rate=1e-2, warm_steps=5, dropout=0, seed=2)
    trainer = HumanTrainer(HumanNet(TINY), soft_losses, CPU, settings)
    losses = []
    train(trainer, soft_batches([pool], settings, 0.3, 0.5), 60, settings, losses.append, every=0)
    assert losses[-1].loss < losses[0].loss


def test_symmetry_averages_both_views(positions):
    net = HumanNet(TINY).eval()
    numbers = torch.arange(len(positions))
    plain, _ = positions.batch(numbers, torch.zeros(len(positions), dtype=torch.bool))
    turned, _ = positions.batch(numbers, torch.ones(len(positions), dtype=torch.bool))
    one, two = (probabilities([net], each, True)[0].sort(1)[0] for each in (plain, turned))
    assert torch.allclose(one, two, atol=1e-5)


def test_the_files(positions, tmp_path):
    torch.manual_seed(3)
    net = HumanNet(TINY).eval()
    weights = HumanWeights(net, (3, 4), {"games": 4})
    weights.write(tmp_path / "human.pt")
    again = HumanWeights.read(tmp_path / "human.pt")
    assert (again.boards, again.facts) == ((3, 4), {"games": 4})
    path = tmp_path / "human.onnx"
    export_human(again.net, path, boards=(3, 4), training={"games": 4}, half=True)
    file = HumanFile(path)
    assert file.trained_on(4, 4)
    assert not file.trained_on(4, 3)
    board = Board.from_string("4x4 hex pieces 4/1b2/4/4 w")
    found = file.predict(board, 1700)
    inputs = Inputs(*map(torch.from_numpy, human_inputs(board, 1700)))
    policy, rest = probabilities([again.net], inputs, symmetry=True)
    assert found.policy[SWAP] == pytest.approx(float(policy[0, -1]), abs=1e-3)
    assert found.policy[board.parse("a3")] == pytest.approx(float(policy[0, 2]), abs=1e-3)
    assert found.win_probability == pytest.approx(float(rest[0, 0]), abs=1e-3)
    assert sum(found.policy.values()) == pytest.approx(1)
    (tmp_path / "bad.pt").write_bytes(b"no")
    with pytest.raises(ModelError, match="not a network that predicts"):
        HumanWeights.read(tmp_path / "bad.pt")


def test_batches_hide_ratings_and_order(positions):
    settings = HumanSettings(batch=8, hide_ratings=1.0, hide_ages=1.0)
    inputs, _ = next(training.batches_of([positions], settings))
    assert not inputs.context[:, :3].any()
    assert not inputs.ages.any()
