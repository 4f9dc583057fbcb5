"""Matches, tournaments, training and solving on Ray: the same results as without it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
import torch
from support.patience import PATIENCE

from hexmate.arena.ray_runner import Ray
from hexmate.cli.event_options import make_runner

TRAINING = """
net = "1x8"
refresh = 2
checkpoint = 4
device = "cpu"
[play]
shares = { 3 = 0.5, 4 = 0.5 }
games = 16
visits = 8
quick_visits = 2
[learn]
steps = 12
batch = 32
capacity = 2000
least = 60
warm_steps = 5
"""

# Programs that share a cluster share its token.
ENVIRONMENT = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0123456789abcdef" * 2}

CLUSTER = """
import ray
ray.init("local", num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
print(ray.get_runtime_context().gcs_address, flush=True)
input()
"""


def command(*arguments):
    return [sys.executable, "-m", "hexmate", *map(str, arguments)]


def hexmate(*arguments):
    run = subprocess.run(
        command(*arguments), env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stderr
    return run


@pytest.fixture(scope="module")
def cluster():
    """The address of a cluster that all tests here use: one takes ten seconds to start."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-c", CLUSTER], env=ENVIRONMENT, stdin=pipe, stdout=pipe, text=True
    )
    address = process.stdout.readline().strip()
    assert address
    yield address
    process.communicate("\n", timeout=PATIENCE)


def test_the_options_of_events_choose_ray():
    ray = make_runner(3, "local")
    assert isinstance(ray, Ray)
    assert (ray.address, ray.count) == ("local", 3)


def test_players_of_each_kind_on_two_workers(cluster):
    """The same games as without Ray: players in Python, in C++, with a network, of a level."""
    players = ("bridge", "uct", "hexmate", "level:n=3")
    arguments = (
        *("tournament", *players, "--size", "4", "--format", "gauntlet"),
        *("--json", "--parallel", "2", "--nodes", "100", "--visits", "100", "--seed", "1"),
    )
    tables = [
        json.loads(hexmate(*arguments, *more).stdout.splitlines()[-1])
        for more in ((), ("--ray", cluster))
    ]
    assert tables[0] == tables[1]
    assert tables[0]["games"] == 2 * (len(players) - 1)


def test_openings_are_solved_by_workers_of_its_own():
    arguments = ("solve", "--openings", "4", "--database", "none", "--json", "-")
    answers = [
        json.loads(hexmate(*arguments, *more).stdout)["moves"]
        for more in ((), ("--ray", "local", "--threads", "2"))
    ]
    assert answers[0] == answers[1]


def test_a_book_is_made_on_two_workers(cluster, tmp_path):
    arguments = (
        "--size",
        "9",
        "--openings",
        "2",
        "--depth",
        "2",
        "--visits",
        "8",
        "--net",
        "small",
    )
    books = []
    for number, more in enumerate(((), ("--ray", cluster, "--workers", "2"))):
        path = tmp_path / f"{number}.jsonl"
        hexmate("book", "build", path, *arguments, *more)
        books.append(sorted(path.read_text().splitlines()[1:]))
    assert books[0] == books[1]
    assert len(books[0]) > 2


def test_training_resumes_to_the_same_weights(cluster, tmp_path):
    config, whole, cut = tmp_path / "run.toml", tmp_path / "whole", tmp_path / "cut"
    config.write_text(TRAINING)
    options = ("--ray", cluster, "--workers", "2")
    process = subprocess.Popen(
        command("train", "net", config, "--out", whole, *options),
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(process, whole / "checkpoints" / "000000004")
    process.send_signal(signal.SIGSTOP)
    shutil.copytree(whole, cut)  # what a kill would leave
    process.send_signal(signal.SIGCONT)
    assert process.wait(PATIENCE) == 0
    again = hexmate("train", "net", config, "--out", cut, *options)
    assert "resuming after" in again.stderr
    name, weights = learnt(whole)
    assert name == "000000012"
    assert learnt(cut) == (name, weights)


def wait_for(process, path):
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)


def learnt(folder):
    """All that the last checkpoint of a run knows."""
    newest = max((folder / "checkpoints").iterdir())
    tensors = {}
    for path in sorted(newest.glob("*.pt")):
        tensors |= torch.load(path, weights_only=True)
    return newest.name, {name: each.numpy().tobytes() for name, each in tensors.items()}
