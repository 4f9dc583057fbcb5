"""Training a network as processes: killed, resumed, exported, played and evaluated."""

import signal
import subprocess
import sys
import time

import pytest
import torch
from support.patience import PATIENCE
from support.processes import interruptible

from hexmate.files import held

CONFIG = """
net = "1x8"
refresh = 3
checkpoint = 4
device = "cpu"
[play]
shares = { 3 = 0.5, 4 = 0.5 }
games = 16
visits = 8
quick_visits = 2
[learn]
steps = 24
batch = 32
capacity = 2000
least = 60
warm_steps = 5
[gate]
games = 4
every = 8
size = 3
visits = 2
"""


def command(*arguments):
    return [sys.executable, "-m", "hexmate", *map(str, arguments)]


def hexmate(*arguments, code=0):
    done = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    path = tmp_path_factory.mktemp("config") / "run.toml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def run(config, tmp_path_factory):
    """A run from beginning to end."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    told = hexmate("train", "net", config, "--out", folder, "--tensorboard").stdout
    assert "24 of 24 updates" in told
    assert "of the gate" in told
    return folder


def learnt(folder):
    """All that the last checkpoint of a run knows."""
    newest = max((folder / "checkpoints").iterdir())
    tensors = {}
    for path in sorted(newest.glob("*.pt")):
        tensors |= torch.load(path, weights_only=True)
    return newest.name, {name: each.numpy().tobytes() for name, each in tensors.items()}


def wait_for(process, path):
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.002)


def begin(config, folder, checkpoint):
    """A run in its own process, once it has written this checkpoint."""
    process = subprocess.Popen(
        command("train", "net", config, "--out", folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=interruptible,
    )
    wait_for(process, folder / "checkpoints" / checkpoint)
    return process


def test_a_killed_run_resumes_to_the_same_weights(config, run, tmp_path):
    for checkpoint in ("000000004", "000000012"):
        killed = begin(config, tmp_path, checkpoint)
        killed.kill()
        killed.communicate()
    again = hexmate("train", "net", config, "--out", tmp_path)
    assert "resuming after" in again.stderr
    assert learnt(tmp_path) == learnt(run)


def test_ctrl_c_keeps_everything(config, tmp_path):
    interrupted = begin(config, tmp_path, "000000004")
    interrupted.send_signal(signal.SIGINT)
    _, told = interrupted.communicate(timeout=PATIENCE)
    assert interrupted.returncode in (0, 130)
    if interrupted.returncode == 130:
        assert "run the same command to continue" in told
    assert "Traceback" not in told
    assert "24 of 24 updates" in hexmate("train", "net", config, "--out", tmp_path).stdout


def test_a_run_becomes_a_player_that_is_evaluated(run, tmp_path):
    net = tmp_path / "net.onnx"
    hexmate("export", run, "--out", net, "--export-ts")
    assert net.with_suffix(".ts").exists()
    played = hexmate("referee", "-m", "4", f"mcts:net={net},visits=8", "random").stdout
    assert "wins" in played or "won" in played
    evaluated = hexmate(
        *("eval", run, net, "--size", "4", "--visits", "2", "--games", "2", "--most", "2"),
        *("--opponent", "random:seed=1", "--out", tmp_path / "evaluated"),
    ).stdout
    assert evaluated.count("winning moves found") == 3
    assert evaluated.count("Elo") == 4
    assert (tmp_path / "evaluated" / "curve.svg").read_text().count("<circle") == 3


def test_self_play_stores_positions_and_reports_its_speed(run, tmp_path):
    out = tmp_path / "positions"
    told = hexmate(
        *("selfplay", run, "--size", "3", "--seconds", "1", "--games", "16", "--out", out),
        *("--resign", "0.4", "--puct"),
    ).stdout
    assert "evaluations in" in told
    assert list(out.glob("*.npz"))
    refused = hexmate("selfplay", run, "--size", "3", "--out", out, code=2).stderr
    assert "is not empty" in refused


def test_curves_are_written(run):
    assert list((run / "curves").glob("events*"))


def test_a_folder_is_trained_in_by_one_process_at_a_time(config, tmp_path):
    with held(tmp_path / "lock"):
        refused = hexmate("train", "net", config, "--out", tmp_path, code=2)
    assert "another process is training" in refused.stderr
