"""Training runs: what they play, learn and write, killed and resumed at any moment."""

import copy
import json
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from hexmate.errors import HexmateError, ModelError, TrainingError
from hexmate.learn.net.checkpoint import LARGEST, Checkpoints, read_parts, write_parts
from hexmate.learn.net.export import Weights
from hexmate.learn.net.run import Run, best_net, kept_nets, net_size
from hexmate.learn.net.settings import GateSettings, LearnSettings, PlaySettings, RunSettings
from hexmate.learn.net.trainer import losses

TINY = RunSettings(
    net="1x8",
    play=PlaySettings(shares={3: 0.5, 4: 0.5}, games=16, visits=8, quick_visits=2),
    learn=LearnSettings(steps=20, batch=32, capacity=150, least=60, warm_steps=5),
    refresh=3,
    checkpoint=5,
    device="cpu",
)


def weights(run):
    """Everything learnt, as bytes."""
    return {
        name: [(key, each.numpy().tobytes()) for key, each in trainer.tensors().items()]
        for name, trainer in run.trainers.items()
    }


def trained(folder, settings=TINY, **options):
    run = Run(settings, folder)
    run.go(**options)
    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run from beginning to end."""
    return trained(tmp_path_factory.mktemp("whole") / "run")


@pytest.mark.parametrize("cuts", [(7,), (1, 6, 13)])
def test_a_run_that_was_cut_ends_with_the_same_weights(tmp_path, whole, cuts):
    for cut in cuts:
        run = Run(TINY, tmp_path / "run")
        run.go(stop=lambda run=run, cut=cut: run.steps >= cut)
    again = trained(tmp_path / "run")
    assert again.steps == whole.steps == 20
    assert again.samples == whole.samples > 150
    assert weights(again) == weights(whole)


def test_first_shares_students_and_gates_resume_too(tmp_path):
    play = replace(TINY.play, first_shares={3: 1.0}, first_steps=6)
    settings = replace(
        TINY,
        play=play,
        students=("1x12",),
        gate=GateSettings(games=4, every=5, size=3, visits=2),
    )
    reports = []
    one = trained(tmp_path / "one", settings, watch=reports.append)
    scores = [report.gate["score"] for report in reports if report.gate]
    assert len(scores) == 4
    assert scores[0] == 1.0
    assert {*one.trainers} == {"1x8", "1x12"}
    run = Run(settings, tmp_path / "two")
    run.go(stop=lambda: run.steps >= 12)
    two = trained(tmp_path / "two", settings)
    assert weights(one) == weights(two)
    assert best_net(tmp_path / "one").name == best_net(tmp_path / "two").name


def test_a_run_stopped_by_hand_loses_nothing(tmp_path):
    run = Run(TINY, tmp_path)
    run.go(stop=lambda: run.steps >= 7)
    run.save()
    samples = run.samples
    again = Run(TINY, tmp_path)
    assert (again.steps, again.samples) == (7, samples)
    again.go()
    assert again.over


def test_a_window_that_is_not_kept_fills_anew(tmp_path):
    settings = replace(TINY, keep_window=False)
    run = Run(settings, tmp_path)
    run.go(stop=lambda: run.steps >= 10)
    again = Run(settings, tmp_path)
    assert again.steps == 10
    assert len(again.replay) == 0
    assert again.samples > 60
    again.go()
    assert again.over
    assert not (tmp_path / "window").exists() or not any((tmp_path / "window").iterdir())


def test_a_run_begins_with_the_weights_of_another(tmp_path, whole):
    file = best_net(whole.folder)
    run = Run(replace(TINY, begin_with={"1x8": str(file)}), tmp_path / "next")
    theirs, ours = Weights.read(file).net, Weights.read(tmp_path / "next/nets/1x8-0000000.pt").net
    for one, two in zip(theirs.state_dict().values(), ours.state_dict().values(), strict=True):
        assert torch.equal(one, two)
    assert run.steps == 0
    with pytest.raises(TrainingError, match="the file has NetSize"):
        Run(replace(TINY, net="1x12", begin_with={"1x12": str(file)}), tmp_path / "other")
    with pytest.raises(TrainingError, match="no network 2x8"):
        replace(TINY, begin_with={"2x8": "file"})


def test_a_folder_belongs_to_one_set_of_settings(tmp_path, whole):
    other = replace(TINY, seed=2, play=replace(TINY.play, visits=9))
    with pytest.raises(TrainingError, match="other settings: ") as refused:
        Run(other, whole.folder)
    assert "play.visits is 8 in the run, 9 now" in str(refused.value)
    assert "seed is 1 in the run, 2 now" in str(refused.value)


@pytest.fixture
def old_runs(tmp_path):
    """Runs that version 0.1 made, cut after 5 of 8 updates and after 4 of 8 games."""
    with tarfile.open(Path(__file__).parents[2] / "data/runs/runs-0.1.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


OLD = RunSettings(
    net="1x4",
    play=PlaySettings(shares={3: 0.5, 4: 0.5}, games=4, batches=1, visits=4, quick_visits=2),
    learn=LearnSettings(steps=8, batch=16, capacity=64, least=24, warm_steps=2),
    refresh=3,
    checkpoint=4,
    device="cpu",
)


def test_a_run_of_an_old_version_is_resumed(old_runs):
    run = Run(OLD, old_runs / "net-run")
    assert (run.steps, run.samples, len(run.replay)) == (4, 39, 39)
    assert Weights.read(best_net(run.folder)).facts["steps"] == 4
    run.go()
    assert run.over
    assert Weights.read(best_net(run.folder)).facts["steps"] == 8


def without(settings, *names):
    """The settings as a version that lacks these fields wrote them."""
    for name in names:
        section, _, rest = name.rpartition(".")
        del (settings[section] if section else settings)[rest]


@pytest.mark.parametrize(
    "rewrite",
    [
        pytest.param(lambda read: json.dumps(read), id="other spacing"),
        pytest.param(lambda read: json.dumps(dict(reversed(read.items()))), id="other order"),
        pytest.param(
            lambda read: (
                without(read, "keep_window", "gate.least_score", "play.resign_check", "students")
                or json.dumps(read)
            ),
            id="fields that came later",
        ),
        pytest.param(lambda read: without(read, "gate") or json.dumps(read), id="no section"),
    ],
)
def test_settings_are_compared_by_value(old_runs, rewrite):
    folder = old_runs / "net-run"
    path = folder / "settings.json"
    path.write_text(rewrite(json.loads(path.read_text())))
    assert Run(OLD, folder).steps == 4
    with pytest.raises(TrainingError, match=r"learn\.batch is 16 in the run, 17 now$"):
        Run(replace(OLD, learn=replace(OLD.learn, batch=17)), folder)


def test_settings_that_this_version_does_not_know_are_refused(old_runs):
    path = old_runs / "net-run" / "settings.json"
    settings = json.loads(path.read_text())
    settings["play"]["magic"] = 3
    path.write_text(json.dumps(settings))
    with pytest.raises(TrainingError, match=r"play\.magic is in the run and unknown"):
        Run(OLD, path.parent)
    path.write_text("[]")
    with pytest.raises(TrainingError, match="does not hold the settings of a run"):
        Run(OLD, path.parent)


def test_what_a_run_leaves(whole):
    folder = whole.folder
    settings = json.loads((folder / "settings.json").read_text())
    assert settings["play"]["shares"] == {"3": 0.5, "4": 0.5}
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["steps"] == 20
    assert set(lines[-1]["losses"]["1x8"]) == {"policy", "value", "reply", "chain"}
    assert lines[-1]["games"]["3"]["games"] > 0
    assert [path.name for path in kept_nets(folder, 2)] == ["1x8-0000000.pt", "1x8-0000020.pt"]
    assert [path.name for path in kept_nets(folder, 1)] == ["1x8-0000020.pt"]
    read = Weights.read(best_net(folder))
    assert read.boards == (3, 4)
    assert read.facts["steps"] == 20
    checkpoints = sorted(path.name for path in (folder / "checkpoints").iterdir())
    assert checkpoints == ["000000015", "000000020"]


def test_it_learns(tmp_path):
    """On 2x2 winners are soon known, and the policy is far from even chances."""
    settings = replace(
        TINY,
        net="1x16",
        play=PlaySettings(shares={2: 1.0}, games=32, visits=8, random_first=0.3),
        learn=LearnSettings(
            steps=120, batch=64, capacity=2000, least=64, rate=1e-2, last_rate=1e-3, warm_steps=5
        ),
        checkpoint=120,
    )
    run = Run(settings, tmp_path)
    untrained = copy.deepcopy(run.trainers["1x16"].average)
    run.go()
    batch = run.replay.draw(512, 0)
    _, before = losses(untrained, batch)
    _, after = losses(run.trainers["1x16"].average, batch)
    policy, value, _, _ = (after / before).tolist()
    assert value < 0.8
    assert policy < 0.9


def test_places_without_a_run(tmp_path):
    with pytest.raises(TrainingError, match="not a training run"):
        best_net(tmp_path)
    with pytest.raises(ModelError, match="no such file"):
        Weights.read(tmp_path / "net.pt")
    (tmp_path / "net.pt").write_bytes(b"rubbish")
    with pytest.raises(ModelError, match="not a network of a training run"):
        Weights.read(tmp_path / "net.pt")


def test_checkpoints_are_whole_and_in_small_files(tmp_path):
    large = {f"t{at}": torch.full((1 << 20,), float(at)) for at in range(9)}
    write_parts(tmp_path, "net", large)
    files = sorted(tmp_path.glob("net.*.pt"))
    assert len(files) == 3
    assert all(path.stat().st_size < 16 << 20 for path in files)
    assert LARGEST < 16 << 20
    back = read_parts(tmp_path, "net")
    assert all(torch.equal(back[name], each) for name, each in large.items())
    with pytest.raises(TrainingError, match="no network 'other'"):
        read_parts(tmp_path, "other")
    checkpoints = Checkpoints(tmp_path / "checkpoints")
    for steps in (1, 2, 3):
        checkpoints.write(steps, {"steps": steps}, {"net": {"t": torch.zeros(1)}}, [b"games"])
    (tmp_path / "checkpoints" / "unfinished").mkdir()
    newest = checkpoints.newest()
    assert newest.name == "000000003"
    assert checkpoints.facts(newest) == {"schema": 1, "steps": 3}
    assert checkpoints.games(newest) == [b"games"]
    (newest / "facts.json").write_text("{")
    with pytest.raises(TrainingError, match="not a checkpoint"):
        checkpoints.facts(newest)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: PlaySettings(shares={}), "at least one"),
        (lambda: PlaySettings(shares={1: 1.0}), "between 2 and 32"),
        (lambda: PlaySettings(shares={5: 0.0}), "above 0"),
        (lambda: PlaySettings(shares={11: 1.0}, canvases=(9,)), "large enough for size 11"),
        (lambda: PlaySettings(threads=0), "at least 1"),
        (lambda: LearnSettings(batch=0), "above 0"),
        (lambda: LearnSettings(capacity=10, least=20), "window"),
        (lambda: LearnSettings(rate=1e-5), "last_rate"),
        (lambda: GateSettings(games=3), "games must be even"),
        (lambda: GateSettings(size=33), "between 2 and 32"),
        (lambda: RunSettings(refresh=0), "1 update"),
        (lambda: RunSettings(seed=-1), "between 0 and"),
        (lambda: RunSettings(students=("small",)), "once"),
        (lambda: net_size("huge"), "4x48"),
        (lambda: net_size("0x4"), "4x48"),
    ],
)
def test_settings_that_make_no_sense(make, told):
    with pytest.raises(TrainingError, match=told):
        make()


def test_sizes_with_small_shares_have_fewer_games_at_once():
    play = PlaySettings(shares={5: 0.04, 11: 0.64}, first_shares={5: 0.1, 7: 0.4}, games=1000)
    assert [play.games_on(size) for size in play.sizes] == [500, 1000, 1000]


def test_a_loss_that_is_no_number_ends_the_run(tmp_path):
    run = Run(TINY, tmp_path)
    with torch.no_grad():
        next(run.trainers["1x8"].net.parameters()).fill_(np.nan)
    with pytest.raises(TrainingError, match="not a number"):
        run.go()
    assert not (tmp_path / "checkpoints").exists(), "what has come to grief is not kept"


def test_positions_of_a_run_cut_before_its_first_checkpoint_are_forgotten(tmp_path):
    first = Run(TINY, tmp_path)
    while first.samples < 20:
        first._play()
    first._shards.flush()  # and here it is killed
    assert list((tmp_path / "window").iterdir())
    again = Run(TINY, tmp_path)
    again.go(stop=lambda: again.steps >= 5)
    resumed = Run(TINY, tmp_path)
    assert resumed.steps == 5
    assert len(resumed.replay) == resumed.samples > 0


@pytest.mark.parametrize(
    "mistake",
    [
        {"net": "huge"},
        {"begin_with": {"1x8": "nowhere.pt"}},
        {"play": replace(TINY.play, random_first=0.95)},
    ],
)
def test_a_mistake_in_the_settings_may_be_mended(tmp_path, mistake):
    with pytest.raises(HexmateError):
        Run(replace(TINY, **mistake), tmp_path)
    assert Run(TINY, tmp_path).steps == 0


def test_a_run_resumes_where_it_played(tmp_path, whole):
    with pytest.raises(TrainingError, match="resume it with --ray"):
        whole.pool.load({"workers": []}, [])


def test_checkpoints_of_another_version_are_refused(tmp_path):
    run = Run(TINY, tmp_path)
    run.go(stop=lambda: run.steps >= 5)
    facts = next((tmp_path / "checkpoints").iterdir()) / "facts.json"
    facts.write_text(facts.read_text().replace('"schema": 1', '"schema": 2'))
    with pytest.raises(TrainingError, match="another version"):
        Run(TINY, tmp_path)
