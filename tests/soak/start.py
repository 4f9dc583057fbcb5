"""What a fresh clone costs: `make play` until the page answers, every test, the quick checks."""

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from .job import Job, Totals
from .ledger import ROOT, STATE

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


class WholeSuite(Job):
    """All that CI runs, then the quick checks with everything built."""

    name = "every test"
    figure = (
        "`.ci/run` on a fresh clone, 2 cores: green within 20 minutes, nothing skipped; `make "
        "check` on the built tree within 2 minutes"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as name:
            clone = Path(name) / "hexmate"
            subprocess.run(["git", "clone", "--quiet", ROOT.as_uri(), str(clone)], check=True)
            totals["test"], told = seconds_to_end(clone, [".ci/run"])
            passed = re.findall(r"(\d+ passed.*?) in ", told)
            totals["passed"] = passed[-1] if passed else "no summary of pytest"
            totals["check"], _ = seconds_to_end(clone, ["make", "check"])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["test"] <= 20 * 60 and totals["check"] <= 2 * 60
        minutes, seconds = divmod(round(totals["test"]), 60)
        return met, (
            f"{minutes} min {seconds} s, {totals['passed']}; `make check` {totals['check']:.0f} s"
        )


def seconds_to_end(clone: Path, command: list[str]) -> tuple[float, str]:
    """How long a command takes, and what it says; RuntimeError unless it succeeds."""
    begun = time.monotonic()
    log = STATE.with_name("output.log")
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as stream:
        done = subprocess.run(command, cwd=clone, env=clean(), stdout=stream, stderr=stream)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed; what it said is in {log}")
    return time.monotonic() - begun, log.read_text("utf-8", "replace")


def clean() -> dict[str, str]:
    """The environment without what make adds: this may be run by make itself."""
    outer = ("MAKEFLAGS", "MAKELEVEL")
    return {key: value for key, value in os.environ.items() if key not in outer}


STAGES = (".compiler", ".play", ".built")


def seconds_to_answer(clone: Path, place: Path) -> float:
    """Seconds from `make play` until its page has been read; the server is stopped after that."""
    environment = {
        **clean(),
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
