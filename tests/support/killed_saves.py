"""Saves killed at every file operation: `python -m tests.support.killed_saves FOLDER`.

Prints how many operations each had; fails where a kill leaves something that is not whole. A
program of its own, since it forks and pytest has threads.
"""

import sys
from dataclasses import replace
from pathlib import Path

import onnx
import torch

from hexmate.arena.clock import TimeControl
from hexmate.arena.journal import Journal
from hexmate.arena.referee import play_game
from hexmate.arena.samples import SampleFile, samples
from hexmate.arena.terms import Pairing, Terms
from hexmate.files import replacing
from hexmate.learn.device import choose_device
from hexmate.learn.human.export import HumanWeights
from hexmate.learn.human.model import HumanNet
from hexmate.learn.model_export import write_onnx
from hexmate.learn.net.checkpoint import Checkpoints, read_parts
from hexmate.learn.net.export import Weights
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.net.run import Run, best_net
from hexmate.learn.net.settings import LearnSettings, PlaySettings, RunSettings
from hexmate.learn.value.config import TrainConfig
from hexmate.learn.value.training import ValueTraining
from hexmate.nets.model_file import ModelFacts
from hexmate.records import load
from tests.support.kill_points import killed_everywhere

SETTINGS = RunSettings(
    net="1x4",
    play=PlaySettings(shares={3: 1.0}, games=4, visits=4, quick_visits=2),
    learn=LearnSettings(steps=20, batch=16, capacity=200, least=24, warm_steps=2),
    refresh=3,
    checkpoint=3,
    device="cpu",
)
TERMS = Terms("3x3 hex - 3/3/3 b", TimeControl.parse("5+1"))


def text_file(folder: Path) -> int:
    path = folder / "report.html"
    path.write_text("old")

    def write() -> None:
        with replacing(path) as stream:
            stream.write("new" * 5000)

    def check() -> None:
        assert path.read_text() in ("old", "new" * 5000)

    return killed_everywhere(write, folder, check)


def checkpoint(folder: Path, steps: int) -> int:
    """A checkpoint after those of 1, 2 and 3 updates; of 3 updates it is a second one."""
    checkpoints = Checkpoints(folder)

    def write(value: int, steps: int) -> None:
        tensors = {f"t{at}": torch.full((1000,), float(value)) for at in range(3)}
        checkpoints.write(steps, {"value": value}, {"a": tensors, "b": tensors}, [b"%d" % value])

    def value_of(path: Path) -> int:
        value = checkpoints.facts(path)["value"]
        assert checkpoints.games(path) == [b"%d" % value]
        for name in "ab":
            found = read_parts(path, name)
            assert len(found) == 3
            assert all((tensor == value).all() for tensor in found.values())
        return value

    def check() -> None:
        newest = checkpoints.newest()
        assert newest is not None
        assert value_of(newest) in (3, 9)
        for path in folder.iterdir():
            if path.name[0].isdigit() and path.suffix != ".tmp":
                value_of(path)
        write(9, steps)  # what was left is not in the way
        assert value_of(checkpoints.newest()) == 9
        assert len(list(folder.iterdir())) == 2

    for number in (1, 2, 3):
        write(number, number)
    return killed_everywhere(lambda: write(9, steps), folder, check)


def run(folder: Path) -> int:
    """Everything that a run saves: networks to play with, positions, the checkpoint."""
    training = Run(SETTINGS, folder)
    training.go(stop=lambda: training.steps >= 3)
    before = training.samples
    training.go(stop=lambda: training.steps >= 5)
    after = training.samples
    assert after > before

    def check() -> None:
        found = Run(SETTINGS, folder)
        assert (found.steps, found.samples) in ((3, before), (5, after))
        assert len(found.replay) == found.samples
        assert Weights.read(best_net(folder)).facts["steps"] == found.steps
        found.go(stop=lambda: found.steps >= 6)
        assert Run(SETTINGS, folder).steps == 6

    return killed_everywhere(training.save, folder, check)


def weights(folder: Path, kind: type[Weights] | type[HumanWeights], net) -> int:
    path = folder / "net.pt"
    kind(net, (3,), {"steps": 1}).write(path)

    def check() -> None:
        assert kind.read(path).facts["steps"] in (1, 2)

    return killed_everywhere(lambda: kind(net, (3,), {"steps": 2}).write(path), folder, check)


def model_file(folder: Path) -> int:
    """Read back by onnx: sessions of ONNX Runtime have threads, which a fork does not survive."""
    path = folder / "value.onnx"

    def write(version: int) -> None:
        write_onnx(
            torch.nn.Linear(300, 1),
            (torch.zeros(1, 300),),
            path,
            facts=ModelFacts("mlp", version),
            outputs=("value",),
            free_axes={},
            check=lambda draft: onnx.checker.check_model(onnx.load(draft)),
        )

    def check() -> None:
        model = onnx.load(path)
        onnx.checker.check_model(model)
        facts = {each.key: each.value for each in model.metadata_props}
        assert facts["hexmate.feature_version"] in ("1", "2")

    write(1)
    return killed_everywhere(lambda: write(2), folder, check)


def value(folder: Path) -> int:
    config = TrainConfig(
        size=3, train_games=6, max_depth=2, min_depth=1, nodes=50, selfplay_threads=2,
        batch_size=8, buffer=64, checkpoint_every=4, width=4, layers=1,
    )  # fmt: skip
    cpu = choose_device("cpu")
    list(ValueTraining(replace(config, train_games=2), folder, cpu).rounds())
    training = ValueTraining(config, folder, cpu, resume=True)
    next(training.rounds())
    training.games += 1

    def check() -> None:
        assert ValueTraining(config, folder, cpu, resume=True).games in (4, 5)

    return killed_everywhere(training.save, folder, check)


def journal(folder: Path) -> int:
    first, second = (play_game(TERMS, Pairing(at, "random", "random", (), at)) for at in (0, 1))

    def add(report) -> None:
        with Journal(folder, TERMS, ["random"], 1) as journal:
            journal.add(report)

    def check() -> None:
        with Journal(folder, TERMS, ["random"], 1) as journal:
            found = dict(journal.reports)
        assert found in ({0: first}, {0: first, 1: second})
        for report in found.values():
            assert load(folder / "games" / f"{report.number:05}.sgf") == report.game()

    add(first)
    return killed_everywhere(lambda: add(second), folder, check)


def sample_file(folder: Path) -> int:
    reports = [play_game(TERMS, Pairing(at, "random", "random", (), at)) for at in (0, 1)]
    games = [list(samples(report, f"0-{at}")) for at, report in enumerate(reports)]
    path = folder / "samples.jsonl"

    def add(number: int) -> None:
        with SampleFile(path, lambda number: {"game": f"0-{number}"}) as file:
            assert file.games == number
            file.add(games[number])

    def check() -> None:
        with SampleFile(path, lambda number: {"game": f"0-{number}"}) as file:
            assert file.games in (1, 2)
            lines = path.read_text().splitlines()
            assert len(lines) == sum(map(len, games[: file.games]))

    add(0)
    return killed_everywhere(lambda: add(1), folder, check)


SAVES = {
    "text file": text_file,
    "checkpoint": lambda folder: checkpoint(folder, 4),
    "checkpoint of the same update": lambda folder: checkpoint(folder, 3),
    "run": run,
    "weights": lambda folder: weights(folder, Weights, HexNet(NetSize(1, 4))),
    "human weights": lambda folder: weights(folder, HumanWeights, HumanNet(NetSize(1, 4))),
    "model file": model_file,
    "value training": value,
    "journal": journal,
    "samples": sample_file,
}

if __name__ == "__main__":
    torch.set_num_threads(1)
    for name, save in SAVES.items():
        place = Path(sys.argv[1]) / name
        place.mkdir(parents=True)
        print(f"{name}: {save(place)}", flush=True)
