"""The first minute: `make play` on a fresh clone, until the page answers."""

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from .job import Job, Totals
from .ledger import ROOT

ADDRESS = re.compile(rb"http://\S+")
LIMIT = 900


class FirstStart(Job):
    """Clone, download, compile and start, with empty caches; then start again."""

    name = "first start"
    figure = (
        "`make play` on a fresh clone, 2 cores, packages from the registry: the page answers "
        "within 90 s, 400 MB on disk; the second time within 3 s"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            clone = place / "hexmate"
            subprocess.run(["git", "clone", "--quiet", ROOT.as_uri(), str(clone)], check=True)
            begun = time.time()
            answered = seconds_to_answer(clone, place)
            stages = {stage: (clone / ".venv" / stage).stat().st_mtime for stage in STAGES}
            ready = max(stages.values())
            totals["total"] = answered
            totals["download"] = stages[".play"] - begun
            totals["compile"] = stages[".built"] - stages[".compiler"]
            totals["start"] = begun + answered - ready
            totals["megabytes"] = disk_use(place) / 1e6
            totals["again"] = seconds_to_answer(clone, place)
            totals["load"] = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["total"] <= 90 and totals["megabytes"] <= 400 and totals["again"] < 3
        return met, (
            f"{totals['total']:.0f} s: packages {totals['download']:.0f} s and, beside them, "
            f"compiling {totals['compile']:.0f} s, start {totals['start']:.1f} s; "
            f"{totals['megabytes']:.0f} MB; second start {totals['again']:.1f} s; "
            f"load average {totals['load']:.1f}"
        )


STAGES = (".compiler", ".play", ".built")


def seconds_to_answer(clone: Path, place: Path) -> float:
    """Seconds from `make play` until its page has been read; the server is stopped after that."""
    outer = ("MAKEFLAGS", "MAKELEVEL")  # this may be run by make itself
    environment = {
        **{key: value for key, value in os.environ.items() if key not in outer},
        "BROWSER": "true",
        "PIP_CACHE_DIR": str(place / "cache" / "pip"),
        "UV_CACHE_DIR": str(place / "cache" / "uv"),
        "XDG_DATA_HOME": str(place / "data"),
        "CCACHE_DISABLE": "1",
    }
    begun = time.monotonic()
    with subprocess.Popen(
        ["make", "play"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            said = b""
            while (found := ADDRESS.search(said)) is None:
                line = process.stdout.readline() if process.stdout else b""
                said += line
                if not line or time.monotonic() - begun > LIMIT:
                    raise RuntimeError(f"make play did not start: {said.decode()[-2000:]}")
            with urllib.request.urlopen(found[0].decode(), timeout=60) as answer:
                answer.read()
            return time.monotonic() - begun
        finally:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def disk_use(folder: Path) -> int:
    """Bytes that the files of a folder take, each counted once however many links it has."""
    sizes = {}
    for path in folder.rglob("*"):
        status = path.lstat()
        sizes[status.st_dev, status.st_ino] = 512 * status.st_blocks
    return sum(sizes.values())
