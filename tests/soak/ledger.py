"""The state of unfinished runs, and the page of measurements."""

import datetime
import json
import subprocess
from pathlib import Path

from hexmate.files import replacing

ROOT = Path(__file__).parents[2]
STATE = ROOT / ".soak" / "state.json"
PAGE = ROOT / "docs" / "measurements.md"

HEAD = """\
# Measurements

Written by `make soak`: each row has the target, the measurement, its date and its commit. `make
bench` measures the ratios against other programs again.

| what | target | measured | met | date | commit | command |
|---|---|---|---|---|---|---|
"""


def commit() -> str:
    """The commit of the working tree, marked if files differ from it."""
    git = ["git", "-C", str(ROOT)]
    head = subprocess.run([*git, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True)
    changed = subprocess.run(
        [*git, "status", "--porcelain", "--", "core", "bindings", "src", "tests", "benchmarks"],
        capture_output=True,
        text=True,
    )
    return head.stdout.strip() + ("+changes" if changed.stdout.strip() else "")


class Ledger:
    """The state file of unfinished jobs, saved after every step."""

    def __init__(self) -> None:
        self._state = json.loads(STATE.read_text("utf-8")) if STATE.exists() else {}

    def job(self, name: str) -> dict:
        """The state of a job; a job starts again if the code has changed."""
        state = self._state.get(name)
        if state is None or state["commit"] != commit():
            state = {"commit": commit(), "done": 0, "totals": {}, "finished": False}
            self._state[name] = state
        return state

    def save(self) -> None:
        STATE.parent.mkdir(exist_ok=True)
        with replacing(STATE) as stream:
            json.dump(self._state, stream)


def publish(name: str, figure: str, measured: str, met: bool | None) -> None:
    """Write one row of the page of measurements, replacing an older one of that name.

    `met` is None if it could not be measured.
    """
    rows = {}
    if PAGE.exists():
        lines = PAGE.read_text("utf-8").splitlines()
        rows = {line.split("|")[1].strip(): line for line in lines if line.startswith("| ")}
        rows.pop("what", None)
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    verdict = {True: "yes", False: "**no**", None: "not measured"}[met]
    measured = " ".join(measured.replace("|", "/").split())  # one cell of one row
    rows[name] = (
        f"| {name} | {figure} | {measured} | {verdict} | {date} | {commit()} | `make soak` |"
    )
    with replacing(PAGE) as stream:
        stream.write(HEAD + "\n".join(rows.values()) + "\n")
