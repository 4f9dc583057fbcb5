"""The tutorial: from nothing to a 5x5 player that keeps every win, timed."""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.job import Job, Totals

ROOT = Path(__file__).parents[2]
MINUTES = 10


class Tutorial(Job):
    """The commands of docs/learning.md, and the examination of what they made."""

    name = "the 5x5 tutorial"
    figure = (
        f"from nothing in under {MINUTES} minutes on 2 cores: wins after all 13 winning openings "
        "at 32 visits against perfect; untrained it does not"
    )

    def step(self, number: int, totals: Totals) -> None:
        with TemporaryDirectory() as folder:
            run, net = Path(folder) / "5x5", Path(folder) / "net.onnx"
            begun = time.monotonic()
            _hexmate("train", "net", ROOT / "examples" / "train-5x5.toml", "--out", run)
            _hexmate("export", run, "--out", net)
            totals["seconds"] = time.monotonic() - begun
            totals["won"] = _examined(net)
            raw = Path(folder) / "raw.onnx"
            _hexmate("export", run / "nets" / "3x32-0000000.pt", "--out", raw)
            totals["untrained"] = _examined(raw)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["won"] == 13 and totals["untrained"] < 13
        measured = (
            f"{totals['won']} of 13 after {totals['seconds'] / 60:.1f} minutes; "
            f"untrained {totals['untrained']} of 13"
        )
        return met and totals["seconds"] < 60 * MINUTES, measured


def _hexmate(*arguments: object) -> None:
    command = [sys.executable, "-m", "hexmate", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _examined(net: Path) -> int:
    command = [sys.executable, str(ROOT / "examples" / "examine_5x5.py"), str(net)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(told.split()[0])
