"""The commands for learning: what they refuse, overwrite, keep, and leave when they are stopped."""

import json
import os
import signal
import threading
import time

import numpy as np
import pytest
import torch

from hexmate.cli import eval as eval_command
from hexmate.cli import interrupts, selfplay
from hexmate.cli.app import main
from hexmate.cli.interrupts import noticing_interrupts
from hexmate.learn.net.checkpoint import Checkpoints
from hexmate.learn.net.export import Weights
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.net.self_play_pool import SelfPlayPool
from hexmate.learn.net.shards import Shards
from hexmate.learn.value import training
from hexmate.learn.value.imitation import Imitation
from hexmate.nets.human_file import HumanFile
from hexmate.nets.value_file import ValueFile


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture
def hexmate(capsys):
    """Run a command: its status, and what it said and complained of."""

    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            main([str(each) for each in arguments])
        told = capsys.readouterr()
        return left.value.code, told.out, told.err

    return run


def weights(path, seed=1):
    torch.manual_seed(seed)
    Weights(HexNet(NetSize(1, 8)).eval(), (3,), {}).write(path)
    return path


def a_run(folder, *steps):
    """What `kept_nets` needs of a run."""
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps({"net": "1x8"}))
    Checkpoints(folder / "checkpoints").write(
        max(steps), {"steps": max(steps), "best": None}, {}, []
    )
    for step in steps:
        weights(folder / "nets" / f"1x8-{step:07d}.pt", step)
    return folder


def test_an_export_never_replaces_its_source(hexmate, tmp_path):
    source = weights(tmp_path / "net.pt")
    before = source.read_bytes()
    assert hexmate("export", source, "--out", tmp_path / "net.onnx", "--export-ts")[0] == 0
    names = sorted(each.name for each in tmp_path.iterdir())
    assert names == ["net.onnx", "net.pt", "net.ts"]
    code, _, told = hexmate("export", source, "--out", source)
    assert code == 2
    assert "is the file that the model is made from" in told
    assert source.read_bytes() == before


@pytest.mark.parametrize("out", ["none/net.onnx", ".", "net.pt/net.onnx"])
def test_an_export_that_cannot_be_written_is_one_line(hexmate, tmp_path, out):
    source = weights(tmp_path / "net.pt")
    code, _, told = hexmate("export", source, "--out", tmp_path / out)
    assert code == 2
    assert told.startswith(f"Error: {tmp_path / out}")
    assert len(told.splitlines()) == 1


IMITATE = ("imitate", "--size", "3", "--positions", "100", "--batch-size", "30", "--epochs", "3")


def test_imitation_finds_a_bad_target_before_it_learns(hexmate, tmp_path, monkeypatch):
    monkeypatch.setattr(Imitation, "epochs", lambda self: pytest.fail("it learnt"))
    samples = tmp_path / "samples.jsonl"
    samples.touch()
    cases = [
        (("--out", tmp_path / "none" / "m.onnx"), "no such file or directory"),
        (("--out", tmp_path), "is a folder"),
        (("--out", tmp_path / "m.ts", "--export-ts"), "is where TorchScript goes"),
        (("--out", samples, "--samples", samples), "is the file that the model is made from"),
    ]
    for options, says in cases:
        code, _, told = hexmate(*IMITATE, *options)
        assert code == 2
        assert says in told
        assert len(told.splitlines()) == 1


@pytest.mark.parametrize(("steps", "passes"), [(2, 0), (4, 1)])
def test_imitation_that_is_stopped_keeps_what_was_learnt(
    hexmate, tmp_path, monkeypatch, steps, passes
):
    out, made = tmp_path / "m.onnx", []
    true_step = Imitation._step

    def step(self, lessons):
        if len(made) == steps:
            raise KeyboardInterrupt
        made.append(lessons)
        return true_step(self, lessons)

    monkeypatch.setattr(Imitation, "_step", step)
    code, said, told = hexmate(*IMITATE, "--out", out, "--export-ts")
    assert code == 130
    assert ("epoch 1 of 3, 3 of 9 updates, " in said) == (passes > 0)
    assert f"stopped after {passes} complete epochs; the model was saved" in told
    assert said.count("epoch ") == passes
    assert ValueFile(out).facts.training["epochs"] == passes
    assert out.with_suffix(".ts").exists()


def test_imitation_that_is_stopped_at_once_writes_nothing(hexmate, tmp_path, monkeypatch):
    def step(self, lessons):
        raise KeyboardInterrupt

    monkeypatch.setattr(Imitation, "_step", step)
    code, _, told = hexmate(*IMITATE, "--out", tmp_path / "m.onnx")
    assert code == 130
    assert "before anything was learnt" in told
    assert list(tmp_path.iterdir()) == []


def test_value_training_can_be_resumed_even_if_stopped_in_its_first_round(
    hexmate, tmp_path, monkeypatch
):
    command = ("train", "value", "--size", "3", "--train-games", "2", "--nodes", "50")
    command += ("--min-depth", "1", "--max-depth", "1", "--batch-size", "8", "--out", tmp_path)

    def stop(games):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training, "play_together", stop)
        code, _, told = hexmate(*command)
    assert code == 130
    assert "run the same command with --resume to continue" in told
    code, said, _ = hexmate(*command, "--resume")
    assert code == 0
    assert "2 of 2 games" in said
    assert (tmp_path / "model.onnx").exists()


SELFPLAY = ("--size", "3", "--games", "16", "--visits", "4", "--quick-visits", "2")


@pytest.fixture
def interruptible():
    """Ctrl-C interrupts, even if the tests were started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_self_play_keeps_positions_meanwhile_and_all_when_stopped(hexmate, tmp_path, monkeypatch):
    out, source = tmp_path / "positions", weights(tmp_path / "net.pt")
    drained, steps, pools = [], [], set()
    true_step = SelfPlayPool.step

    def step(self, shares):
        pools.add(self)
        samples = true_step(self, shares)
        if samples is not None:
            drained.append(samples.arrays["wins"].copy())
        steps.append(len(list(out.glob("*.npz"))))
        if len(steps) == 60:  # just before samples come
            signal.raise_signal(signal.SIGINT)
        return samples

    monkeypatch.setattr(SelfPlayPool, "step", step)
    monkeypatch.setattr(selfplay, "_KEEP_EVERY", 0.0)
    code, said, told = hexmate("selfplay", source, *SELFPLAY, "--seconds", "60", "--out", out)
    assert code == 130
    assert "stopped; the positions of all finished games are saved" in told
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert len(steps) == 60
    assert steps[-1] >= 1
    read = np.concatenate([each.arrays["wins"] for _, each in Shards(out).read(1 << 40)])
    before_the_end = np.concatenate(drained)
    assert np.array_equal(read[: len(before_the_end)], before_the_end)
    assert len(read) > len(before_the_end) > 0
    (pool,) = pools
    assert all(len(batch.games.drain()["wins"]) == 0 for batch in pool.batches)
    assert f"{len(read):,} positions" in said


@pytest.mark.usefixtures("interruptible")
def test_a_second_ctrl_c_waits_for_the_step_and_a_third_does_not(monkeypatch, capfd):
    quits = []
    monkeypatch.setattr(interrupts, "_quit", lambda: quits.append(True))
    with noticing_interrupts() as interrupted:
        assert not interrupted.is_set()
        signal.raise_signal(signal.SIGINT)
        assert interrupted.is_set()
        assert capfd.readouterr().err == ""
        signal.raise_signal(signal.SIGINT)
        assert capfd.readouterr().err == "Stopping; press Ctrl-C once more to quit at once.\n"
        assert quits == []
        signal.raise_signal(signal.SIGINT)
        assert quits == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_its_handling_begins_is_no_traceback(monkeypatch):
    def watch(presses):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    monkeypatch.setattr(interrupts, "_watch", watch)
    with pytest.raises(SystemExit, match="130"), interrupts.ending_cleanly(forever=False):
        raise AssertionError("nothing runs after Ctrl-C")


@pytest.mark.usefixtures("interruptible")
def test_a_late_watcher_sees_that_ctrl_c_was_answered(monkeypatch):
    """On a busy machine the thread that watches may read of a signal long after its handler ran."""
    quits, read = [], threading.Event()

    class LateReads:
        def __getattr__(self, name):
            return getattr(os, name)

        def read(self, pipe, size):
            signals = os.read(pipe, size)
            time.sleep(1.2 if signals else 0)
            read.set()
            return signals

    monkeypatch.setattr(interrupts, "_quit", lambda: quits.append(True))
    monkeypatch.setattr(interrupts, "_GRACE", 0.1)
    monkeypatch.setattr(interrupts, "os", LateReads())
    with interrupts.ending_cleanly(forever=False):
        with noticing_interrupts() as interrupted:
            signal.raise_signal(signal.SIGINT)
            assert interrupted.is_set()
        assert read.wait(20)
        time.sleep(0.3)
    assert quits == []


def test_self_play_into_a_file_is_refused(hexmate, tmp_path):
    source = weights(tmp_path / "net.pt")
    for out in (source, source / "positions"):
        code, _, told = hexmate("selfplay", source, *SELFPLAY, "--out", out)
        assert code == 2
        assert len(told.splitlines()) == 1
        assert told.startswith(f"Error: {out}: ")


def test_networks_of_one_name_are_told_apart_by_their_runs(hexmate, tmp_path, monkeypatch):
    monkeypatch.setattr(eval_command, "_benchmark", lambda name, spec: benchmarked.append(name))
    benchmarked = []
    one, two = a_run(tmp_path / "one", 0, 5), a_run(tmp_path / "two", 0, 7)
    out = tmp_path / "evaluated"
    code, _, told = hexmate("eval", one, two, "--games", "0", "--out", out)
    assert (code, told) == (0, "")
    names = ["one-1x8-0000000", "one-1x8-0000005", "two-1x8-0000000", "two-1x8-0000007"]
    assert benchmarked == names
    assert sorted(each.stem for each in (out / "nets").iterdir()) == names


def test_a_network_named_twice_is_refused_before_anything_is_written(hexmate, tmp_path):
    one, out = a_run(tmp_path / "one", 0, 5), tmp_path / "evaluated"
    code, _, told = hexmate("eval", one, one, "--games", "0", "--out", out)
    assert code == 2
    assert "the same network is given twice" in told
    assert not out.exists()


@pytest.mark.parametrize(
    ("networks", "names"),
    [
        (["a/x.onnx", "b/y.onnx"], ["x", "y"]),
        (["a/x.onnx", "b/x.onnx", "b/y.onnx"], ["a-x", "b-x", "b-y"]),
        (["c/a/x.onnx", "d/a/x.onnx"], ["c-a-x", "d-a-x"]),
        (["a/nets/x.onnx", "b/nets/x.onnx"], ["a-x", "b-x"]),
    ],
)
def test_names_of_files(networks, names, tmp_path):
    given = [tmp_path / each for each in networks]
    found = eval_command._playing(given, tmp_path, 1)
    assert [*found] == names
    assert [*found.values()] == given


def test_a_run_keeps_the_settings_that_the_config_leaves_out(hexmate, tmp_path):
    config, run = tmp_path / "run.toml", tmp_path / "run"
    sections = """
[play]
shares = { 3 = 1.0 }
games = 4
visits = 4
[learn]
batch = 8
capacity = 64
least = 8
"""
    small = 'net = "1x4"\ndevice = "cpu"\n'
    config.write_text(f"{small}refresh = 7\n{sections}steps = 2\n")
    code, shown, _ = hexmate("train", "net", config, "--out", run)
    assert code == 0
    assert "2 of 2 updates" in shown
    config.write_text(f"{small}{sections}")
    code, _, told = hexmate("train", "net", config, "--out", run)
    assert code == 0
    assert "leaves this out: refresh is 7 in the run, 100 now; the run keeps it" in told
    assert "leaves this out: learn.steps is 2 in the run" in told
    config.write_text(f"{small}refresh = 8\n{sections}")
    code, _, told = hexmate("train", "net", config, "--out", run)
    assert code == 2
    assert "holds a run with other settings: refresh is 7 in the run, 8 now" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("net = 'small'\nvisits = 3", "visits: Unexpected keyword argument"),
        ("[play]\nvisit = 3", "play.visit: Unexpected keyword argument"),
        ("[learn]\nsteps = 'many'", "learn.steps: Input should be a valid integer"),
        ("[learn]\nsteps = 0", "above 0"),
        ("[play]\nshares = { 99 = 1.0 }", "between 2 and 32"),
        ("net = 'huge'", "4x48"),
        ("net = ", "not a TOML file"),
        (None, "cannot be read"),
    ],
)
def test_bad_settings_are_told_in_one_line(hexmate, text, told, tmp_path):
    path = tmp_path / "run.toml"
    if text is not None:
        path.write_text(text)
    code, _, refused = hexmate("train", "net", path, "--out", tmp_path / "run")
    assert code == 2
    assert told in refused
    assert len(refused.splitlines()) == 1


def test_other_bad_requests(hexmate, tmp_path):
    source, text, empty = (tmp_path / name for name in ("net.pt", "run.toml", "empty.pt"))
    weights(source)
    text.write_text("net = '1x8'")
    empty.write_text("")
    cases = [
        (("export", tmp_path, "--out", tmp_path / "net.onnx"), "not a training run"),
        (("export", text, "--out", tmp_path / "net.onnx"), "not a network of a training run"),
        (("export", empty, "--out", tmp_path / "net.onnx"), "it is empty or cut short"),
        (("selfplay", source, "--device", "cuda", "--size", "3"), "PyTorch finds no GPU"),
    ]
    if torch.cuda.is_available():
        cases.pop()
    for arguments, told in cases:
        code, _, refused = hexmate(*arguments)
        assert code == 2
        assert told in refused
        assert len(refused.splitlines()) == 1


def test_people_are_learnt_from(hexmate, tmp_path):
    games = tmp_path / "games.jsonl"
    lines = [
        {"size": 3, "moves": f"b2 {cell} {other}", "winner": "black", "rated": None, "rating": None}
        for cell in ("a1", "b1", "c1", "a2", "c2")
        for other in ("a3", "b3", "c3")
    ]
    games.write_text("".join(json.dumps(each) + "\n" for each in lines))
    folder, start = tmp_path / "human", weights(tmp_path / "start.pt")
    command = ("train", "human", games, "--net", "1x8", "--batch-size", 8, "--out", folder)
    status, said, _ = hexmate(*command, "--passes", 1, "--begin-with", start, "--device", "cpu")
    assert status == 0
    assert "nats per move" in said
    assert (folder / "human.pt").exists()
    assert HumanFile(folder / "human.onnx").trained_on(3, 3)
    export = ("export", folder / "human.onnx", "--out", folder / "human.hexnet")
    assert hexmate(*export, "--format", "hexnet")[0] == 0
    assert HumanFile(folder / "human.onnx", device="int8").trained_on(3, 3)
    assert "use --format hexnet alone" in hexmate(*export)[2]
    status, _, complaint = hexmate(*command, "--begin-with", "small", "--device", "cpu")
    assert (status, "begin_with: small has" in complaint) == (2, True)
    games.write_text('{"size": 3}\n')
    assert "line 1" in hexmate(*command)[2]
