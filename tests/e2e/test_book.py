"""`hexmate book build`: a kill at any moment loses nothing that was kept."""

import subprocess
import sys
import time

from support.patience import PATIENCE

from hexmate.book import OpeningBook

OPTIONS = (
    *("--size", "9", "--openings", "3", "--depth", "2", "--width", "2", "--net", "small"),
    *("--visits", "30", "--margin", "1"),
)


def command(path):
    return [sys.executable, "-m", "hexmate", "book", "build", str(path), *OPTIONS]


def build(path):
    return subprocess.run(command(path), capture_output=True, text=True, timeout=PATIENCE)


def test_a_killed_build_is_continued(tmp_path):
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    assert build(whole).returncode == 0
    process = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while not killed.exists() or killed.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)
    process.kill()
    process.wait(PATIENCE)
    kept = OpeningBook.read(killed).entries()
    assert len(kept) >= 2
    again = build(killed)
    assert (again.returncode, again.stderr) == (0, "")
    found = OpeningBook.read(killed).entries()
    assert found == OpeningBook.read(whole).entries()
    assert kept.items() <= found.items()
